import {
  type InsightCommand,
  type InsightState,
  insight,
  insightStatusOf,
  type Raise,
} from '../../domain/insight/insight.ts';
import type { DetectorName } from '../../domain/insight/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { Detector } from '../detectors/detector.ts';
import { calendarOf } from '../detectors/kit/calendar.ts';
import type { Facts } from '../facts/facts.ts';
import { type Confidence, priorOf } from './confidence.ts';
import { insightId } from './insight-id.ts';
import { SAMPLES } from './samples.ts';

/** An insight as far as its events are known. */
export interface KnownInsight {
  state: InsightState;
  /** Of its last event; -1n if there is none. */
  revision: bigint;
}

/** A command that changes something. */
export interface DecidedCommand {
  /** Of the insight. */
  id: string;
  /** The one it was decided at. */
  revision: bigint;
  command: InsightCommand;
}

/** A detector that threw: what it had found is left as it is. */
export interface FailedDetector {
  detector: DetectorName;
  reason: string;
}

/** What is to be done about insights, and how many there are once it is done. */
export interface Evaluation {
  commands: DecidedCommand[];
  /** The detectors with too little history to say anything: what they had found is left as it is. */
  silent: DetectorName[];
  failed: FailedDetector[];
  /** How many are open, samples not counted. */
  open: number;
  /** How many samples are open. */
  samples: number;
}

const UNKNOWN: KnownInsight = { state: insight.initial, revision: -1n };

/**
 * Asks detectors about facts, and holds what they find against the insights that there are. Pure.
 * @param known the insights, by id
 * @param confidenceOf how sure what a detector finds is
 * @param withSamples whether samples are to stand in where nothing was ever found and nothing is open
 */
export function evaluate(
  facts: Facts,
  detectors: readonly Detector[],
  known: ReadonlyMap<string, KnownInsight>,
  withSamples = false,
  confidenceOf: (detector: Detector) => Confidence = priorOf,
): Evaluation {
  const asked = detectors.map((detector) => {
    return { detector: detector.name, ...ask(detector, confidenceOf(detector), facts, known) };
  });
  const ofFindings = asked.flatMap(({ commands = [] }) => commands);
  const after = statesAfter(known, ofFindings);
  const hasFinding = after.some(({ detector, resolvedAt }) => detector !== null && resolvedAt === null);
  const isNothing = after.every((state) => {
    return state.detector === null && (state.isSample || insightStatusOf(state) !== 'open');
  });
  const toEnter = withSamples && isNothing ? samplesToEnter(known, facts.asOf) : [];
  const ofSamples = hasFinding ? samplesToRemove(known) : toEnter;
  const commands = [...ofFindings, ...ofSamples];
  const open = statesAfter(known, commands).filter((state) => insightStatusOf(state) === 'open');
  return {
    commands,
    silent: asked.flatMap(({ detector, isSilent }) => (isSilent ? detector : [])),
    failed: asked.flatMap(({ detector, reason }) => (reason === undefined ? [] : { detector, reason })),
    open: open.filter(({ isSample }) => !isSample).length,
    samples: open.filter(({ isSample }) => isSample).length,
  };
}

interface Asked {
  commands?: DecidedCommand[];
  isSilent?: true;
  reason?: string;
}

/** One that throws, or finds what cannot be stored, stops none of the others. */
function ask(...[detector, sure, facts, known]: Parameters<typeof askWhatIs>): Asked {
  const found = askWhatIs(detector, sure, facts, known);
  const checked = askWhatFollowed(detector, facts, known);
  const commands = [...(checked.commands ?? []), ...(found.commands ?? [])];
  return { ...checked, ...found, commands };
}

function askWhatIs(
  detector: Detector,
  { confidence, track }: Confidence,
  facts: Facts,
  known: ReadonlyMap<string, KnownInsight>,
): Asked {
  try {
    const findings = detector.find(facts);
    if (findings === null) return { isSilent: true };
    const { name } = detector;
    const now = facts.asOf;
    // Of two about the same subject the first one counts, which is the worse.
    const bySubject = Map.groupBy(findings, ({ subject }) => insightId(name, subject));
    const noted = [...bySubject].flatMap(([id, [first]]) => {
      if (!first) return [];
      const { subject, ...finding } = first;
      return decided(known, id, { type: 'NoteFinding', detector: name, subject, finding, confidence, track, now });
    });
    const passed = ownOf(detector, known).flatMap(([id]) => {
      return bySubject.has(id) ? [] : decided(known, id, { type: 'PassFinding', now });
    });
    return { commands: [...noted, ...passed] };
  } catch (cause) {
    return { reason: (cause as Error).message };
  }
}

/** Holds the raises that are old enough against what followed, by the company's days. */
function askWhatFollowed(detector: Detector, facts: Facts, known: ReadonlyMap<string, KnownInsight>): Asked {
  const { horizonDays } = detector;
  const { dayOf } = calendarOf(facts);
  const isDue = ({ at }: Raise) => addDays(dayOf(at), horizonDays) <= facts.today;
  try {
    const commands = ownOf(detector, known).flatMap(([id, { subject, unchecked }]) =>
      unchecked.filter(isDue).flatMap(({ at, says }) => {
        const right = detector.provedRight({ ...says, subject: subject ?? '' }, facts);
        if (right === null) return [];
        return decided(known, id, { type: 'CheckFinding', raisedAt: at, right, now: facts.asOf });
      }),
    );
    return { commands };
  } catch (cause) {
    return { reason: (cause as Error).message };
  }
}

/** What a detector ever found. */
function ownOf({ name }: Detector, known: ReadonlyMap<string, KnownInsight>): [id: string, state: There][] {
  return [...known].flatMap(([id, { state }]): [string, There][] => {
    return state.presence !== 'absent' && state.detector === name ? [[id, state]] : [];
  });
}

function decided(known: ReadonlyMap<string, KnownInsight>, id: string, command: InsightCommand): DecidedCommand[] {
  const { state, revision } = known.get(id) ?? UNKNOWN;
  return insight.decide(command, state).length === 0 ? [] : [{ id, revision, command }];
}

function samplesToEnter(known: ReadonlyMap<string, KnownInsight>, now: string): DecidedCommand[] {
  return SAMPLES.flatMap(({ id, ...given }) =>
    decided(known, id, { type: 'EnterInsight', ...given, isSample: true, now }),
  );
}

/** Those that nobody acted on. */
function samplesToRemove(known: ReadonlyMap<string, KnownInsight>): DecidedCommand[] {
  return [...known].flatMap(([id, { state }]) => {
    const isUntouched = state.presence === 'present' && state.isSample && !state.action && !state.dismissed;
    return isUntouched ? decided(known, id, { type: 'RemoveInsight' }) : [];
  });
}

type There = Exclude<InsightState, { presence: 'absent' }>;

/** The insights that are there once commands are carried out. */
function statesAfter(known: ReadonlyMap<string, KnownInsight>, commands: readonly DecidedCommand[]): There[] {
  const after = new Map([...known].map(([id, { state }]) => [id, state]));
  for (const { id, command } of commands) {
    const state = after.get(id) ?? insight.initial;
    after.set(id, insight.decide(command, state).reduce(insight.evolve, state));
  }
  return [...after.values()].filter((state): state is There => state.presence === 'present');
}
