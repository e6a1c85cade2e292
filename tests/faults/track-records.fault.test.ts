import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { readEarned } from '../../ai/insights/track-records.ts';
import { addDays } from '../../domain/kit/times.ts';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../platform/runtime/stores.ts';
import type { StateStore } from '../../store/state.ts';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { metadata } from '../support/samples/event-samples.ts';
import { captured } from '../support/samples/lead-events.ts';

/** A Monday. */
const FIRST = '2026-01-05';
const WEEKS = 6;
const AS_OF = `${addDays(FIRST, 7 * WEEKS)}T12:00:00.000Z`;
const KEYS = ['insights/past', 'insights/earned'] as const;

testDeaths(
  'A death after each write of what the past says repeats nothing and loses nothing',
  { every: [1], some: [] },
  async (env) => {
    await withStores(env, seed);
    await lookBack(env, 0);
    const atOnce = await withStores(env, ({ state }) => knownBy(state));
    expect(atOnce.earned).toMatchObject({ slow_leads: { confidence: '0.8667', track: { right: 26, of: 30 } } });

    await withStores(env, ({ state }) => forget(state));
    let deaths = 0;
    while ((await lookBack(env, 1)) === 'SIGKILL') expect(++deaths).toBeLessThanOrEqual(WEEKS + 3);
    expect(deaths).toBeGreaterThan(WEEKS / 2);
    expect(await withStores(env, ({ state }) => knownBy(state))).toEqual(atOnce);

    await withStores(env, damage);
    await lookBack(env, 0);
    expect(await withStores(env, ({ state }) => knownBy(state))).toEqual(atOnce);
  },
);

/** Each week six leads come, and in the second and third week two of those before go. */
async function seed({ log }: Stores): Promise<void> {
  for (let week = 0; week < WEEKS; week++) {
    const recordedAt = `${addDays(FIRST, 7 * week + 2)}T12:00:00.000Z`;
    const event = (body: Parameters<typeof log.append>[1][number] | ReturnType<typeof captured>, subject: string) => ({
      ...body,
      id: randomUUID(),
      metadata: { ...metadata(), recordedAt, subject },
    });
    for (let count = 0; count < 6; count++) {
      const id = `w${week}l${count}`;
      await log.append(`lead-${id}`, [event(captured(id), `s${id}`)], 'none');
    }
    if (week !== 1 && week !== 2) continue;
    for (let count = 0; count < 2; count++) {
      const id = `w${week - 1}l${count}`;
      await log.append(`lead-${id}`, [event({ type: 'LeadRemoved', data: {} } as never, `s${id}`)], 0n);
    }
  }
}

async function knownBy(state: StateStore) {
  const past = (await state.get('insights/past'))?.value as { pasts: unknown };
  return { pasts: past.pasts, earned: await readEarned(state) };
}

async function forget(state: StateStore): Promise<void> {
  for (const key of KEYS) await state.delete(key);
}

async function damage({ state }: Stores): Promise<void> {
  for (const key of KEYS) {
    const record = await state.get(key);
    await state.put(key, { pasts: { slow_leads: 'no past' } }, { expected: record?.version ?? 'none' });
  }
}

async function lookBack(env: Record<string, string>, survived: number): Promise<string | null> {
  const { signal } = await runScript('tests/support/processes/look-back-and-die.ts', [String(survived), AS_OF], env);
  return signal;
}

async function withStores<Result>(
  env: Record<string, string>,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const stores = await openStores(parseConfig(env), systemClock);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
