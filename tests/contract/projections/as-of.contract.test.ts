import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { buildAsOf, projectionsOf } from '../../../projections/engine/as-of.ts';
import type { Moment } from '../../../projections/engine/moment.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { START } from '../../../store/event-store.ts';
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

let remove: () => Promise<void> = async () => {};
afterEach(() => remove());

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
