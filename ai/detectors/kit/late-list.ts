import type { Evidence, Finding } from '../../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../../domain/insight/terms.ts';

/** One of several that a finding is about. */
export interface Late {
  kind: string;
  id: string;
  /** The company's day since which it waits. */
  since: string;
  /** In cents; null where nobody can say. */
  cents: number | null;
  why: string;
}

/** Below this a few of them are no news, in cents: about what one small job comes to. */
const LEAST_WORTH = 50_000;
/** So many are news, whatever they come to. */
const LEAST_COUNT = 3;

/** What several come to, in cents. */
export function worthOf(late: readonly Pick<Late, 'cents'>[]): number {
  return late.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
}

/** Whether they are worth telling. */
export function isNews(late: readonly Late[]): boolean {
  return late.length >= LEAST_COUNT || worthOf(late) >= LEAST_WORTH;
}

/** The day since which all of them wait. @param late at least one */
export function lastSince(late: readonly Pick<Late, 'since'>[]): string {
  return late.reduce((last, { since }) => (since > last ? since : last), '');
}

/** The evidence of a finding about them: what is most at stake first, then what waits longest. */
export function evidenceOf(late: readonly Late[]): Evidence[] {
  return late
    .toSorted(
      (one, other) =>
        (other.cents ?? 0) - (one.cents ?? 0) || compared(one.since, other.since) || compared(one.id, other.id),
    )
    .slice(0, MOST_EVIDENCE)
    .map(({ kind, id, why }) => ({ kind, id, why }));
}

/**
 * Whether what followed proved a finding right that something waits: more of its evidence was done after all than turned
 * out to need nothing. Null if neither happened.
 * @param after what became of a record: `true` if it was done, `false` if there was nothing to do, null if it still waits
 */
export function doneAfterAll({ evidence }: Finding, after: (id: string) => boolean | null): boolean | null {
  const told = evidence.map(({ id }) => after(id)).filter((each) => each !== null);
  return told.length === 0 ? null : told.filter(Boolean).length * 2 > told.length;
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
