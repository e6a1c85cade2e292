import { describe, expect, test } from 'vitest';
import type { Detector } from '../../../../ai/detectors/detector.ts';
import {
  type DecidedCommand,
  type Evaluation,
  evaluate,
  type KnownInsight,
} from '../../../../ai/insights/evaluation.ts';
import { insightId } from '../../../../ai/insights/insight-id.ts';
import type { Finding } from '../../../../domain/insight/finding.ts';
import { type InsightCommand, insight } from '../../../../domain/insight/insight.ts';
import type { DetectorName } from '../../../../domain/insight/terms.ts';
import { aFinding } from '../../../support/insights/a-finding.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';

const NOW = '2026-06-20T12:00:00.000Z';
const facts = factsWith(NOW, {});

const detector = (name: DetectorName, find: () => readonly Finding[] | null): Detector => ({
  name,
  reads: ['jobs'],
  needs: 'A finished job.',
  find,
  prior: 0.8,
  horizonDays: 30,
  rightIf: 'nothing tells',
  provedRight: () => null,
});
const finds = (...found: Finding[]) => detector('jobs_not_invoiced', () => found);
const id = (subject: string) => insightId('jobs_not_invoiced', subject);

type Known = Map<string, KnownInsight>;

/** What is known once commands are carried out. */
function carriedOut(
  known: ReadonlyMap<string, KnownInsight>,
  commands: readonly Pick<DecidedCommand, 'id' | 'command'>[],
): Known {
  const next = new Map(known);
  for (const { id: of, command } of commands) {
    const { state, revision } = next.get(of) ?? { state: insight.initial, revision: -1n };
    const events = insight.decide(command, state);
    next.set(of, { state: events.reduce(insight.evolve, state), revision: revision + BigInt(events.length) });
  }
  return next;
}

const afterLook = (known: ReadonlyMap<string, KnownInsight>, detectors: Detector[], withSamples = false): Known =>
  carriedOut(known, evaluate(facts, detectors, known, withSamples).commands);
const NOTHING: Known = new Map();
const types = ({ commands }: Evaluation) => commands.map(({ command }) => command.type);
const dismiss: InsightCommand = { type: 'DismissInsight', reason: 'known', note: null, now: NOW };

test('What a detector finds is noted once, with its prior as the confidence and the revision it was decided at', () => {
  const first = evaluate(facts, [finds(aFinding('a'))], NOTHING);
  const { subject, ...details } = aFinding('a');
  const now = NOW;
  const note = {
    type: 'NoteFinding',
    detector: 'jobs_not_invoiced',
    subject,
    finding: details,
    confidence: '0.8',
    track: null,
    now,
  };
  expect(first).toEqual({
    commands: [{ id: id('a'), revision: -1n, command: note }],
    silent: [],
    failed: [],
    open: 1,
    samples: 0,
  });
  const again = evaluate(facts, [finds(aFinding('a'))], carriedOut(NOTHING, first.commands));
  expect(again).toEqual({ commands: [], silent: [], failed: [], open: 1, samples: 0 });
});

test('Of two findings about one subject the first counts', () => {
  const { commands } = evaluate(facts, [finds(aFinding('a', { measure: 5 }), aFinding('a', { measure: 1 }))], NOTHING);
  expect(commands).toMatchObject([{ command: { finding: { measure: 5 } } }]);
});

test('What is not found any more has passed, also where it was dismissed, and comes back as the same insight', () => {
  const known = carriedOut(afterLook(NOTHING, [finds(aFinding('a'), aFinding('b'))]), [
    { id: id('b'), command: dismiss },
  ]);
  const passed = evaluate(facts, [finds()], known);
  expect(types(passed)).toEqual(['PassFinding', 'PassFinding']);
  expect(passed.open).toBe(0);
  const gone = carriedOut(known, passed.commands);
  expect(evaluate(facts, [finds()], gone).commands).toEqual([]);
  const back = evaluate(facts, [finds(aFinding('a'))], gone);
  expect(back.commands).toMatchObject([{ id: id('a'), revision: 1n }]);
  expect(back.open).toBe(1);
});

