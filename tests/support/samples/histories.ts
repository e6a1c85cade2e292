import fc from 'fast-check';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { type Linking, linkingOf } from '../../../projections/engine/links.ts';
import type { Moment } from '../../../projections/engine/moment.ts';
import { applyEvent, type Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import type { EventLog } from '../../../store/event-store.ts';
import type { Document } from '../../../store/read-models.ts';
import { aggregateSamples } from '../aggregate-samples.ts';
import { anyEvent } from './event-arbitraries.ts';
import { metadata } from './event-samples.ts';

// Histories of all aggregates, and what they had come to at a moment, folded one event after the other.

type Dump = Record<string, Document[]>;

export interface Step {
  stream: string;
  body: EventBody;
  minute: number;
}

/** A minute of the histories, ISO UTC. */
export const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 12, minute)).toISOString();
/** The position of an event by its place, from 0. */
export const positionOf = (place: number) => String(place + 1).padStart(16, '0');

/** As a log has them: in order, each at the next revision of its stream, whatever the clock said. */
export function recorded(steps: readonly Step[]): RecordedEvent[] {
  const revisions = new Map<string, bigint>();
  return steps.map(({ stream, body, minute }, place) => {
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    const meta = { ...metadata(), recordedAt: at(minute) };
    return { ...body, id: `e${place}`, stream, revision, position: positionOf(place), metadata: meta };
  });
}

/** The part of a log that a build reads. */
export function logOf(events: readonly RecordedEvent[], pageSize: number): EventLog {
  return {
    readAll: async (after, limit) => events.filter(({ position }) => position > after).slice(0, limit),
    async *subscribe() {
      for (let from = 0; from === 0 || from < events.length; from += pageSize) {
        const entries = events.slice(from, from + pageSize);
        const { position = '', id: eventId = '' } = entries.at(-1) ?? {};
        yield { entries, position, eventId, live: from + pageSize >= events.length };
      }
    },
  } as Partial<EventLog> as EventLog;
}

/** What had been recorded: each stream up to its first event of later. */
export function known(events: readonly RecordedEvent[], moment: Moment): RecordedEvent[] {
  if ('position' in moment) return events.filter(({ position }) => position <= moment.position);
  const isLater = ({ metadata: { recordedAt } }: RecordedEvent) => recordedAt > moment.instant;
  return events.filter(
    ({ stream, revision }) =>
      !events.some((each) => each.stream === stream && each.revision <= revision && isLater(each)),
  );
}

/** The documents of events, folded one by one, then linked. */
export function folded(events: readonly RecordedEvent[]): Dump {
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
export const anyHistory = fc.array(fc.oneof(...anySteps), { maxLength: 60 }).chain((steps) =>
  fc.array(fc.nat(5), { minLength: steps.length, maxLength: steps.length }).map((odds) =>
    recorded(
      steps.map((step, place) => ({
        ...step,
        minute: odds[place] === 0 ? step.minute : Math.floor((place * MINUTES) / steps.length),
      })),
    ),
  ),
);
export const anyMoment = fc.oneof(
  fc.integer({ min: -1, max: MINUTES + 1 }).map((minute) => ({ instant: at(minute) })),
  fc.nat(70).map((place) => ({ position: positionOf(place) })),
);
