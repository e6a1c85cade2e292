import { buildConsole } from '../../../scripts/build-console.ts';

// Builds the console as a start does, and prints the result and the memory this process then uses.
const [target = ''] = process.argv.slice(2);
const problem = await buildConsole(target).then(
  () => null,
  (error: Error) => error.message,
);
console.log(JSON.stringify({ problem, megabytes: Math.round(process.memoryUsage.rss() / 1e6) }));
