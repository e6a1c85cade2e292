import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { buildAsOf, projectionsOf } from '../../../projections/engine/as-of.ts';
import { type Linking, linkingOf } from '../../../projections/engine/links.ts';
import type { Moment } from '../../../projections/engine/moment.ts';
import { applyEvent, type Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { type EventLog, START } from '../../../store/event-store.ts';
import type { Document } from '../../../store/read-models.ts';
import { aggregateSamples } from '../../support/aggregate-samples.ts';
import { runs } from '../../support/depth.ts';
import { anyEvent } from '../../support/samples/event-arbitraries.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { captured } from '../../support/samples/lead-events.ts';
import { documentsOf } from '../../support/stores/read-model-dump.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let remove: () => Promise<void> = async () => {};
afterEach(() => remove());

type Dump = Record<string, Document[]>;

interface Step {
  stream: string;
  body: EventBody;
  minute: number;
}

const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 12, minute)).toISOString();
const positionOf = (place: number) => String(place + 1).padStart(16, '0');

/** As a log has them: in order, each at the next revision of its stream, whatever the clock said. */
function recorded(steps: readonly Step[]): RecordedEvent[] {
  const revisions = new Map<string, bigint>();
  return steps.map(({ stream, body, minute }, place) => {
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    const meta = { ...metadata(), recordedAt: at(minute) };
    return { ...body, id: `e${place}`, stream, revision, position: positionOf(place), metadata: meta };
  });
}

/** The part of a log that a build reads. */
function logOf(events: readonly RecordedEvent[], pageSize: number): EventLog {
  return {
    async *subscribe() {
      for (let from = 0; from === 0 || from < events.length; from += pageSize) {
        const entries = events.slice(from, from + pageSize);
        const { position = '', id: eventId = '' } = entries.at(-1) ?? {};
        yield { entries, position, eventId, live: from + pageSize >= events.length };
      }
    },
  } as Partial<EventLog> as EventLog;
}

async function asOf(
  events: readonly RecordedEvent[],
  moment: Moment | undefined,
  { pageSize = 7, built = projections }: { pageSize?: number; built?: readonly Projection[] } = {},
) {
  const folder = await tempFolder();
  const store = openEmbeddedReadModels({ folder: folder.path });
  remove = async () => {
    await store.close();
    await folder.remove();
  };
  const { signal } = new AbortController();
  const { models, ...past } = await buildAsOf({
    log: logOf(events, pageSize),
    store,
    projections: built,
    moment,
    signal,
  });
  const names = new Set(built.map(({ collection }) => collection));
  const documents = await documentsOf(models, built);
  const checkpoint = await models.checkpoint();
  const deadLetters = await models.deadLetters();
  await remove();
  return { documents, names, checkpoint, deadLetters, ...past };
}

/** What had been recorded: each stream up to its first event of later. */
function known(events: readonly RecordedEvent[], moment: Moment): RecordedEvent[] {
  if ('position' in moment) return events.filter(({ position }) => position <= moment.position);
  const isLater = ({ metadata: { recordedAt } }: RecordedEvent) => recordedAt > moment.instant;
  return events.filter(
    ({ stream, revision }) =>
      !events.some((each) => each.stream === stream && each.revision <= revision && isLater(each)),
  );
}

/** The documents of events, folded one by one, then linked. */
function folded(events: readonly RecordedEvent[]): Dump {
  const all = new Map(projections.map(({ collection }) => [collection, new Map<string, Document>()]));
  const of = (collection: string) => all.get(collection) as Map<string, Document>;
  for (const event of events) for (const projection of projections) applied(projection, event, of);
  for (const projection of linkingOf(projections))
    for (const document of of(projection.collection).values())
      Object.assign(document, linked(projection, document, of));
  const dump = [...all].map(([collection, documents]) => [collection, [...documents.values()].sort(byId)]);
  // As JSON has it: no -0.
  return JSON.parse(JSON.stringify(Object.fromEntries(dump))) as Dump;
}

type Collections = (collection: string) => Map<string, Document>;

function applied(projection: Projection, event: RecordedEvent, of: Collections): void {
  for (const id of new Set(projection.ids(event))) {
    const before = of(projection.collection).get(id) ?? null;
    const after = applyEvent(projection, before, event, id);
    if (after) of(projection.collection).set(id, after);
    for (const { collection, document } of projection.adds?.(before, after, event) ?? [])
      of(collection).set(document.id, document);
  }
}

function linked({ links }: Linking, document: Document, of: Collections): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const link of links) {
    const by = link.by in fields ? fields[link.by] : document[link.by];
    const target = of(link.collection).get(String(by));
    for (const [name, field] of Object.entries(link.fields)) fields[name] ??= target?.[field] ?? null;
  }
  return fields;
}

