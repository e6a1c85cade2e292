/** Whether this is `npm run test:deep`, which also tries whole matrices and more random cases. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/**
 * How many random cases a property is tried with; its test has the tag `more`.
 * @param each the cases in `npm test`; `npm run test:deep` tries four times as many
 */
export function runs(each: number): number {
  return isDeep ? 4 * each : each;
}
