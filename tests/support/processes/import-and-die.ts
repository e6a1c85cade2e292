import { parseConfig } from '../../../platform/configuration/config.ts';
import { importArchive } from '../../../scripts/archive/import.ts';

// Imports an archive into the stores of the environment, and kills itself once so many events were appended.

const [folder = '', survived = '0'] = process.argv.slice(2);
await importArchive(parseConfig(process.env), folder, {
  print: console.log,
  progress(events) {
    if (events >= Number(survived)) process.kill(process.pid, 'SIGKILL');
  },
  signal: new AbortController().signal,
});