function byId(one: Document, other: Document): number {
  return Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));
}

const MINUTES = 40;
const anySteps = aggregateSamples.map(({ decider: { category }, events }) =>
  fc.record({
    stream: fc.constantFrom(`${category}-a`, `${category}-b`),
    body: fc.oneof(...events.map(anyEvent)),
    minute: fc.nat(MINUTES),
  }),
);
/** Of a clock that goes forward; some is dated back by an import, and now and then the clock is wrong. */
const anyHistory = fc.array(fc.oneof(...anySteps), { maxLength: 60 }).chain((steps) =>
  fc.array(fc.nat(5), { minLength: steps.length, maxLength: steps.length }).map((odds) =>
    recorded(
      steps.map((step, place) => ({
        ...step,
        minute: odds[place] === 0 ? step.minute : Math.floor((place * MINUTES) / steps.length),
      })),
    ),
  ),
);
const anyMoment = fc.oneof(
  fc.integer({ min: -1, max: MINUTES + 1 }).map((minute) => ({ instant: at(minute) })),
  fc.nat(70).map((place) => ({ position: positionOf(place) })),
);

test('As of any moment, every collection is what its events had been, folded afresh, wherever clocks went back', {
  tags: ['more'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, anyMoment, fc.integer({ min: 1, max: 20 }), async (events, moment, pageSize) => {
      const then = known(events, moment);
      const past = await asOf(events, moment, { pageSize });
      expect(past.documents).toEqual(folded(then));
      expect(past.events).toBe(then.length);
      expect(past.isAll).toBe(then.length === events.length);
      expect(past.recordedAt).toBe(
        then
          .map(({ metadata }) => metadata.recordedAt)
          .sort()
          .at(-1) ?? null,
      );
      expect(past.last).toBe(then.at(-1)?.position ?? START);
      expect(past.deadLetters).toEqual([]);
    }),
    { numRuns: runs(30) },
  );
});

test('Only some collections are built, with what they link to, and are the same as among all', {
  tags: ['more'],
}, async () => {
  const some = fc.subarray(
    projections.map(({ collection }) => collection),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(anyHistory, anyMoment, some, async (events, moment, collections) => {
      const built = projectionsOf(collections, projections);
      const { documents } = await asOf(events, moment, { built });
      const whole = folded(known(events, moment));
      for (const collection of collections) expect(documents[collection]).toEqual(whole[collection]);
    }),
    { numRuns: runs(30) },
  );
});

describe('the edges', () => {
  const lead = (name: string, minute: number): Step => ({ stream: `lead-${name}`, body: captured(name), minute });
  const revised = (name: string, to: string, minute: number): Step => {
    return { stream: `lead-${name}`, body: { type: 'LeadDetailsRevised', data: { name: to } }, minute };
  };
  const events = recorded([lead('oak', 10), lead('ash', 5), revised('oak', 'Salem', 20), revised('oak', 'Dover', 15)]);
  const leadsAt = async (moment: Moment | undefined) => {
    const { documents, events: taken, recordedAt, isAll } = await asOf(events, moment);
    return { leads: documents['leads']?.map(({ id, name }) => [id, name]), taken, recordedAt, isAll };
  };

  test('Before the first event there is nothing, and after the last everything', async () => {
    expect(await leadsAt({ instant: at(4) })).toEqual({ leads: [], taken: 0, recordedAt: null, isAll: false });
    const everything = {
      leads: [
        ['ash', 'ash'],
        ['oak', 'Dover'],
      ],
      taken: 4,
      recordedAt: at(20),
      isAll: true,
    };
    expect(await leadsAt({ instant: at(1_000) })).toEqual(everything);
    expect(await leadsAt(undefined)).toEqual(everything);
    expect(await leadsAt({ position: positionOf(3) })).toEqual(everything);
  });

  test('An instant counts what was dated back to before it, though it is later in the log', async () => {
    expect(await leadsAt({ instant: at(5) })).toMatchObject({ leads: [['ash', 'ash']] });
    expect(await leadsAt({ position: positionOf(0) })).toMatchObject({ leads: [['oak', 'oak']] });
  });

  test('What was recorded after the clock was set back waits for the event that it stands on', async () => {
    expect(await leadsAt({ instant: at(16) })).toMatchObject({
      leads: [
        ['ash', 'ash'],
        ['oak', 'oak'],
      ],
      taken: 2,
    });
    expect(await leadsAt({ instant: at(20) })).toMatchObject({
      leads: [
        ['ash', 'ash'],
        ['oak', 'Dover'],
      ],
      taken: 4,
    });
  });
});
