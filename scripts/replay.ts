import { parseConfig } from '../platform/configuration/config.ts';
import { withWayOut } from '../platform/runtime/error-texts.ts';
import { replay } from './replay/run.ts';

// Makes read models as of a moment, and holds what is live against the log, also while Heartwood runs:
// npm run replay -- [--to MOMENT] [--into FOLDER] [--compare [--values]]
// Exits with 1 if there is a difference, with 2 for what could not be asked or done.

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error('Interrupted.')));

try {
  const print = (line: string) => console.log(line);
  process.exitCode = await replay(parseConfig(process.env), process.argv.slice(2), { print, signal: abort.signal });
} catch (cause) {
  console.error(`Nothing was replayed: ${withWayOut(cause)}`);
  process.exit(2);
}
