import { parseCLI, startVitest } from 'vitest/node';

// All tests, also those that `npm test` leaves out (the tag `deep`), properties with four times the random cases, and the
// files in a random order, so that no test lives on what another one left. Arguments go to Vitest.

process.env['TEST_DEPTH'] = 'deep';
const { filter, options } = parseCLI(['vitest', 'run', '--sequence.shuffle.files', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, options);
await vitest.exit();
