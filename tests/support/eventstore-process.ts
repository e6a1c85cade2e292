import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** An EventStoreDB outside the test's process: the one of EVENTSTORE_URL, else the stand-in. */
export interface EventStoreProcess {
  url: string;
  stop(): Promise<void>;
}

export async function spawnEventStore(): Promise<EventStoreProcess> {
  const real = process.env['EVENTSTORE_URL'];
  if (real !== undefined) return { url: real, stop: async () => {} };
  const main = join(import.meta.dirname, 'eventstoredb-server/main.ts');
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
