import { afterEach, beforeEach, expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { fileOf } from '../../../api/audit/files.ts';
import { auditRights } from '../../../api/audit/rights.ts';
import { EVERYTHING, LOOKED_AT_ONCE, type Way } from '../../../api/audit/walk.ts';
import type { LiveReadModels } from '../../../platform/runtime/live-read-models.ts';
import { createQueues } from '../../../platform/runtime/queues.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { embeddedLog } from '../../support/stores/embedded-log.ts';
import type { LogUnderTest } from '../../support/stores/log-under-test.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';

const EVENTS = 5_000;
/** While they are made for the first time, no names are known. */
const notYetMade = { peek: () => null } as LiveReadModels;

let log: LogUnderTest;
let store: EventStore;
/** How many pages of the log were read. */
let reads: number;
beforeEach(async () => {
  log = await embeddedLog();
  store = await log.openStore(sampleCodec().codec);
  for (let written = 0; written < EVENTS; written += 500)
    await store.append('note-1', notes(500), written === 0 ? 'none' : BigInt(written - 1));
  reads = 0;
});
afterEach(() => log.close());

/** A file of the whole log. @param type of the events that are wanted; by default all */
function file(stop: AbortSignal, type?: string, turns = createQueues()) {
  const counted = logWith(store, {
    scan(...given) {
      reads += 1;
      return store.scan(...given);
    },
  });
  const owner = {
    id: 'owner',
    username: 'owner',
    firstName: null,
    lastName: null,
    email: null,
    role: 'owner',
  } as const;
  const rights = auditRights(kinds, owner);
  const way: Way = { filter: { ...EVERYTHING, type }, backwards: false, cursor: undefined, rights };
  const context = { store: counted, kinds, readModels: notYetMade, turns };
  return fileOf(context, rights, way, { format: 'jsonl', most: Number.POSITIVE_INFINITY, stop });
}

async function linesOf(lines: AsyncGenerator<string>): Promise<number> {
  let count = 0;
  for await (const text of lines) count += text.split('\n').length - 1;
  return count;
}

test('A file is read only as far as somebody takes it', async () => {
  const lines = file(new AbortController().signal);
  expect((await lines.next()).value?.split('\n')).toHaveLength(LOOKED_AT_ONCE + 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(reads).toBe(1);
  await lines.return();
  expect(reads).toBe(1);
});

test('A file for which nothing is found is left once its reader is gone', async () => {
  const stop = new AbortController();
  const lines = file(stop.signal, 'NeverHeardOf');
  expect((await lines.next()).value).toBe('');
  const rest = lines.next();
  stop.abort();
  await expect(rest).rejects.toThrow();
  expect(reads).toBeLessThan(EVENTS / LOOKED_AT_ONCE);
});

test('What is appended after a file was begun is not in it', async () => {
  const lines = file(new AbortController().signal);
  await lines.next();
  await store.append('note-2', notes(300), 'none');
  expect(await linesOf(lines)).toBe(EVENTS - LOOKED_AT_ONCE);
});

test('Files take turns: one after another they read a page each', async () => {
  const turns = createQueues();
  const { signal } = new AbortController();
  const order: string[] = [];
  const taken = async (name: string) => {
    for await (const text of file(signal, undefined, turns)) if (text) order.push(name);
  };
  await Promise.all([taken('one'), taken('other')]);
  expect(order.slice(0, 10)).toEqual(Array.from({ length: 5 }, () => ['one', 'other']).flat());
});
