import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { followers } from '../../../api/areas.ts';
import { jobKind } from '../../../api/jobs/record.ts';
import { followersOf, recordKinds } from '../../../api/kit/records.ts';
import { photoKind } from '../../../api/photos/record.ts';
import { deciders } from '../../../domain/index.ts';
import type { EventBody, EventDefinition, RecordedEvent } from '../../../domain/kit/event.ts';
import { applyEvent } from '../../../projections/engine/projection.ts';
import type { Document } from '../../../store/read-models.ts';
import { type AggregateSample, SAMPLE_ID } from '../../support/aggregate-samples/sample.ts';
import { sampleOf } from '../../support/aggregate-samples.ts';
import { runs } from '../../support/depth.ts';
import { differences, expectNone } from '../../support/findings.ts';
import { anyEvent } from '../../support/samples/event-arbitraries.ts';
import { metadata } from '../../support/samples/event-samples.ts';

// Every kind of record about a person, erased whatever happened to it. A new one that follows a person is found here
// automatically; one about a person of its own declares below how it is erased, or why it is not.

const MARK = 'Zelkova';
const MARKED_NUMBER = 41.403381;
const MARKS = [MARK, MARK.toLowerCase(), String(MARKED_NUMBER)];

/** What erases records that are not erased along with the person they follow. */
const ERASED_BY: Readonly<Record<string, object>> = {
  customer: { type: 'EraseCustomer', confirm: `${MARK} ${MARK}` },
  lead: { type: 'EraseLead' },
  staff: { type: 'EraseStaffMember', confirm: `${MARK} ${MARK}` },
  user: { type: 'EraseUser', confirm: null },
  pay: { type: 'ErasePay' },
  suppression: { type: 'EraseSuppression' },
};

/** What has to have happened by then. */
const FIRST: Readonly<Record<string, EventBody>> = {
  staff: { type: 'StaffMemberLeft', data: { closesAccount: true } },
};

/** A crew is nobody: its address goes when it is changed, and no call erases what it was. */
const NOT_ERASED = ['roster'];

/** Puts the mark into each sealed field present in an event's data. */
function marked({ versions }: EventDefinition, { type, data }: EventBody): EventBody {
  const marks = (versions.at(-1)?.personal ?? []).filter(({ name }) => name in data);
  const fields = marks.map(({ name, erased }) => {
    if (Array.isArray(erased)) return [name, markedTexts((data as Record<string, unknown>)[name])];
    return [name, erased === null ? MARKED_NUMBER : MARK];
  });
  return { type, data: { ...data, ...Object.fromEntries(fields) } };
}

/** Replaces every text in a list with the mark, however deep. */
function markedTexts(items: unknown): unknown {
  return JSON.parse(JSON.stringify(items), (_, value) => (typeof value === 'string' ? MARK : value));
}

/** An event as it reads once its person's key is destroyed. */
function unreadable({ versions }: EventDefinition, { type, data }: EventBody): EventBody {
  const personal = versions.at(-1)?.personal ?? [];
  const isSealed = personal.some(({ name }) => (data as Record<string, unknown>)[name] !== undefined);
  const fields = isSealed ? personal.map(({ name, erased }) => [name, erased]) : [];
  return { type, data: { ...data, ...Object.fromEntries(fields) } };
}

type Shaped = (definition: EventDefinition, body: EventBody) => EventBody;

function anyHistory({ decider, events }: AggregateSample, shaped: Shaped): fc.Arbitrary<EventBody[]> {
  const before = events.filter(({ erases }) => !erases);
  const [first, ...others] = before.map((definition) => anyEvent(definition).map((body) => shaped(definition, body)));
  if (!first) throw new Error('An aggregate without events.');
  const last = FIRST[decider.category];
  return fc
    .tuple(first, fc.array(fc.oneof(...others), { maxLength: 12 }))
    .map(([one, more]) => [one, ...more, ...(last ? [last] : [])]);
}