test('A dismissed finding that is there still is left alone until it is materially worse', () => {
  const known = carriedOut(afterLook(NOTHING, [finds(aFinding('a'))]), [{ id: id('a'), command: dismiss }]);
  expect(evaluate(facts, [finds(aFinding('a'))], known)).toMatchObject({ commands: [], open: 0 });
  expect(evaluate(facts, [finds(aFinding('a', { measure: 125 }))], known)).toMatchObject({ open: 1 });
});

test('A detector with too little history is told as silent, and leaves what is open alone', () => {
  const known = afterLook(NOTHING, [finds(aFinding('a'))]);
  const silent = detector('jobs_not_invoiced', () => null);
  expect(evaluate(facts, [silent], known)).toEqual({
    commands: [],
    silent: ['jobs_not_invoiced'],
    failed: [],
    open: 1,
    samples: 0,
  });
});

test('A detector that throws stops only itself, and leaves what is open alone', () => {
  const known = afterLook(NOTHING, [finds(aFinding('a'))]);
  const broken = detector('jobs_not_invoiced', () => {
    throw new Error('No such season.');
  });
  const other = detector('cost_spike', () => [aFinding('fuel')]);
  expect(evaluate(facts, [broken, other], known)).toMatchObject({
    commands: [{ id: insightId('cost_spike', 'fuel') }],
    failed: [{ detector: 'jobs_not_invoiced', reason: 'No such season.' }],
    open: 2,
  });
});

describe('what followed', () => {
  /** As of a moment; New York is the company's zone. */
  const look = (asOf: string, detectors: Detector[], known: Known) =>
    evaluate(factsWith(asOf, {}), detectors, known).commands.filter(({ command }) => command.type === 'CheckFinding');
  const judges = (right: boolean | null, find: () => readonly Finding[] | null = () => [aFinding('a')]): Detector => ({
    ...detector('jobs_not_invoiced', find),
    provedRight: ({ subject, measure }, later) => {
      expect([subject, measure, later.today >= '2026-07-20']).toEqual(['a', 100, true]);
      return right;
    },
  });
  const known = afterLook(NOTHING, [finds(aFinding('a'))]);

  test('A raise is held once against the facts of the day on which its horizon ends', () => {
    expect(look('2026-07-20T03:59:00.000Z', [judges(true)], known)).toEqual([]);
    const now = '2026-07-20T04:00:00.000Z';
    const decided = look(now, [judges(true)], known);
    expect(decided).toEqual([
      { id: id('a'), revision: 0n, command: { type: 'CheckFinding', raisedAt: NOW, right: true, now } },
    ]);
    expect(look(now, [judges(true)], carriedOut(known, decided))).toEqual([]);
  });

  test('As the days of the company go: an hour less of a night in March makes no day more', () => {
    const inMarch = (at: string) => factsWith(at, {});
    const raisedAt = '2026-03-01T05:30:00.000Z';
    const raised = carriedOut(NOTHING, evaluate(inMarch(raisedAt), [finds(aFinding('a'))], NOTHING).commands);
    const always = { ...finds(aFinding('a')), provedRight: () => false };
    expect(look('2026-03-31T03:59:00.000Z', [always], raised)).toEqual([]);
    expect(look('2026-03-31T04:00:00.000Z', [always], raised)).toHaveLength(1);
  });

  test('It is held as it was raised, also after it was updated, dismissed or has passed', () => {
    const updated = afterLook(known, [finds(aFinding('a', { measure: 101 }))]);
    const dismissed = carriedOut(updated, [{ id: id('a'), command: dismiss }]);
    const passed = afterLook(dismissed, [finds()]);
    for (const each of [updated, dismissed, passed])
      expect(look('2026-08-01T12:00:00.000Z', [judges(false)], each)).toMatchObject([{ command: { right: false } }]);
  });

  test('What does not tell decides nothing, and so does what throws, which is told', () => {
    const later = '2026-08-01T12:00:00.000Z';
    expect(look(later, [judges(null)], known)).toEqual([]);
    const broken: Detector = {
      ...finds(aFinding('a'), aFinding('b')),
      provedRight() {
        throw new Error('No such season.');
      },
    };
    expect(evaluate(factsWith(later, {}), [broken], known)).toMatchObject({
      commands: [{ command: { type: 'NoteFinding', subject: 'b' } }],
      failed: [{ detector: 'jobs_not_invoiced', reason: 'No such season.' }],
    });
  });

  test('A detector that says nothing is held against what followed all the same', () => {
    expect(look('2026-08-01T12:00:00.000Z', [judges(true, () => null)], known)).toHaveLength(1);
  });
});

