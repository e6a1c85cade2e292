import { expect, onTestFinished } from 'vitest';
import { parseConfig } from '../../platform/configuration/config.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../platform/runtime/stores.ts';
import { JOBS, wordsAll } from '../support/insights/briefings.ts';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript } from '../support/processes/process.ts';
import { appendTo } from '../support/samples/lead-events.ts';
import { startVisionService } from '../support/servers/vision-service.ts';

/** Before the append of what was answered, and after it. */
const POINTS = [0, 1];

testDeaths(
  'A death between the answer of the AI service and its append, or after it, repeats no briefing and loses no more than its call',
  { every: POINTS, some: POINTS },
  async (env, points) => {
    const service = await startVisionService();
    onTestFinished(() => service.close());
    let before = 0;
    for (const survived of points) {
      service.behave(wordsAll());
      const raised = { ...JOBS, title: `${survived + 2} jobs wait`, confidence: '0.7', track: null };
      await withStores(env, ({ log }) =>
        appendTo(log, `insight-${survived}`, {
          type: 'InsightRaised',
          data: { ...raised, detector: 'jobs_not_invoiced', subject: 'all', raisedAt: '2026-06-15T12:00:00.000Z' },
        }),
      );
      // Each of them hours after the one before, so that nothing but the death keeps it from being written.
      const hours = 100 * survived;
      const brief = (dies: number, minutes: number) =>
        runScript('tests/support/processes/brief-and-die.ts', [service.url, String(dies), String(minutes)], env);
      expect((await brief(survived, hours * 60)).signal).toBe('SIGKILL');
      expect(service.calls).toHaveLength(1);
      expect(await written(env)).toBe(before + survived);

      expect((await brief(-1, hours * 60 + 10)).code).toBe(0);
      expect(await written(env)).toBe(before + 1);
      expect(service.calls).toHaveLength(survived === 0 ? 2 : 1);
      before++;
    }
  },
);

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

const written = (env: Record<string, string>) =>
  withStores(env, async ({ log }) => {
    const events = await log.readStream('briefing-main');
    return events.filter(({ type }) => type === 'BriefingWritten').length;
  });
