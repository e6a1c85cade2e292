import { expect } from 'vitest';
import { runScript } from './process.ts';

/** Expects of the live read models, which may be in use, that they are what a replay of the log makes. */
export async function expectAsReplayed(env: Record<string, string>): Promise<void> {
  const { code, output } = await runScript('scripts/replay.ts', ['--compare', '--values'], env);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('No difference in') });
}
