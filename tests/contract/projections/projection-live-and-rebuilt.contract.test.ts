import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { NO_JOB_DETAILS } from '../../../domain/job/events.ts';
import { job } from '../../../domain/job/job.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { NO_QUOTE_DETAILS } from '../../../domain/quote/events.ts';
import { quote } from '../../../domain/quote/quote.ts';
import { buildNext } from '../../../projections/engine/generations.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import type { EventLog } from '../../../store/event-store.ts';
import type { ReadModels } from '../../../store/read-models.ts';
import { aggregateSamples } from '../../support/aggregate-samples.ts';
import { runs } from '../../support/depth.ts';
import { anyEvent } from '../../support/samples/event-arbitraries.ts';
import { appendTo, blessed, captured, newerRegistry } from '../../support/samples/lead-events.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { openLive, startRunner } from '../../support/stores/projection-runner.ts';
import { documentsOf } from '../../support/stores/read-model-dump.ts';

let stores: ProductStores;
afterEach(() => stores.close());

/** Counts the events of each lead, so that applying one twice shows; fails on a note that says "poison". */
const counting: Projection = {
  name: 'counts',
  version: 1,
  collection: 'counts',
  indexes: [],
  search: [],
  ids: (event) => [event.stream],
  evolve(document, event) {
    if ((event.data as { notes?: string }).notes === 'poison') throw new Error('This note cannot be taken.');
    return { events: Number(document?.['events'] ?? 0) + 1 };
  },
};
const all = [...projections, counting];

/** From all aggregates, each in a stream of its own category. */
const anyEvents = aggregateSamples.map(({ decider: { category }, events }) =>
  fc.record({
    stream: fc.constantFrom(`${category}-a`, `${category}-b`),
    body: fc.oneof(...events.map(anyEvent)),
  }),
);

/** For leads: what no read model can apply, what one cannot, and what only a newer product knows. */
const strange = fc.record({
  stream: fc.constantFrom('lead-a', 'lead-b'),
  body: fc.constantFrom<EventBody>(captured('Oak'), { type: 'LeadDetailsRevised', data: { notes: 'poison' } }, blessed),
});

const acts = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(...anyEvents) },
  { weight: 2, arbitrary: strange },
  { weight: 1, arbitrary: fc.constantFrom('stop and start' as const, 'catch up' as const) },
);

test('Live documents and dead letters equal rebuilt ones, whatever the batches, redeliveries, stops and starts', {
  tags: ['more'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(acts, { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      async (history, pageSize, redelivers) => {
        stores = await openProductStores();
        const writing = stores.openLog({ registry: newerRegistry });
        const read = stores.openLog({ pageSize });
        const log = redelivers ? redelivering(read) : read;
        const start = () => startRunner(stores, { log, projections: all });

        let runner = start();
        await runner.reached('');
        for (const act of history) {
          if (act === 'catch up') await runner.reached(await read.head());
          else if (act === 'stop and start') {
            await runner.stop();
            runner = start();
          } else await appendTo(writing, act.stream, act.body);
        }
        await runner.reached(await read.head());
        await runner.stop();
        expect(await runner.ended).toBeNull();

        const live = await openLive(stores);
        const { signal } = new AbortController();
        const context = { log: read, state: stores.state, store: stores.readModels, projections: all, signal };
        const rebuilt = await buildNext({ ...context, progress() {} }, 1_000);
        expect(await contentOf(rebuilt)).toEqual(await contentOf(live));
        await stores.close();
      },
    ),
    { numRuns: runs(10) },
  );
});

test('A job carries the campaign of the lead of its quote, whichever is told first, also corrected and rebuilt', async () => {
  stores = await openProductStores();
  const { log, state, readModels: store } = stores;
  const now = '2026-06-15T12:00:00.000Z';
  const details = { ...NO_QUOTE_DETAILS, customerName: 'Ada Lovelace', propertyAddress: '3 Elm St' };
  const quoted = quote.decide({ type: 'CreateQuote', customerId: null, leadId: 'l', details, now }, quote.initial);
  const { title: _, ...plan } = NO_JOB_DETAILS;
  const agreement = { ...plan, quoteId: 'q', quoteVersion: 1, items: [], photoIds: [] };
  const agreed = job.decide({ type: 'AgreeOnPlan', number: 1001, customerId: 'c', agreement, now }, job.initial);
  const runner = startRunner(stores, { projections });
  const jobIn = async (models: ReadModels) => (await models.get('jobs', ['j'])).get('j');
  const jobNow = async () => {
    await runner.reached(await log.head());
    return jobIn(await openLive(stores));
  };
  await appendTo(log, 'job-j', ...agreed);
  expect(await jobNow()).toMatchObject({ quoteId: 'q', leadId: null, campaignId: null });
  await appendTo(log, 'quote-q', ...quoted);
  expect(await jobNow()).toMatchObject({ leadId: 'l', campaignId: null });
  await appendTo(log, 'lead-l', captured('Ada'), { type: 'LeadDetailsRevised', data: { campaignId: 'spring' } });
  expect(await jobNow()).toMatchObject({ campaignId: 'spring' });
  await appendTo(log, 'lead-l', { type: 'LeadDetailsRevised', data: { campaignId: 'fall' } });
  const live = await jobNow();
  expect(live).toMatchObject({ campaignId: 'fall' });
  await runner.stop();
  const { signal } = new AbortController();
  const rebuilt = await buildNext({ log, state, store, projections, signal, progress() {} }, 1_000);
  expect(await jobIn(rebuilt)).toEqual(live);
});

async function contentOf(models: ReadModels) {
  const counts = await models.find('counts', { limit: 500 });
  const { position, eventId } = await models.checkpoint();
  return {
    documents: { ...(await documentsOf(models)), counts: counts.documents },
    deadLetters: await models.deadLetters(),
    at: { position, eventId },
  };
}

/** A log whose subscription delivers every batch twice, as one that reconnected may. */
function redelivering(log: EventLog): EventLog {
  return logWith(log, {
    async *subscribe(after, signal) {
      for await (const batch of log.subscribe(after, signal)) {
        yield batch;
        yield batch;
      }
    },
  });
}
