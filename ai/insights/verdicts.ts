import type { InsightEvent } from '../../domain/insight/events.ts';
import { insight } from '../../domain/insight/insight.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import { isDecoded, type LogEntry, type Position, START } from '../../store/event-store.ts';

/** What somebody said of a raise: a dismissal as not true is wrong, an action taken is right. */
export interface Verdict {
  subject: string;
  /** Of the raise, ISO UTC. */
  raisedAt: string;
  right: boolean;
}

export interface Verdicts {
  /** Takes the next events of the log. @returns whether they changed any verdict */
  take(entries: readonly LogEntry[]): boolean;
  /** Those about what a detector found. */
  of(detector: string): Verdict[];
}

interface Raise {
  at: string;
  isUntrue: boolean;
  isActedOn: boolean;
}

interface Told {
  detector: string;
  subject: string;
  /** The last one, and those that somebody said something of. */
  raises: readonly Raise[];
}

/** What people said of findings, as the log tells it. */
export function foldVerdicts(): Verdicts {
  const byId = new Map<string, Told>();
  let reached: Position = START;

  function takeOne(entry: LogEntry): boolean {
    const { category, id } = partsOfStream(entry.stream);
    if (category !== insight.category || !isDecoded(entry) || entry.position <= reached) return false;
    const before = byId.get(id);
    const after = evolve(before, entry as unknown as InsightEvent);
    if (after === undefined || after === before) return false;
    byId.set(id, after);
    return said(before) !== said(after);
  }

  return {
    take(entries) {
      const isChanged = entries.filter(takeOne).length > 0;
      const last = entries.at(-1)?.position ?? START;
      if (last > reached) reached = last;
      return isChanged;
    },
    of: (detector) =>
      [...byId.values()]
        .filter((each) => each.detector === detector)
        .flatMap(({ subject, raises }) =>
          raises.filter(isJudged).map(({ at, isUntrue }) => ({ subject, raisedAt: at, right: !isUntrue })),
        ),
  };
}

function evolve(before: Told | undefined, event: InsightEvent): Told | undefined {
  switch (event.type) {
    case 'InsightRaised': {
      const { detector, subject, raisedAt } = event.data;
      return { detector, subject, raises: [raise(raisedAt)] };
    }
    case 'InsightRaisedAgain':
      return before && { ...before, raises: [...before.raises.filter(isJudged), raise(event.data.raisedAt)] };
    case 'InsightDismissed':
      return withLast(before, { isUntrue: event.data.reason === 'not_true' });
    case 'InsightDismissalWithdrawn':
      return withLast(before, { isUntrue: false });
    case 'InsightActionTaken':
      return withLast(before, { isActedOn: true });
    case 'InsightActionWithdrawn':
      return before && { ...before, raises: before.raises.map((each) => ({ ...each, isActedOn: false })) };
    default:
      return before;
  }
}

function raise(at: string): Raise {
  return { at, isUntrue: false, isActedOn: false };
}

function isJudged({ isUntrue, isActedOn }: Raise): boolean {
  return isUntrue || isActedOn;
}

function withLast(before: Told | undefined, said: Partial<Raise>): Told | undefined {
  return (
    before && {
      ...before,
      raises: before.raises.map((each, place) => (place === before.raises.length - 1 ? { ...each, ...said } : each)),
    }
  );
}

function said(told: Told | undefined): string {
  return JSON.stringify(told?.raises.filter(isJudged) ?? []);
}
