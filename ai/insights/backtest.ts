import { z } from 'zod';
import { company } from '../../domain/company/company.ts';
import { eventTypesOf } from '../../domain/index.ts';
import { findingDetails } from '../../domain/insight/finding.ts';
import { isWorse } from '../../domain/insight/insight.ts';
import type { DetectorName } from '../../domain/insight/terms.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import { addDays, startOfDay, wallMoment } from '../../domain/kit/times.ts';
import { type EventLog, isDecoded, type LogEntry, START } from '../../store/event-store.ts';
import type { Detector } from '../detectors/detector.ts';
import { mondayOf } from '../detectors/kit/calendar.ts';
import { FACT_CATEGORIES, type Facts, foldFacts } from '../facts/facts.ts';

// Detectors are run over the company's own past, as of each Monday's beginning, on what was known then. A finding is one
// case from the week in which it appears until it passes, is materially worse, or comes back: as it would have been raised.

/** A finding of the past, and what followed. Instants are ISO UTC, days `YYYY-MM-DD`. */
const pastCase = z.object({
  subject: z.string(),
  /** The instant of the week in which it appeared. */
  from: z.string(),
  /** That of the week in which it had passed, or was raised again; null as long as it is there. */
  until: z.string().nullable(),
  /** As it was found, without its texts; null once nobody asks for it. */
  finding: findingDetails.nullable(),
  /** The day on which it is held against what followed; null once it was. */
  due: z.string().nullable(),
  /** Null as long as what followed does not tell. */
  right: z.boolean().nullable(),
});
export type PastCase = z.output<typeof pastCase>;

/** What a detector would have found in the company's past. It is stored as it is. */
export const past = z.object({
  /** The detector's. */
  version: z.int(),
  /** The last Monday that is dealt with, `YYYY-MM-DD`; `''` before the first. */
  through: z.string(),
  /** Whether it was once looked through to its end. */
  isWhole: z.boolean(),
  /** The oldest first. */
  cases: z.array(pastCase),
});
export type Past = z.output<typeof past>;

/** What detectors would have found, by their names. */
export type Pasts = Map<DetectorName, Past>;

/** Of the cases that are over, as many are kept of each detector: what it found long ago says less of it than that. */
const MOST_CASES = 1_000;

/** The version of a detector. */
export function versionOf({ version = 1 }: Detector): number {
  return version;
}

/** The past of a detector that was never run over it. */
export function unknownPast(detector: Detector): Past {
  return { version: versionOf(detector), through: '', isWhole: false, cases: [] };
}

/**
 * The past of a detector after one more day: what is due is held against the facts of that day, and what it finds is
 * noted if a week begins. Where it throws, that week is left out.
 */
export function afterDay(before: Past, detector: Detector, facts: Facts): Past {
  const isWeek = beginsWeek(facts.today);
  const judged = before.cases.map((each) => judgedOn(each, detector, facts));
  const cases = isWeek ? lookedAt(judged, detector, facts) : judged;
  return { ...before, cases: isWeek ? kept(cases) : cases, through: isWeek ? facts.today : before.through };
}

function judgedOn(each: PastCase, detector: Detector, facts: Facts): PastCase {
  const { due, finding, subject, until } = each;
  if (due === null || finding === null || due > facts.today) return each;
  return {
    ...each,
    due: null,
    finding: until === null ? finding : null,
    right: rightOf(detector, { ...finding, subject }, facts),
  };
}

function rightOf(...[detector, finding, facts]: [Detector, Parameters<Detector['provedRight']>[0], Facts]) {
  try {
    return detector.provedRight(finding, facts);
  } catch {
    return null;
  }
}

function lookedAt(cases: readonly PastCase[], detector: Detector, facts: Facts): PastCase[] {
  const found = findingsOf(detector, facts);
  if (found === null) return [...cases];
  const from = facts.asOf;
  const due = addDays(facts.today, detector.horizonDays);
  const there = new Set<string>();
  const before = cases.map((each) => {
    const now = each.until === null ? found.get(each.subject) : undefined;
    if (each.until !== null || each.finding === null) return each;
    if (now === undefined || isWorse(now, each.finding)) return over(each, from);
    there.add(each.subject);
    return each;
  });
  const raised = [...found]
    .filter(([subject]) => !there.has(subject))
    .map(([subject, finding]): PastCase => ({ subject, from, until: null, finding, due, right: null }));
  return [...before, ...raised];
}

/** What a detector finds, the first of each subject; null if it says nothing, or throws. */
function findingsOf(detector: Detector, facts: Facts): Map<string, z.output<typeof findingDetails>> | null {
  try {
    const found = detector.find(facts);
    if (found === null) return null;
    const bySubject = Map.groupBy(found, ({ subject }) => subject);
    return new Map(
      [...bySubject].flatMap(([subject, [first]]) =>
        first ? [[subject, withoutTexts(findingDetails.parse(first))]] : [],
      ),
    );
  } catch {
    return null;
  }
}

