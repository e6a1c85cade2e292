import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepCompiled } from './scripts/compiled.ts';

if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(`The tests need Node 26, and this is ${process.versions.node}: run "npm test", which brings its own.`);
  process.exit(1);
}

// For the workers of the tests, and the threads and processes they start.
keepCompiled();

/** The level of a test is the suffix of its file: `npx vitest run --project http`. */
const level = (name: string, options: object = {}) => ({
  test: {
    name,
    include: [`tests/**/*.${name}.test.ts`],
    environment: 'node' as const,
    // The product is loaded once per worker instead of once per file: so a test leaves no trace in its process.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Only for what hangs: beside other work a plan of a second has taken a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One core is not left to a person at the keyboard, as it is by default: of two cores that was half.
    maxWorkers: availableParallelism(),
    // What is polled for is waited for, also on a machine that is busy.
    expect: { poll: { timeout: 30_000 } },
    ...options,
  },
});

/** A browser is several processes, so what measures how a page moves as it loads has the machine for itself, at the end. */
const ALONE = { maxWorkers: 1, sequence: { groupOrder: 1 } };
const BROWSER = { globalSetup: 'tests/browser/setup.ts' };

export default defineConfig({
  test: {
    tags: [
      { name: 'deep', description: 'Only in `npm run test:deep`; its smallest case is in `npm test`.' },
      {
        name: 'more',
        description: 'Tries more of the same in `npm run test:deep`: random cases, kills, items, themes.',
      },
    ],
    projects: [
      ...['unit', 'contract', 'http', 'fault'].map((name) => level(name)),
      level('component', { globalSetup: 'tests/component/setup.ts' }),
      level('browser', BROWSER),
      level('alone', { ...BROWSER, ...ALONE }),
    ],
  },
});
