import { defineConfig } from 'vitest/config';

/** The level of a test is the suffix of its file: `npx vitest run --project http`. */
const levels = ['unit', 'contract', 'http', 'fault'];

export default defineConfig({
  test: {
    projects: levels.map((name) => ({
      test: {
        name,
        include: [`tests/**/*.${name}.test.ts`],
        environment: 'node' as const,
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
