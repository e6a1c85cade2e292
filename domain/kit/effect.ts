// What records of outside effects have in common: a mail, later a call to another company's server. They cannot happen
// exactly once, so the intent and the outcome are both events (docs/design/outside.md#effects-outside).

/** How an attempt ended, as far as we know. */
export type EffectOutcome =
  /** @param detail what the other side replied */
  | { did: 'done'; detail: string | null }
  /** Certainly not done, and another try would end the same way. */
  | { did: 'refused'; reason: string }
  /** Certainly not done, but another try may succeed. */
  | { did: 'not taken'; reason: string }
  /** Nobody can tell whether it was done: it is retried only if a person says so. */
  | { did: 'unknown'; reason: string };

/** What the platform sends to the record of an effect. */
export interface RecordOutcome {
  type: 'RecordOutcome';
  /** The number of the attempt. */
  attempt: number;
  outcome: EffectOutcome;
  /** ISO UTC. */
  now: string;
}

/** The next attempt that an effect is waiting for. */
export interface AttemptDue {
  /** Counted from 1. */
  attempt: number;
  /** The earliest time for it, ISO UTC. */
  dueAt: string;
}

/** How long to wait after each failed try, in minutes. */
const BACK_OFF_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240] as const;

/**
 * When a failed try is repeated, ISO UTC; null once all tries are used up, after about eight hours.
 * @param tries how many have failed
 */
export function tryAgainAt(tries: number, now: string): string | null {
  const minutes = BACK_OFF_MINUTES[tries - 1];
  return minutes === undefined ? null : new Date(Date.parse(now) + minutes * 60_000).toISOString();
}
