import { expect } from 'vitest';
import { insightId } from '../../ai/insights/insight-id.ts';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../platform/runtime/stores.ts';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { appendTo, captured } from '../support/samples/lead-events.ts';

const LEADS = ['a', 'b', 'c', 'd', 'e'];

testDeaths(
  'A death after each append of what was found, and of what followed, repeats nothing and loses nothing',
  { every: [0, 2], some: [] },
  async (env, points) => {
    for (const survived of points) {
      const name = (lead: string) => `${lead}${survived}`;
      const leads = LEADS.map(name);
      await withStores(env, async ({ log }) => {
        for (const lead of leads) await appendTo(log, `lead-${lead}`, captured(lead));
      });
      await lookAndDie(env, survived);
      for (const lead of leads) {
        const types = await typesOf(env, lead);
        expect(types.filter((type) => type !== 'InsightChecked')).toEqual(['InsightRaised']);
      }

      await withStores(env, async ({ log }) => {
        for (const lead of leads.slice(1)) await appendTo(log, `lead-${lead}`, { type: 'LeadRemoved', data: {} });
      });
      await lookAndDie(env, survived);
      const checked = ['InsightRaised', 'InsightChecked'];
      for (const lead of leads.slice(1)) expect(await typesOf(env, lead)).toEqual([...checked, 'InsightResolved']);
      expect(await typesOf(env, name('a'))).toEqual(checked);
    }
  },
);

/** Starts a process again and again, each of which dies after so many appends, until one finds nothing left to do. */
async function lookAndDie(env: Record<string, string>, survived: number): Promise<void> {
  const look = (appends: number) => runScript('tests/support/processes/look-and-die.ts', [String(appends)], env);
  let deaths = 0;
  for (let last = await look(survived); last.signal === 'SIGKILL'; last = await look(Math.max(1, survived))) {
    deaths++;
    expect(deaths).toBeLessThanOrEqual(2 * LEADS.length + 1);
  }
  expect(deaths).toBeGreaterThan(0);
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

const typesOf = (env: Record<string, string>, lead: string) =>
  withStores(env, async ({ log }) => {
    const events = await log.readStream(`insight-${insightId('slow_leads', lead)}`);
    return events.map(({ type }) => type);
  });
