import { parseConfig } from '../platform/configuration/config.ts';
import { withWayOut } from '../platform/runtime/error-texts.ts';
import { archive, showProgress } from './archive/run.ts';

// Writes everything in open forms, also while Heartwood runs: npm run archive -- FOLDER
// Exits with 1 if something could not be read or is not what was signed, with 2 if there is no archive.

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error('Interrupted.')));

try {
  const running = { print: (line: string) => console.log(line), progress: showProgress, signal: abort.signal };
  process.exitCode = await archive(parseConfig(process.env), process.argv[2], running);
} catch (cause) {
  console.error(`No archive was made: ${withWayOut(cause)}`);
  process.exit(2);
}
