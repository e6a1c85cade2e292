import type { EventBody, RecordedEvent } from './event.ts';

/** One command of a process, on one stream; its id is derived from the causing event and the role. */
export interface Step<Command = object> {
  role: string;
  category: string;
  id: string;
  command: Command;
  /**
   * Only of a step that removes a record unless something depends on it: why the record was kept, for a person to read.
   * @param state of the record's stream after the step
   * @returns null where it is gone
   */
  whyKept?(state: unknown): string | null;
}

/**
 * An act over several streams. Its first append is the decision and holds all that the steps need; the request runs
 * them in order, each with what follows from it in turn, and a reactor runs them again for every such event, so that a crash
 * in between is finished (docs/design.md#processes). No step leads back to a stream that it follows from. What follows from one record is done in the order of its history. Pure; a step is not refused by a rule,
 * or the file says which event records that: one that is stays undone until it is tried again.
 */
export interface Process {
  name: string;
  /** The event types that have steps. */
  types: readonly string[];
  steps(event: RecordedEvent<EventBody>): Step[];
}
