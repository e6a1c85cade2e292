// What records of effects outside of the product have in common: a mail, later a call to somebody else's server. They cannot
// be exactly once, so what was meant and what came of it are both events (docs/design.md#effects-outside).

/** How an attempt ended, as far as we know. */
export type EffectOutcome =
  /** @param detail what the other side answered */
  | { did: 'done'; detail: string | null }
  /** Surely not done, and another try would end the same. */
  | { did: 'refused'; reason: string }
  /** Surely not done, and another try may do better. */
  | { did: 'not taken'; reason: string }
  /** Nobody can tell whether it was done: only a person has it tried again. */
  | { did: 'unknown'; reason: string };

/** What the platform tells the record of an effect. */
export interface RecordOutcome {
  type: 'RecordOutcome';
  /** Which of its attempts. */
  attempt: number;
  outcome: EffectOutcome;
  /** ISO UTC. */
  now: string;
}

/** The attempt that an effect waits for. */
export interface AttemptDue {
  /** From 1; every further one has the next number. */
  attempt: number;
  /** From when on, ISO UTC. */
  dueAt: string;
}

/** How long after a try that came to nothing the next one follows, in minutes. */
const BACK_OFF_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240] as const;

/**
 * When what was not taken is tried again, ISO UTC; null where it was tried often enough, over some eight hours.
 * @param tries how many have come to nothing
 */
export function tryAgainAt(tries: number, now: string): string | null {
  const minutes = BACK_OFF_MINUTES[tries - 1];
  return minutes === undefined ? null : new Date(Date.parse(now) + minutes * 60_000).toISOString();
}