const NO_TEXTS = { title: '', description: '', actionItems: [], basis: null } as const;

function withoutTexts(finding: z.output<typeof findingDetails>): z.output<typeof findingDetails> {
  const evidence = finding.evidence.map(({ kind, id }) => ({ kind, id, why: '' }));
  return { ...finding, ...NO_TEXTS, actionItems: [], evidence };
}

function over(each: PastCase, at: string): PastCase {
  return { ...each, until: at, finding: each.due === null ? null : each.finding };
}

function kept(cases: readonly PastCase[]): PastCase[] {
  const isOver = ({ finding }: PastCase) => finding === null;
  let surplus = cases.filter(isOver).length - MOST_CASES;
  return cases.filter((each) => !isOver(each) || surplus-- <= 0);
}

/** Whether a week begins on a day, `YYYY-MM-DD`: on Mondays. */
function beginsWeek(day: string): boolean {
  return mondayOf(day) === day;
}

/** The types of the events that facts are made of. */
const TYPES = eventTypesOf(FACT_CATEGORIES);

export interface Walk {
  log: Pick<EventLog, 'subscribe'>;
  detectors: readonly Detector[];
  /** What is known of the past, which is brought up to date. */
  pasts: Pasts;
  /** The last Monday to look at, `YYYY-MM-DD`. */
  until: string;
  signal: AbortSignal;
  /** Called between detectors and pages of the log, so that others come to their turn. */
  pause(): Promise<void>;
  /** Called after each week that was looked at. */
  afterWeek?(): Promise<void>;
}

/** Looks through the company's past, as far as that was not done, in one reading of the log. */
export async function walkPast(walk: Walk): Promise<void> {
  const { log, detectors, pasts, until, signal, pause } = walk;
  const days = goThroughDays(walk);
  const ending = new AbortController();
  for await (const { entries, live } of log.subscribe(START, AbortSignal.any([signal, ending.signal]), TYPES)) {
    for (const entry of entries) await days.take(entry);
    await pause();
    if (live) await days.finish();
    if (live || days.isOver()) break;
  }
  ending.abort();
  if (signal.aborted) return;
  for (const detector of detectors) {
    const known = pastOf(pasts, detector);
    pasts.set(detector.name, { ...known, isWhole: true, through: known.through > until ? known.through : until });
  }
}

/** Folds events into facts, and stops where a day begins on which there is something to do. */
function goThroughDays({ detectors, pasts, until, signal, pause, afterWeek }: Walk) {
  const facts = foldFacts();
  const zone = () => facts.at(new Date(0).toISOString()).settings.timeZone;
  const begin = (day: string) => ({ day, at: Date.parse(startOfDay(day, zone())) });
  let next: ReturnType<typeof begin> | null = null;

  async function lookAt({ day, at }: ReturnType<typeof begin>): Promise<void> {
    const isWeek = beginsWeek(day);
    const asked = detectors.filter((detector) => {
      const { through, cases } = pastOf(pasts, detector);
      return through < day && (isWeek || cases.some(({ due }) => due !== null && due <= day));
    });
    if (asked.length === 0) return;
    const then = facts.at(new Date(at).toISOString());
    for (const detector of asked) {
      pasts.set(detector.name, afterDay(pastOf(pasts, detector), detector, then));
      await pause();
      if (signal.aborted) return;
    }
    if (isWeek) await afterWeek?.();
  }

  const isOver = () => signal.aborted || (next !== null && next.day > until);

  /** Deals with the days that began up to an instant, in epoch milliseconds. */
  async function upTo(instant: number): Promise<void> {
    while (next !== null && next.at <= instant && !isOver()) {
      await lookAt(next);
      next = begin(addDays(next.day, 1));
    }
  }

  return {
    isOver,
    async take(entry: LogEntry): Promise<void> {
      if (isDecoded(entry)) {
        const at = Date.parse(entry.metadata.recordedAt);
        next ??= begin(addDays(wallMoment(at, zone()).slice(0, 'YYYY-MM-DD'.length), 1));
        if (at >= next.at) await upTo(at);
      }
      if (isOver()) return;
      facts.take([entry]);
      if (next !== null && partsOfStream(entry.stream).category === company.category) next = begin(next.day);
    },
    /** Deals with the days after the last event. */
    finish: () => upTo(Number.POSITIVE_INFINITY),
  };
}

function pastOf(pasts: Pasts, detector: Detector): Past {
  const known = pasts.get(detector.name);
  return known?.version === versionOf(detector) ? known : unknownPast(detector);
}
