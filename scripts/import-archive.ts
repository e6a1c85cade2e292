import { parseConfig } from '../platform/configuration/config.ts';
import { withWayOut } from '../platform/runtime/error-texts.ts';
import { NotImported } from './archive/check.ts';
import { importArchive } from './archive/import.ts';
import { showProgress } from './archive/run.ts';

// Makes an equal company of an archive, in an empty data folder or on empty servers: npm run import-archive -- FOLDER
// Exits with 1 if it cannot be imported, with 2 if it stopped in between: run again, it goes on.

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error('Interrupted.')));

try {
  const running = { print: (line: string) => console.log(line), progress: showProgress, signal: abort.signal };
  await importArchive(parseConfig(process.env), process.argv[2], running);
} catch (cause) {
  const isRefused = cause instanceof NotImported;
  const end = isRefused ? 'Nothing was imported' : 'The import did not finish (run again, it goes on where it stopped)';
  console.error(`${end}: ${withWayOut(cause)}`);
  process.exit(isRefused ? 1 : 2);
}
