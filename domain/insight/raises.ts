import type { EventBody } from '../kit/event.ts';
import type { InsightEvent } from './events.ts';
import type { Evidence } from './finding.ts';

/** A record that an insight named, without the reason. */
export type Named = Pick<Evidence, 'kind' | 'id'>;

/** One time that a detector raised an insight, and what became of it until the next. All instants are ISO UTC. */
export interface Raise {
  at: string;
  severity: string;
  /** What it said then, and the records that its text names. */
  title: string;
  named: readonly Named[];
  /** Null if it is unread. */
  readAt: string | null;
  /** What was first done about it, and what it named then; null if nothing was. */
  acted: { at: string; named: readonly Named[] } | null;
  /** Whether it proved right; null if that is not known. */
  right: boolean | null;
}

/** The raises of an insight, in order, and what it names by now. */
export interface Raises {
  raises: readonly Raise[];
  named: readonly Named[];
}

/** What an event makes of an insight's raises. The same ones if it concerns none. */
export function raisesAfter(before: Raises, event: EventBody): Raises {
  const fact = event as InsightEvent;
  switch (fact.type) {
    case 'InsightRaised':
    case 'InsightRaisedAgain': {
      const { raisedAt: at, severity, title, evidence } = fact.data;
      const named = namedIn(evidence);
      const raise: Raise = { at, severity, title, named, readAt: null, acted: null, right: null };
      return { raises: [...before.raises, raise], named };
    }
    case 'InsightUpdated':
      return { ...before, named: namedIn(fact.data.evidence) };
    case 'InsightRead':
      return withLast(before, { readAt: fact.data.readAt });
    case 'InsightMarkedUnread':
      return withLast(before, { readAt: null });
    case 'InsightActionTaken':
      return { ...before, raises: acted(before, fact.data.takenAt) };
    case 'InsightActionWithdrawn':
      return { ...before, raises: withoutAction(before.raises) };
    case 'InsightChecked': {
      const { raisedAt, right } = fact.data;
      return { ...before, raises: before.raises.map((raise) => (raise.at === raisedAt ? { ...raise, right } : raise)) };
    }
    default:
      return before;
  }
}

function namedIn(evidence: readonly Evidence[]): Named[] {
  return evidence.map(({ kind, id }) => ({ kind, id }));
}

function withLast(before: Raises, change: Partial<Raise>): Raises {
  const last = before.raises.at(-1);
  return last ? { ...before, raises: [...before.raises.slice(0, -1), { ...last, ...change }] } : before;
}

/**
 * An action belongs to the raise that it was taken on. Other notes move it nowhere; an undo that brings back an action on
 * an earlier raise takes back those on later ones.
 */
function acted({ raises, named }: Raises, at: string): Raise[] {
  const on = raises.findLastIndex((raise) => raise.at <= at);
  return raises.map((raise, index) => {
    if (index < on) return raise;
    if (index > on) return { ...raise, acted: null };
    return raise.acted ? raise : { ...raise, acted: { at, named } };
  });
}

/** What was withdrawn is the last action. */
function withoutAction(raises: readonly Raise[]): Raise[] {
  const last = raises.findLastIndex((raise) => raise.acted !== null);
  return raises.map((raise, index) => (index === last ? { ...raise, acted: null } : raise));
}
