import type { EventBody, RecordedEvent } from './event.ts';

/** One command of a process, on one stream; its command id is derived from the causing event and the role. */
export interface Step<Command = object> {
  role: string;
  category: string;
  id: string;
  command: Command;
  /** Of a step that erases somebody else than the person whom the record is about: what tells them apart in its stream. */
  person?: string;
  /**
   * Only for a step that removes a record unless something depends on it: why the record was kept, as users read it.
   * @param state of the record's stream after the step
   * @returns null if the record is gone
   */
  whyKept?(state: unknown): string | null;
}

/**
 * An act over several streams. Its first append is the decision and holds everything the steps need. The request runs
 * them in order, each followed by its own consequences, and a reactor runs them again for every such event, so that
 * whatever a crash cut short is finished (docs/design/commands.md#processes). No step leads back to a stream that caused it.
 * What follows from one record happens in the order of its history. Pure. Rules never refuse a step, unless the file
 * says which event records the refusal; a refused step stays undone until it is tried again.
 */
export interface Process {
  name: string;
  /** The event types that cause steps. */
  types: readonly string[];
  steps(event: RecordedEvent<EventBody>): Step[];
}
