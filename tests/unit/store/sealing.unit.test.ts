import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  defineEvent,
  type EventRegistry,
  eventRegistry,
  personal,
  personalList,
  personalNumber,
} from '../../../domain/kit/event.ts';
import { createCodec, type EncodedEvent } from '../../../store/codec.ts';
import { isDecoded } from '../../../store/event-store.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { memoryState } from '../../support/stores/memory-state.ts';

const first = defineEvent(
  'GuestSeated',
  z.object({ name: personal(), latitude: z.number().nullable(), skills: z.array(z.string()).optional() }),
);
const second = first.next(
  z.object({ name: personal(), latitude: personalNumber(), skills: personalList(z.string()).optional() }),
  (before) => before,
);
const [older, registry] = [eventRegistry([first]), eventRegistry([second])];

const state = memoryState();
const keys = subjectKeys(state);
const NOW = '2026-11-21T10:00:00.000Z';

async function encode(known: EventRegistry, subject: string, data: object): Promise<EncodedEvent> {
  const event = { type: 'GuestSeated', data, id: randomUUID(), metadata: { ...metadata(), subject } };
  const [encoded] = await createCodec(known, keys).encode('guest-1', [event]);
  return encoded as EncodedEvent;
}

async function decode(encoded: EncodedEvent): Promise<object> {
  const [entry] = await createCodec(registry, keys).decode([
    { ...encoded, stream: 'guest-1', revision: 0n, position: '1' },
  ]);
  if (!entry || !isDecoded(entry)) throw new Error(`Not decoded: ${entry?.error}`);
  return entry.data;
}

const SEATED = { name: 'Wilhelmina', latitude: 41.40338, skills: ['climbing'] };

test('Numbers and lists are sealed beside texts, and read as they were', async () => {
  const encoded = await encode(registry, 'a', SEATED);
  for (const text of ['Wilhelmina', '41.40338', 'climbing']) expect(JSON.stringify(encoded)).not.toContain(text);
  expect(await decode(encoded)).toEqual(SEATED);
});

test('Null, 0 and an empty list are sealed too, and a field that was left out stays so', async () => {
  for (const data of [
    { name: null, latitude: null, skills: [] },
    { name: '', latitude: 0 },
  ]) {
    const encoded = await encode(registry, 'b', data);
    expect(Object.keys(JSON.parse(encoded.data))).toEqual(['$sealed']);
    expect(await decode(encoded)).toEqual(data);
  }
});

test('What is erased reads as [erased], null and an empty list', async () => {
  const encoded = await encode(registry, 'c', SEATED);
  await keys.erase('c', NOW);
  expect(await decode(encoded)).toEqual({ name: '[erased]', latitude: null, skills: [] });
});

test('Of somebody who was erased only what says nothing is taken, and read as nothing', async () => {
  const before = await encode(registry, 'e', SEATED);
  await keys.erase('e', NOW);
  const nothing = { name: null, latitude: null, skills: [] };
  const encoded = await encode(registry, 'e', nothing);
  expect(JSON.parse(encoded.data)).toEqual(nothing);
  expect(await decode(encoded)).toEqual(nothing);
  // Even beside what was sealed earlier.
  const place = { stream: 'guest-1', position: '1' };
  const both = [before, encoded].map((each, index) => ({ ...each, ...place, revision: BigInt(index) }));
  const [, read] = await createCodec(registry, keys).decode(both);
  expect(read).toMatchObject({ data: nothing });
  for (const said of [{ name: '' }, { latitude: 0 }, { skills: ['climbing'] }]) {
    await expect(encode(registry, 'e', { ...nothing, ...said })).rejects.toThrow('was destroyed');
  }
});

test('What an older version held in clear is read, sealed by no key, and told no more once the person is erased', async () => {
  const encoded = await encode(older, 'd', SEATED);
  expect(encoded.data).toContain('41.40338');
  expect(await decode(encoded)).toEqual(SEATED);
  await keys.erase('d', NOW);
  expect(await decode(encoded)).toEqual({ name: '[erased]', latitude: null, skills: [] });
});
