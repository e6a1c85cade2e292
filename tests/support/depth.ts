import fc from 'fast-check';

/** Whether this is `npm run test:deep`, which also tries whole matrices and more random cases. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** The first case in `npm test`, all of them in `npm run test:deep`: for `test.each`, with the tag `more`. */
export function cases<Case>(...all: [Case, ...Case[]]): Case[] {
  return isDeep ? all : [all[0]];
}

// A case that fails is made smaller for as long at most: less than Vitest waits for a test, so that the case is told.
fc.configureGlobal({ interruptAfterTimeLimit: 90_000 });

/**
 * How many random cases a property is tried with; its test has the tag `more`.
 * @param each the cases in `npm test`; `npm run test:deep` tries four times as many
 */
export function runs(each: number): number {
  return isDeep ? 4 * each : each;
}
