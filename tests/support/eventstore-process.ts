import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** An EventStoreDB outside the test's process: the one of EVENTSTORE_URL, else the stand-in. */
export interface EventStoreProcess {
  url: string;
  stop(): Promise<void>;
}

export async function spawnEventStore(): Promise<EventStoreProcess> {
  const real = process.env['EVENTSTORE_URL'];
  if (real !== undefined) return { url: real, stop: async () => {} };
  const { child, port } = await spawnStandIn([]);
  return { url: urlAt(port), stop: () => kill(child) };
}

/** A server of the test's own, which can be killed, frozen and started again on the same data. */
export interface OwnEventStore {
  readonly url: string;
  readonly child: ChildProcess;
  kill(): Promise<void>;
  /** On the same port and folder. */
  start(): Promise<void>;
}

/**
 * Starts a server on a folder: by the command EVENTSTORE_START where it is set (a real one, in the foreground, with the
 * data folder and the port as its arguments), else a stand-in that keeps its log in the folder.
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
    get child() {
      return child;
    },
    kill: () => kill(child),
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
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, port: Number(port) };
}

async function spawnReal(
  command: string,
  folder: string,
  port: number,
): Promise<{ child: ChildProcess; port: number }> {
  // The server takes every such variable for an option of its own, and refuses those that it does not know.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')));
  const child = spawn(command, [folder, String(port)], { env, stdio: 'ignore' });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`EVENTSTORE_START ended with code ${code}.`);
  });
  await Promise.race([ended, untilLive(port)]);
  ended.catch(() => {});
  return { child, port };
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
  child.kill('SIGKILL');
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
