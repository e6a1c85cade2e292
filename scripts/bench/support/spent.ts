import { round } from './report.ts';

/** What some work takes by the clock, and of the processor in all threads, in seconds. */
export async function spent(work: () => Promise<unknown>): Promise<{ seconds: number; processor: number }> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: round((performance.now() - startedAt) / 1_000, 2), processor: round((user + system) / 1e6, 2) };
}
