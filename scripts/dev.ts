import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { endWithParent } from './end-with-parent.ts';

// The server, stopped cleanly and started again on every change of its code. Arguments are passed on.

const watched = ['domain', 'store', 'platform', 'projections', 'api', 'ai', 'optimizer', 'scripts'].filter(existsSync);

const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    ...watched.map((path) => `--watch-path=${path}`),
    'scripts/start.ts',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);

// A terminal sends Ctrl-C to the server as well: here it only must not end before the server has.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
endWithParent();
