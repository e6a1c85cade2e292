import type { AutomationStep } from '../../domain/automation-run/events.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody } from '../../domain/kit/event.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import type { WorkingTime } from './working-time.ts';

/** How an act reaches the company: as a command from its actor, at its time. */
export interface Desk {
  /**
   * Sends a command, and the commands that processes derive from it.
   * @param options.undoes the id of the command it undoes
   */
  send<State, Command, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    options: { commandId: string; undoes?: string | undefined },
  ): Promise<void>;
  /** The current state of a record. */
  load<State, Command, Event extends EventBody>(decider: Decider<State, Command, Event>, id: string): Promise<State>;
  /** Looks for insights in what is known by now, and does what rules say of them. @returns what these made */
  look(): Promise<AutomationStep[]>;
  /** Puts a file in the file store. @returns its name there */
  keep(bytes: Uint8Array): Promise<string>;
}

/** One thing that somebody did. */
export interface Act {
  /** Milliseconds since the epoch. */
  at: number;
  /** A user id. */
  actor: string;
  run(desk: Desk): Promise<void>;
}

/** What an area of the product adds to the history. The same time always gives the same acts. */
export type Area = (time: WorkingTime) => Act[];

/**
 * An act at a working hour.
 * @param name its name within the demo, from which the id of its command is derived
 * @param run is told that id, and when it is (ISO UTC)
 */
export function actAt(
  hour: number,
  actor: string,
  time: WorkingTime,
  name: string,
  run: (desk: Desk, sent: { commandId: string; now: string }) => Promise<void>,
): Act {
  const at = time.instantAt(hour);
  const sent = { commandId: uuidv5(HEARTWOOD, name), now: new Date(at).toISOString() };
  return { at, actor, run: (desk) => run(desk, sent) };
}
