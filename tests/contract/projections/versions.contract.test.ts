import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { buildAsOf, PAST_EPOCH } from '../../../projections/engine/as-of.ts';
import type { Moment } from '../../../projections/engine/moment.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import { createTaking } from '../../../projections/past/taking.ts';
import { placeOf } from '../../../projections/past/times.ts';
import { versionCollections, versioned } from '../../../projections/past/version-collections.ts';
import { versionsAt } from '../../../projections/past/version-view.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import {
  type Answering,
  DamagedReadModels,
  type Document,
  type Query,
  type Scalar,
} from '../../../store/read-models.ts';
import { pagesOf } from '../../../store/read-pages.ts';
import { runs } from '../../support/depth.ts';
import {
  anyHistory,
  anyMoment,
  at,
  folded,
  known,
  logOf,
  positionOf,
  recorded,
  type Step,
} from '../../support/samples/histories.ts';
import { captured } from '../../support/samples/lead-events.ts';
import { documentsOf } from '../../support/stores/read-model-dump.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openStore() {
  const folder = await tempFolder();
  const store = openEmbeddedReadModels({ folder: folder.path });
  closing.push(folder.remove, () => store.close());
  return { store, path: folder.path };
}

/** The versions of events: the first are built, the others follow. */
async function versionsOf(events: readonly RecordedEvent[], built: number, pageSize: number) {
  const { store, path } = await openStore();
  const log = logOf(events, pageSize);
  const models = await store.create('versions', versionCollections(projections));
  await models.claim(PAST_EPOCH);
  const signal = new AbortController().signal;
  const building = await createTaking({ models, log, projections, isBuild: true });
  for await (const batch of logOf(events.slice(0, built), pageSize).subscribe('', signal)) await building.take(batch);
  await building.write();
  await models.finishBuild();
  const following = await createTaking({ models, log, projections, isBuild: false });
  for await (const batch of logOf(events.slice(built), pageSize).subscribe('', signal)) await following.take(batch);
  return { models, log, path, check: () => store.check('versions', signal) };
}

/** What the read models answer as of a moment, made from the log as a whole. */
async function whole(events: readonly RecordedEvent[], moment?: Moment): Promise<Answering> {
  const { signal } = new AbortController();
  const { store } = await openStore();
  const { models } = await buildAsOf({ log: logOf(events, 10), store, projections, moment, signal });
  return models;
}

const some = versioned(projections);

async function idsOf(models: Answering, collection: string, query: Query): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of pagesOf(models, collection, query)) ids.push(...page.map(({ id }) => id));
  return ids;
}

/** By each index: lists in pages in both directions, up to and from a value, counts, also by a field of no index, and a sum. */
async function byIndexes(models: Answering, { collection, indexes }: Projection, example: Document | undefined) {
  const answers: unknown[] = [];
  for (const index of indexes) {
    if (index.some((field) => typeof (example?.[field] ?? '') === 'object')) continue;
    const where = Object.fromEntries(index.slice(0, -1).map((field) => [field, (example?.[field] ?? null) as Scalar]));
    const field = index.at(-1) as string;
    for (const direction of ['asc', 'desc'] as const)
      answers.push(await idsOf(models, collection, { where, order: { field, direction }, limit: 2 }));
    const value = example?.[field];
    if (typeof value === 'string' || typeof value === 'number')
      for (const bound of ['lt', 'lte', 'gte'])
        answers.push(
          await idsOf(models, collection, {
            where: { ...where, [field]: { [bound]: value } },
            order: { field, direction: 'asc' },
            limit: 2,
          }),
        );
    const revision = (example?.['revision'] ?? 0) as number;
    if (index.length > 1)
      answers.push(
        await models.count(collection, { where }),
        await models.count(collection, { where: { ...where, revision } }),
      );
    answers.push(await models.sum(collection, { where, groupBy: [], sum: [] }));
  }
  return answers;
}

/** By id: one, those before and after it, all in pages. */
async function byId(models: Answering, { collection }: Projection, { id }: Document) {
  const conditions = [
    { id },
    { id: { in: [id, 'none'] } },
    ...['gt', 'gte', 'lt', 'lte'].map((bound) => ({ id: { [bound]: id } })),
  ];
  const lists = conditions.map((where) => idsOf(models, collection, { where, limit: 2 }));
  const down = idsOf(models, collection, { order: { field: 'id', direction: 'desc' }, limit: 2 });
  return Promise.all([...lists, down, models.get(collection, [id, 'none']).then((found) => [...found])]);
}

/** A search, also among those of one kind. */
async function bySearch(models: Answering, { collection, search, indexes }: Projection, example: Document) {
  const text = search.map((field) => example[field]).find((value) => typeof value === 'string' && value.length > 2);
  if (typeof text !== 'string') return [];
  const asked = { search: text.slice(0, 10), limit: 2 };
  const [field = 'id'] = indexes.find(({ length }) => length === 1) ?? [];
  const where = { revision: example['revision'] as number };
  return Promise.all([
    idsOf(models, collection, asked),
    idsOf(models, collection, { ...asked, where }),
    idsOf(models, collection, { ...asked, order: { field, direction: 'desc' } }),
    models.count(collection, { search: asked.search }),
    models.count(collection, { search: asked.search, where }),
  ]);
}

