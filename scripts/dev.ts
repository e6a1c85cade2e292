import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { endWithParent } from './end-with-parent.ts';
import { API_ONLY } from './serve.ts';

// The server, stopped cleanly and restarted on every code change, with Vite beside it for the console, which shows
// changes at once. Both end together. Arguments go to the server.

const watched = ['domain', 'store', 'platform', 'projections', 'api', 'ai', 'optimizer', 'server', 'scripts'].filter(
  existsSync,
);

const pages = await createServer({ configFile: join(import.meta.dirname, '../console/vite.config.ts') });
await pages.listen();

const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    ...watched.map((path) => `--watch-path=${path}`),
    'scripts/start.ts',
    API_ONLY,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
pages.printUrls();

// A terminal sends Ctrl-C to the server as well: this process must only not end before the server.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.once('exit', (code) => {
  process.exitCode = code ?? 1;
  void pages.close();
});
endWithParent();
