import { parseCLI, startVitest } from 'vitest/node';

// The long fault runs: `npm test` kills the server a few times, this one 20 times, or FAULT_KILLS. Arguments go to
// Vitest.

process.env['FAULT_KILLS'] ??= '20';
const { filter, options } = parseCLI(['vitest', 'run', '--project', 'fault', ...process.argv.slice(2)]);
const vitest = await startVitest('test', filter, options);
await vitest.exit();
