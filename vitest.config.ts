import { defineConfig } from 'vitest/config';

/** The level of a test is the suffix of its file: `npx vitest run --project http`. */
const level = (name: string, options: object = {}) => ({
  test: {
    name,
    include: [`tests/**/*.${name}.test.ts`],
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for is waited for, also on a machine that is busy.
    expect: { poll: { timeout: 30_000 } },
    ...options,
  },
});

export default defineConfig({
  test: {
    projects: [
      ...['unit', 'contract', 'http', 'fault'].map((name) => level(name)),
      // One after the other and after the rest: a browser is several processes, and some tests measure it.
      level('browser', { globalSetup: 'tests/browser/setup.ts', maxWorkers: 1, sequence: { groupOrder: 1 } }),
    ],
  },
});
