import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deciders, registry } from '../../../domain/index.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { numberingEvents } from '../../../domain/numbering/events.ts';
import { project } from '../../../projections/engine/project.ts';
import { applyEvent } from '../../../projections/engine/projection.ts';
import { createWorkspace } from '../../../projections/engine/workspace.ts';
import { projections } from '../../../projections/index.ts';
import type { Document } from '../../../store/read-models.ts';
import { type AggregateSample, SAMPLE_ID } from '../../support/aggregate-samples/sample.ts';
import { aggregateSamples } from '../../support/aggregate-samples.ts';
import { runs } from '../../support/depth.ts';
import { differences, expectNone } from '../../support/findings.ts';
import { anyEvent } from '../../support/samples/event-arbitraries.ts';
import { metadata } from '../../support/samples/event-samples.ts';

// What holds for every aggregate and every read model, whatever is done. A new one gets a sample in tests/support/aggregate-samples/.

type Documents = ReadonlyMap<string, Document>;

const META = metadata();

function recorded(stream: string, body: EventBody, place: number): RecordedEvent {
  const position = String(place + 1).padStart(16, '0');
  return { ...body, id: `e${place}`, stream, revision: BigInt(place), position, metadata: META };
}

/** The decision, or null if a rule refuses. */
function decided({ decider }: AggregateSample, command: object, state: unknown): EventBody[] | null {
  try {
    return decider.decide(command, state);
  } catch (cause) {
    if (cause instanceof Rejection) return null;
    throw cause;
  }
}

/** An aggregate's state and its documents after any number of events. */
interface Now {
  state: unknown;
  documents: Documents;
  events: number;
}

function applied({ decider, projection }: AggregateSample, now: Now, bodies: readonly EventBody[]): Now {
  let { state, events } = now;
  const documents = new Map(now.documents);
  for (const body of bodies) {
    const event = recorded(`${decider.category}-${SAMPLE_ID}`, body, events++);
    state = decider.evolve(state, body);
    for (const id of projection.ids(event)) {
      const document = applyEvent(projection, documents.get(id) ?? null, event, id);
      if (document) documents.set(id, document);
    }
  }
  return { state, documents, events };
}

