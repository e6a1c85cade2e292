import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Detector } from '../../../ai/detectors/detector.ts';
import { createEvaluator } from '../../../ai/insights/evaluator.ts';
import { insightId } from '../../../ai/insights/insight-id.ts';
import { createInsights, type Insights } from '../../../ai/insights/insights.ts';
import { readHere } from '../../../ai/insights/reading.ts';
import { insight } from '../../../domain/insight/insight.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { createSupervisor, type Loop, type Supervisor } from '../../../platform/runtime/supervisor.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { ofLeads } from '../../support/insights/of-leads.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

const LONG = { timeout: 30_000 };
const HOUR_MS = 60 * 60_000;
/** In New York it is the evening of June 15. */
const EVENING = Date.parse('2026-06-16T02:00:00Z');

let stores: ProductStores;
let now: number;
/** How often each detector was asked. */
let asked: { leads: number; costs: number };
let fails: boolean;
/** How often loops have come round. */
let turns: number;
let supervisors: Supervisor[];
let opened: Insights[];

beforeEach(async () => {
  stores = await openProductStores();
  now = EVENING;
  asked = { leads: 0, costs: 0 };
  fails = false;
  turns = 0;
  supervisors = [];
  opened = [];
});
afterEach(async () => {
  await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
  await Promise.all(opened.map((insights) => insights.close()));
  await stores.close();
});

/** Finds each lead. */
const leadsAsked: Detector = {
  ...ofLeads,
  find(facts) {
    asked.leads++;
    if (fails) throw new Error('No such source.');
    return ofLeads.find(facts);
  },
};
const costsAsked: Detector = {
  ...ofLeads,
  name: 'cost_spike',
  reads: ['costs'],
  find() {
    asked.costs++;
    return null;
  },
};

/** A process that looks for insights. */
function openInsights(options: { holder?: string; log?: EventStore; everyMs?: number } = {}): Insights {
  const { holder = 'one', log = stores.log, everyMs = 10 } = options;
  const insights = createInsights({
    evaluator: createEvaluator((moved) => readHere({ log, state: stores.state }, [leadsAsked, costsAsked], moved)),
    commands: stores.commandHandler(undefined, log),
    store: log,
    state: stores.state,
    readModels: { isAsDeclared: () => true },
    holder,
    clock: () => now,
    log: createLog('silent'),
    everyMs,
  });
  opened.push(insights);
  return insights;
}

/** @returns what ends it */
function start(...options: Parameters<typeof openInsights>): Supervisor {
  const supervisor = createSupervisor(createLog('silent'));
  supervisors.push(supervisor);
  const insights = openInsights(...options);
  const counting: Loop = (signal, progress) =>
    insights.loop(signal, () => {
      turns++;
      progress();
    });
  supervisor.start('insights', counting);
  return supervisor;
}

const lead = (id: string, value: number | null = null) => appendTo(stores.log, `lead-${id}`, captured(id, value));
const typesOf = async (id: string) =>
  (await stores.log.readStream(`insight-${insightId('slow_leads', id)}`)).map(({ type }) => type);
const seen = async () => (await stores.state.get('insights/seen'))?.value as { position: string; day: string };
const settled = async (position: string) =>
  expect.poll(async () => ((await seen())?.position ?? '') >= position, LONG).toBe(true);

test('What arrives is found once, by the detectors that read it, and has passed once it is gone', async () => {
  const first = await lead('a');
  start();
  await settled(first);
  expect(asked).toEqual({ leads: 1, costs: 1 });
  await settled(await lead('b'));
  expect(asked).toEqual({ leads: 2, costs: 1 });
  await settled(await appendTo(stores.log, 'lead-a', { type: 'LeadRemoved', data: {} }));
  expect(await typesOf('a')).toEqual(['InsightRaised', 'InsightResolved']);
  await settled(await appendTo(stores.log, 'lead-a', { type: 'LeadRestored', data: {} }));
  expect(await typesOf('a')).toEqual(['InsightRaised', 'InsightResolved', 'InsightRaisedAgain']);
  expect(await typesOf('b')).toEqual(['InsightRaised']);
});

test('A burst of events is looked at once', async () => {
  // However slow the machine is, the burst has no pause as long as this, and ends long before it counts as endless.
  start({ everyMs: 1_000 });
  await settled(await lead('first'));
  asked.leads = 0;
  let last = '';
  for (let count = 0; count < 100; count++) last = await lead(`burst ${count}`);
  await settled(last);
  expect(asked.leads).toBe(1);
  expect(await typesOf('burst 99')).toEqual(['InsightRaised']);
});

