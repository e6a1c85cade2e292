import type { TrackRecord } from '../../domain/insight/events.ts';
import { ENOUGH_CASES } from '../../domain/insight/terms.ts';
import type { Detector } from '../detectors/detector.ts';
import type { Past, PastCase } from './backtest.ts';
import type { Verdict } from './verdicts.ts';

/** How sure a detector's findings are. */
export interface Confidence {
  /** Decimal text, 0 to 1. */
  confidence: string;
  /** Null as long as too few of its findings were held against what followed: it is then the detector's prior. */
  track: TrackRecord;
}

/** The same, with how many cases it rests on. */
export interface Earned extends Confidence {
  /** Null before the company's past was looked through. */
  cases: number | null;
}

const WEEK_MS = 7 * 86_400_000;
const DECIMALS = 4;

/** How sure what a detector finds is, before anything was held against what followed. */
export function priorOf({ prior }: Detector): Earned {
  return { confidence: String(prior), track: null, cases: null };
}

/**
 * How sure what a detector finds is by the company's own past: the share of its cases that proved right.
 * @param verdicts what people said of what it raised, which counts more than what followed
 */
export function earnedBy(detector: Detector, past: Past | undefined, verdicts: readonly Verdict[]): Earned {
  if (!past?.isWhole) return priorOf(detector);
  const outcomes = outcomesOf(past.cases, verdicts);
  const of = outcomes.length;
  if (of < ENOUGH_CASES) return { ...priorOf(detector), cases: of };
  const right = outcomes.filter(Boolean).length;
  return { confidence: String(Number((right / of).toFixed(DECIMALS))), track: { right, of }, cases: of };
}

/** Whether each case was right, of those that what followed, or somebody, tells of. */
function outcomesOf(cases: readonly PastCase[], verdicts: readonly Verdict[]): boolean[] {
  const said = new Map<PastCase | Verdict, boolean>();
  for (const verdict of verdicts) said.set(caseOf(cases, verdict) ?? verdict, verdict.right);
  const followed = cases.flatMap((each) => (said.has(each) || each.right === null ? [] : each.right));
  return [...followed, ...said.values()];
}

/**
 * The case that a raise is: the last one of its subject that was there then, or appeared in the week after. One that was
 * over before its first week ended is none of the past, and a case of its own.
 */
function caseOf(cases: readonly PastCase[], { subject, raisedAt }: Verdict): PastCase | undefined {
  const at = Date.parse(raisedAt);
  return cases.findLast(({ subject: of, from, until }) => {
    return of === subject && Date.parse(from) <= at + WEEK_MS && (until === null || Date.parse(until) >= at);
  });
}