/** Walks through any history of commands, and checks each event against the state before it. */
function throughAnyHistory(
  sample: AggregateSample,
  look: (step: { command: object; event: EventBody; before: Now; now: Now }) => void,
  atTheEnd: (now: Now) => void = () => {},
): void {
  const histories = fc.array(sample.commands, { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(histories, (commands) => {
      let now: Now = { state: sample.decider.initial, documents: new Map(), events: 0 };
      for (const command of sample.first ? [sample.first, ...commands] : commands) {
        for (const event of decided(sample, command, now.state) ?? []) {
          const before = now;
          now = applied(sample, before, [event]);
          look({ command, event, before, now });
        }
        expect(decided(sample, command, now.state) ?? []).toEqual([]);
        atTheEnd(now);
      }
    }),
    { numRuns: runs(200) },
  );
}

test('Every aggregate has a sample, with all its events, and every read model is shown by one', () => {
  // The platform takes numbers; they belong to no record.
  const known = [...aggregateSamples.flatMap(({ events }) => events), ...numberingEvents];
  const shown = aggregateSamples.map(({ projection }) => projection.name);
  const samples = 'tests/support/aggregate-samples/';
  // Entries are joined with other costs in `costs`. A person's record and account are joined in `people` by the rules
  // of both. Money that moved is in the streams of invoices and credit; what is booked is also in those of costs. Whose
  // time it was follows from when events were recorded. What a customer was sent is in the parts of campaigns. When an
  // insight was raised is in its own. Where the events of acts are is asked of every stream, and so is who
  // was erased.
  const joined = [
    'costs',
    'people',
    'payments',
    'journal',
    'crew_stints',
    'insight_raises',
    'job_clocks',
    'campaign_mailings',
    'acts',
    'erasures',
  ];
  const categories = aggregateSamples.map(({ decider }) => decider.category);
  expectNone([
    ...differences(deciders.keys(), categories, {
      unlisted: (categories) => `No sample of the aggregate ${categories}. Add one to ${samples}.`,
      gone: (categories) =>
        `A sample of an aggregate that is not registered: ${categories}. Add it to domain/index.ts.`,
    }),
    ...differences(
      registry.keys(),
      known.map(({ type }) => type),
      {
        unlisted: (types) => `In no sample: ${types}. Give the aggregate's sample all of its events, in ${samples}.`,
        gone: (types) => `Samples have events that are not registered: ${types}. Add them to domain/index.ts.`,
      },
    ),
    ...differences(
      projections.map(({ name }) => name),
      [...shown, ...joined],
      {
        unlisted: (names) =>
          `No sample shows the read model ${names}. Name it in its aggregate's sample, in ${samples}.`,
        gone: (names) =>
          `A sample shows a read model that is not registered: ${names}. Add it to projections/index.ts.`,
      },
    ),
  ]);
  // The same ones, and not only the same names.
  expect(known.filter((each) => registry.get(each.type) !== each).map(({ type }) => type)).toEqual([]);
  expect(known.length).toBe(registry.size);
  expect(shown.length + joined.length).toBe(projections.length);
});

/**
 * The company's settings, its catalog, a day of the schedule, a calendar, a week of hours and what somebody is paid are
 * never removed; the others stay when undone.
 */
const STAY = ['company', 'catalog', 'batch', 'plan', 'schedule', 'calendar', 'timesheet', 'invoice', 'credit', 'pay'];

function expectRemoved(sample: AggregateSample, inverse: object, before: Now, now: Now): void {
  const made = [...now.documents.keys()].find((id) => !before.documents.has(id)) as string;
  const undone = applied(sample, now, decided(sample, inverse, now.state) ?? []);
  expect(undone.documents.get(made)).toMatchObject({ removed: true });
}

function isFinal({ final = [], isFinalAfter }: AggregateSample, { type }: EventBody, { state }: Now): boolean {
  return final.includes(type) || isFinalAfter?.(type, state) === true;
}

describe.each(aggregateSamples.map((sample) => [sample.decider.category, sample] as const))('%s', (_, sample) => {
  test('Each step is undone by its inverse, in the state and in the documents', { tags: ['more'] }, () => {
    const { essence = (state) => state, essenceOfDocument = (document) => document } = sample;
    const shown = ({ documents }: Now) =>
      Object.fromEntries([...documents].map(([id, { revision: _, ...document }]) => [id, essenceOfDocument(document)]));
    throughAnyHistory(sample, ({ event, before, now }) => {
      const inverse = sample.decider.inverse(event, before.state);
      if (isFinal(sample, event, before))
        return expect(inverse, `${event.type} is final in its sample, but has an inverse`).toBeNull();
      if (now.documents.size > before.documents.size) {
        // A record's first event leads back to no earlier state: undoing it marks the record as removed, or is
        // impossible.
        if (inverse === null) return;
        if (!STAY.includes(sample.decider.category)) expectRemoved(sample, inverse, before, now);
        return;
      }
      expect(inverse, `${event.type} has no inverse, and is not final in its sample`).not.toBeNull();
      const undone = applied(sample, now, decided(sample, inverse as object, now.state) ?? []);
      expect(essence(undone.state)).toEqual(essence(before.state));
      expect(shown(undone)).toEqual(shown(before));
    });
  });

  test('A repeated command decides nothing, and the documents agree with the state', { tags: ['more'] }, () => {
    throughAnyHistory(
      sample,
      () => {},
      ({ state, documents }) => {
        const shows = sample.shows(state);
        expect(sample.always?.(state) ?? true).toBe(true);
        expect(Object.fromEntries(documents)).toMatchObject(shows);
        for (const [id, document] of documents) expect(document['removed']).toBe((shows[id] as Document)?.['removed']);
      },
    );
  });
});

/** From all aggregates, each in a stream of its own category, and now and then one that only a newer product knows. */
const anyEvents = aggregateSamples.map(({ decider: { category }, events }) => {
  const bodies = fc.oneof(...events.map(anyEvent), fc.constant({ type: 'OnlyInNewerProduct', data: {} }));
  return fc.record({ stream: fc.constantFrom(`${category}-x`, `${category}-y`), body: bodies });
});

function recordedInTurn(entries: readonly { stream: string; body: EventBody }[]): RecordedEvent[] {
  return entries.map(({ stream, body }, place) => recorded(stream, body, place));
}

const anyLog = fc.array(fc.oneof(...anyEvents), { maxLength: 80 }).map(recordedInTurn);

test('Whatever events come, no state and no read model fails, and any cut into batches gives equal documents', {
  tags: ['more'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, fc.array(fc.nat(80), { maxLength: 6 }), async (log, cuts) => {
      for (const { decider } of aggregateSamples)
        log.filter(({ stream }) => stream.startsWith(decider.category)).reduce(decider.evolve, decider.initial);
      expect(await documentsOf(log, cuts)).toEqual(await documentsOf(log, []));
    }),
    { numRuns: runs(300) },
  );
});

test('No read model is concerned by events of a category that it does not name', { tags: ['more'] }, async () => {
  const ofAll = projections.map(({ of: _, ...projection }) => projection);
  for (const each of anyEvents) {
    const logOfOne = fc.array(each, { minLength: 20, maxLength: 40 }).map(recordedInTurn);
    await fc.assert(
      fc.asyncProperty(logOfOne, async (log) => {
        expect(await documentsOf(log, [], projections)).toEqual(await documentsOf(log, [], ofAll));
      }),
      { numRuns: runs(20) },
    );
  }
});

/** What the read models hold after reading the log in batches that end at these places. */
async function documentsOf(
  log: readonly RecordedEvent[],
  cuts: readonly number[],
  read = projections,
): Promise<Map<string, Document>> {
  const committed = new Map<string, Document>();
  const ends = [...cuts.filter((cut) => cut < log.length), log.length].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    const workspace = createWorkspace({
      get: async (collection, ids) =>
        new Map(
          ids.flatMap((id) => {
            const found = committed.get(`${collection} ${id}`);
            return found ? [[id, found as never]] : [];
          }),
        ),
    });
    expect(await project(log.slice(start, end), read, workspace)).toEqual([]);
    for (const { collection, document } of workspace.takeChanges())
      committed.set(`${collection} ${document.id}`, structuredClone(document));
    start = end;
  }
  return committed;
}
