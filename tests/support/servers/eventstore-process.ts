import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../requests/free-port.ts';
import { tempFolder } from '../temp-folder.ts';

/**
 * An EventStoreDB outside the test's process: the one at EVENTSTORE_URL, one that EVENTSTORE_START starts, or the
 * stand-in.
 */
export interface EventStoreProcess {
  url: string;
  stop(): Promise<void>;
}

export async function spawnEventStore(): Promise<EventStoreProcess> {
  const real = process.env['EVENTSTORE_URL'];
  if (real !== undefined) return { url: real, stop: async () => {} };
  const folder = await tempFolder();
  const server = await startOwnEventStore(folder.path);
  return {
    url: server.url,
    async stop() {
      await server.kill();
      await folder.remove();
    },
  };
}

/** A server of the test's own, which can be killed, frozen and restarted on the same data. */
export interface OwnEventStore {
  readonly url: string;
  kill(): Promise<void>;
  /** It accepts connections but says nothing until it is thawed. */
  freeze(): void;
  thaw(): void;
  /** On the same port and folder. */
  start(): Promise<void>;
}

/**
 * Starts a server on a folder: with the command EVENTSTORE_START if set (a real one, in the foreground, with the data
 * folder and the port as its arguments), otherwise a stand-in that keeps its log in the folder.
 */
export async function startOwnEventStore(folder: string): Promise<OwnEventStore> {
  const command = process.env['EVENTSTORE_START'];
  const launch = (at: number) =>
    command === undefined
      ? spawnStandIn(['--file', join(folder, 'log.jsonl'), '--port', String(at)])
      : spawnReal(command, folder, at);
  let { child, port } = await launch(command === undefined ? 0 : await freePort());
  return {
    url: urlAt(port),
    kill: () => kill(child),
    freeze: () => signal(child, 'SIGSTOP'),
    thaw: () => signal(child, 'SIGCONT'),
    async start() {
      ({ child, port } = await launch(port));
    },
  };
}

function urlAt(port: number): string {
  return `esdb://127.0.0.1:${port}?tls=false`;
}

async function spawnStandIn(args: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  const main = join(import.meta.dirname, 'eventstoredb-server/main.ts');
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  passOnErrors(child);
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, port: Number(port) };
}

async function spawnReal(
  command: string,
  folder: string,
  port: number,
): Promise<{ child: ChildProcess; port: number }> {
  // The server takes every such variable for an option of its own, and refuses unknown ones.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')));
  const start = ['-c', `${command} "$@"`, 'sh', folder, String(port)];
  const child = spawn('sh', start, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  passOnErrors(child);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`EVENTSTORE_START ended with code ${code}.`);
  });
  await Promise.race([ended, untilLive(port)]);
  ended.catch(() => {});
  return { child, port };
}

/**
 * Its errors go through us: if a server left behind by a failed test held our own standard error, whoever waits for our
 * output to end would wait for that server too.
 */
function passOnErrors(child: ChildProcess): void {
  child.stderr?.pipe(process.stderr, { end: false });
}

async function untilLive(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
    if (answer?.status === 204) return;
    await delay(100);
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  signal(child, 'SIGKILL');
  await exited;
}

/** To its whole group: the command may be a script that starts the server as a process of its own. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(-child.pid, name);
}