function folded({ decider, projection }: AggregateSample, bodies: readonly EventBody[]) {
  const stream = `${decider.category}-${SAMPLE_ID}`;
  const documents = new Map<string, Document>();
  for (const [index, body] of bodies.entries()) {
    const event: RecordedEvent = {
      ...body,
      id: `e${index}`,
      stream,
      revision: BigInt(index),
      position: String(index),
      metadata: metadata(),
    };
    for (const id of projection.ids(event)) {
      const document = applyEvent(projection, documents.get(id) ?? null, event, id);
      if (document) documents.set(id, document);
    }
  }
  return { state: bodies.reduce(decider.evolve, decider.initial), documents: [...documents.values()] };
}

function erasing(category: string): object | undefined {
  return followers.find(({ decider }) => decider.category === category)?.whose.erase ?? ERASED_BY[category];
}

describe('a record about a person', () => {
  const ofPeople = [...deciders.values()].filter(({ whose }) => whose !== 'nobody').map(({ category }) => category);

  test('A record about a person is erased, unless it is known that nothing erases it', () => {
    const following = followers.map(({ decider }) => decider.category);
    const known = [...following, ...Object.keys(ERASED_BY), ...NOT_ERASED];
    expectNone(
      differences(ofPeople, known, {
        unlisted: (categories) =>
          `Say how the person of a record of the aggregate ${categories} is erased: by erase in the whose of its decider ` +
          'if it follows a person, and its kind in api/areas.ts; else under ERASED_BY or NOT_ERASED in ' +
          'tests/unit/kinds/erased-records.unit.test.ts.',
        gone: (categories) =>
          `About nobody: ${categories}. Take it out of tests/unit/kinds/erased-records.unit.test.ts.`,
      }),
    );
    expect(new Set(known).size).toBe(known.length);
    expect(ofPeople.filter((category) => (erasing(category) === undefined) !== NOT_ERASED.includes(category))).toEqual(
      [],
    );
  });

  test.each(ofPeople.filter((category) => erasing(category)))(
    'A record about a person, of the kind %s, says nothing once erased',
    { tags: ['more'] },
    (category) => {
      const sample = sampleOf(category);
      fc.assert(
        fc.property(anyHistory(sample, marked), (history) => {
          const command = erasing(category) as object;
          const before = folded(sample, history);
          const erased = folded(sample, [...history, ...sample.decider.decide(command, before.state)]);
          const told = JSON.stringify(erased);
          for (const mark of MARKS) expect(told).not.toContain(mark);
          for (const document of erased.documents) expect(document).toMatchObject({ erased: true });
          expect(sample.decider.decide(command, erased.state)).toEqual([]);
        }),
        { numRuns: runs(100) },
      );
    },
  );

  // By then, events recorded earlier read differently: a field that was null is sealed with the others.
  test.each(ofPeople.filter((category) => erasing(category)))(
    'A record about a person, of the kind %s, reads once erased as if rebuilt',
    { tags: ['more'] },
    (category) => {
      const sample = sampleOf(category);
      const definitions = new Map(sample.events.map((definition) => [definition.type as string, definition]));
      const each = (shaped: Shaped, history: readonly EventBody[]) =>
        history.map((body) => shaped(definitions.get(body.type) as EventDefinition, body));
      fc.assert(
        fc.property(
          anyHistory(sample, (_, body) => body),
          (history) => {
            const erasure = sample.decider.decide(
              erasing(category) as object,
              folded(sample, each(marked, history)).state,
            );
            expect(folded(sample, [...history, ...erasure])).toEqual(
              folded(sample, [...each(unreadable, history), ...erasure]),
            );
          },
        ),
        { numRuns: runs(100) },
      );
    },
  );
});

describe('what is erased with whom it follows', () => {
  test('What is erased with whom it follows is found by an index, and so are its files: else the product does not start', () => {
    const without = (index: string) => {
      const { projection } = photoKind;
      const indexes = projection.indexes.filter((each) => each.join() !== index);
      return recordKinds([jobKind, { ...photoKind, projection: { ...projection, indexes } }] as never);
    };
    expect(() => followersOf(without('category,recordId'))).toThrow(
      "photos needs the index ['category', 'recordId']. Declare it in projections/photos.ts.",
    );
    expect(() => followersOf(without('erased,sha256'))).toThrow(
      "photos needs the index ['erased', 'sha256']. Declare it in projections/photos.ts.",
    );
    expect(followersOf(without(''))).toHaveLength(2);
  });
});