test('What other detectors found is left alone', () => {
  const known = afterLook(NOTHING, [detector('cost_spike', () => [aFinding('fuel')])]);
  expect(evaluate(facts, [finds()], known).commands).toEqual([]);
});

describe('samples', () => {
  const quiet = [finds(), detector('cost_spike', () => null)];

  test('Samples stand in once where nothing was ever found and nothing is open', () => {
    const first = evaluate(facts, quiet, NOTHING, true);
    expect(first).toMatchObject({ open: 0, samples: 3, silent: ['cost_spike'] });
    const given = first.commands.map(({ command }) => command);
    expect(given).toMatchObject([
      { insightType: 'anomaly', category: 'financial', isSample: true },
      { insightType: 'prediction', category: 'operational', isSample: true },
      { insightType: 'recommendation', category: 'customer', isSample: true },
    ]);
    for (const command of given) expect(command).toMatchObject({ title: expect.stringMatching(/^Sample: /) });
    expect(evaluate(facts, quiet, carriedOut(NOTHING, first.commands), true)).toMatchObject({
      commands: [],
      samples: 3,
    });
  });

  test('Nobody gets samples without asking, beside a finding, after one has passed, or beside what somebody entered', () => {
    expect(evaluate(facts, quiet, NOTHING).commands).toEqual([]);
    expect(types(evaluate(facts, [finds(aFinding('a'))], NOTHING, true))).toEqual(['NoteFinding']);
    const dismissed = carriedOut(afterLook(NOTHING, [finds(aFinding('a'))]), [{ id: id('a'), command: dismiss }]);
    expect(evaluate(facts, [finds(aFinding('a'))], dismissed, true)).toMatchObject({ commands: [], samples: 0 });
    const passed = afterLook(afterLook(NOTHING, [finds(aFinding('a'))]), quiet);
    expect(evaluate(facts, quiet, passed, true)).toMatchObject({ commands: [], open: 0, samples: 0 });
    expect(evaluate(facts, quiet, carriedOut(NOTHING, [{ id: 'own', command: entered }]), true)).toMatchObject({
      commands: [],
      open: 1,
    });
  });

  test('Once something real is found, the samples that nobody acted on go, and do not come again', () => {
    const shown = afterLook(NOTHING, quiet, true);
    const [acted = '', ...others] = [...shown.keys()];
    const known = carriedOut(shown, [{ id: acted, command: { type: 'TakeAction', actionNotes: 'Called.', now: NOW } }]);
    const real = evaluate(facts, [finds(aFinding('a'))], known);
    expect(types(real)).toEqual(['NoteFinding', 'RemoveInsight', 'RemoveInsight']);
    expect(real.commands.slice(1).map(({ id: of }) => of)).toEqual(others);
    expect(real).toMatchObject({ open: 1, samples: 1 });
    const over = afterLook(carriedOut(known, real.commands), quiet);
    expect(evaluate(facts, quiet, over, true)).toMatchObject({ commands: [], open: 0, samples: 1 });
  });
});

const entered: Extract<InsightCommand, { type: 'EnterInsight' }> = {
  type: 'EnterInsight',
  insightType: 'anomaly',
  category: 'financial',
  severity: 'info',
  title: 'Diesel is dear',
  description: 'It costs more than last year.',
  confidence: '0.5',
  actionItems: [],
  isSample: false,
  now: NOW,
};
