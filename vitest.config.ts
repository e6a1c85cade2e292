import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepCompiled } from './scripts/compiled.ts';

// For the workers of the tests, and the threads and processes they start.
keepCompiled();

/** The level of a test is the suffix of its file: `npx vitest run --project http`. */
const level = (name: string, options: object = {}) => ({
  test: {
    name,
    include: [`tests/**/*.${name}.test.ts`],
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One core is not left to a person at the keyboard, as it is by default: of two cores that was half.
    maxWorkers: availableParallelism(),
    // What is polled for is waited for, also on a machine that is busy.
    expect: { poll: { timeout: 30_000 } },
    ...options,
  },
});

export default defineConfig({
  test: {
    projects: [
      ...['unit', 'contract', 'http', 'fault'].map((name) => level(name)),
      // One after the other and after the rest: a browser is several processes, and some tests look at what jumps.
      level('browser', { globalSetup: 'tests/browser/setup.ts', maxWorkers: 1, sequence: { groupOrder: 1 } }),
    ],
  },
});