test('A restart without news asks nobody, and one after news only about these', async () => {
  const ended = start();
  await settled(await lead('a'));
  await ended.stop();
  const again = start();
  await rounds();
  await again.stop();
  expect(asked).toEqual({ leads: 1, costs: 1 });
  const position = await lead('b');
  start();
  await settled(position);
  expect(asked).toEqual({ leads: 2, costs: 1 });
});

test('All detectors are asked once on each day of the company, and on none when its clock is put back', async () => {
  start();
  await settled(await lead('a'));
  now = Date.parse('2026-06-16T03:59:59Z');
  await rounds();
  expect(asked).toEqual({ leads: 1, costs: 1 });
  now = Date.parse('2026-06-16T04:00:00Z');
  await expect.poll(() => asked, LONG).toEqual({ leads: 2, costs: 2 });
  await expect.poll(seen, LONG).toMatchObject({ day: '2026-06-16' });
  now -= HOUR_MS;
  await rounds();
  now += HOUR_MS;
  await rounds();
  expect(asked).toEqual({ leads: 2, costs: 2 });
});

test('Another log is looked at from its start', async () => {
  const ended = start();
  await settled(await lead('a'));
  await ended.stop();
  const record = await stores.state.get('insights/seen');
  const foreign = { ...(await seen()), eventId: '00000000-0000-4000-8000-000000000000' };
  await stores.state.put('insights/seen', foreign, { expected: record?.version ?? 'none' });
  start();
  await expect.poll(() => asked, LONG).toEqual({ leads: 2, costs: 2 });
});

test('Of two processes one looks, and the other goes on where it has ended', async () => {
  const both = { one: start({ holder: 'one' }), two: start({ holder: 'two' }) };
  await settled(await lead('a'));
  await rounds();
  expect(asked).toEqual({ leads: 1, costs: 1 });
  await both.one.stop();
  await settled(await lead('b'));
  expect(asked).toEqual({ leads: 2, costs: 1 });
  expect(await typesOf('a')).toEqual(['InsightRaised']);
});

test('A detector that fails shows in health, what it had found stays, and it is asked again with the next news', async () => {
  const supervisor = start();
  await settled(await lead('a'));
  fails = true;
  await settled(await lead('b'));
  const lastError = () => supervisor.health()[0]?.lastError;
  await expect.poll(lastError, LONG).toBe('The detector slow_leads has failed: No such source.');
  expect(await typesOf('a')).toEqual(['InsightRaised']);
  fails = false;
  await settled(await lead('c'));
  for (const id of ['a', 'b', 'c']) expect(await typesOf(id)).toEqual(['InsightRaised']);
});

test('People who ask at once, in two processes while the loop looks, get true answers, and all is found once', async () => {
  for (let count = 0; count < 20; count++) await lead(`lead ${count}`);
  start();
  const [one, two] = [openInsights({ holder: 'one' }), openInsights({ holder: 'two' })];
  const answers = await Promise.all(Array.from({ length: 10 }, (_, count) => (count % 2 ? one : two).generate()));
  for (const answer of answers)
    expect(answer).toMatchObject({ open: 20, resolved: 0, samples: 0, silent: ['cost_spike'] });
  for (let count = 0; count < 20; count++) expect(await typesOf(`lead ${count}`)).toEqual(['InsightRaised']);
  expect(await one.generate()).toMatchObject({ raised: 0, raisedAgain: 0, open: 20 });
});

test('What a person did meanwhile is not overlooked', async () => {
  await lead('a', 100);
  const commands = stores.commandHandler();
  const dismiss = async () => {
    const about = { actor: 'owner', commandId: 'dismissed', body: '', correlationId: 'dismissed', causationId: null };
    const command = { type: 'DismissInsight', reason: 'known', note: null, now: new Date(now).toISOString() } as const;
    await commands.handle(insight, insightId('slow_leads', 'a'), [command], about);
  };
  let before = async () => {};
  const log: EventStore = {
    ...logWith(stores.log, {}),
    async append(stream, ...rest) {
      await before();
      return stores.log.append(stream, ...rest);
    },
  };
  const insights = openInsights({ log });
  expect(await insights.generate()).toMatchObject({ raised: 1, open: 1 });
  await appendTo(stores.log, 'lead-a', { type: 'LeadRemoved', data: {} });
  before = async () => {
    before = async () => {};
    await dismiss();
  };
  expect(await insights.generate()).toMatchObject({ raised: 0, resolved: 1, open: 0 });
  expect(await typesOf('a')).toEqual(['InsightRaised', 'InsightDismissed', 'InsightResolved']);
});

/** Waits until the loops have come round a few times. */
async function rounds(): Promise<void> {
  const until = turns + 20;
  await expect.poll(() => turns, LONG).toBeGreaterThan(until);
}