async function asked(models: Answering, documents: Record<string, Document[]>): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const projection of some) {
    const example = documents[projection.collection]?.at(-1);
    answers.push(await byIndexes(models, projection, example), await models.count(projection.collection, {}));
    if (example) answers.push(await byId(models, projection, example), await bySearch(models, projection, example));
  }
  return answers;
}

test('As of any moment that is the beginning of a log, its versions answer as what is made of it as a whole', {
  tags: ['more'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      fc.array(anyMoment, { minLength: 1, maxLength: 3 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      async (events, moments, built, pageSize) => {
        const { models, log, check } = await versionsOf(events, built, pageSize);
        await check();
        for (const moment of moments) {
          const place = await placeOf(moment, { models, log });
          const then = known(events, moment);
          const isBeginning = then.every((event, at) => event === events[at]);
          if (!isBeginning) expect(place).toBeNull();
          if (place === null) continue;
          expect(place.end).toBe(then.at(-1)?.position ?? '');
          const times = then.map(({ metadata }) => metadata.recordedAt).sort();
          expect(place.recordedAt).toBe(times.at(-1) ?? null);
          const made = await whole(events, moment);
          const view = versionsAt(place, { versions: models, live: made, projections });
          const documents = await documentsOf(view as never, some);
          const expected = folded(then);
          expect(documents).toEqual(
            Object.fromEntries(some.map(({ collection }) => [collection, expected[collection]])),
          );
          expect(await asked(view, documents)).toEqual(await asked(made, documents));
        }
        for (const close of closing.splice(0).toReversed()) await close();
      },
    ),
    { numRuns: runs(15) },
  );
});

describe('Given leads that were added, renamed, and dated back', () => {
  const lead = (name: string, minute: number): Step => ({ stream: `lead-${name}`, body: captured(name), minute });
  const revised = (name: string, to: string, minute: number): Step => {
    return { stream: `lead-${name}`, body: { type: 'LeadDetailsRevised', data: { name: to } }, minute };
  };
  const events = recorded([lead('oak', 10), revised('oak', 'Salem', 20), lead('ash', 15), revised('oak', 'Dover', 30)]);

  test.each([0, 2, 4])(
    'An instant is a place but where something was dated back over it (%i built at once)',
    async (built) => {
      const { models, log } = await versionsOf(events, built, 2);
      const endAt = async (moment: Moment) => (await placeOf(moment, { models, log }))?.end ?? null;
      expect(await endAt({ instant: at(9) })).toBe('');
      expect(await endAt({ instant: at(14) })).toBe(positionOf(0));
      expect(await endAt({ instant: at(15) })).toBeNull();
      expect(await endAt({ instant: at(19) })).toBeNull();
      expect(await endAt({ instant: at(20) })).toBe(positionOf(2));
      expect(await endAt({ instant: at(1_000) })).toBe(positionOf(3));
      expect(await endAt({ position: positionOf(1) })).toBe(positionOf(1));
    },
  );

  test('Nothing that the build wrote beside the versions is left', async () => {
    const { path } = await versionsOf(events, 4, 2);
    expect((await readdir(path)).filter((file) => file.includes('building'))).toEqual([]);
  });

  test.each(['since = since + 1', 'until = until - 1', '"field createdAt" = \'2026\'', "id = 'acorn'"])(
    'A run that says otherwise than the versions is found (%s)',
    async (altered) => {
      const { path, check } = await versionsOf(events, 2, 2);
      await check();
      const db = new DatabaseSync(join(path, 'read-models-versions.db'));
      db.exec(`UPDATE "leads by removed createdAt" SET ${altered} WHERE id = 'oak'`);
      db.close();
      await expect(check()).rejects.toThrow(DamagedReadModels);
    },
  );

  test('A search finds a lead by the name that it had', async () => {
    const { models } = await versionsOf(events, 2, 3);
    const found = async (place: number, search: string) => {
      const view = versionsAt(
        { end: positionOf(place), events: place + 1 },
        { versions: models, live: models, projections },
      );
      expect(await view.count('leads', { search })).toBe((await idsOf(view, 'leads', { search, limit: 10 })).length);
      return idsOf(view, 'leads', { search, limit: 10 });
    };
    expect(await found(0, 'oak')).toEqual(['oak']);
    expect(await found(1, 'oak')).toEqual([]);
    expect(await found(1, 'salem')).toEqual(['oak']);
    expect(await found(3, 'salem')).toEqual([]);
    expect(await found(3, 'dover')).toEqual(['oak']);
  });
});
