import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const PASSWORD = 'only for this bench';

export interface Running {
  url: string;
  /** What else it printed before it was listening. */
  said: string[];
  pid: number | undefined;
  /** CPU time it has used, over all its threads, in milliseconds; NaN if the system does not tell. */
  processorMs(): number;
  /** The most memory that it has used, in MiB; NaN if the system does not tell. */
  mostMemoryMiB(): number;
  stop(): Promise<void>;
}

/** Starts the product on a folder, in a process of its own; with the console only if asked for. */
export async function startProduct(
  folder: string,
  { console = false, env: more = {} }: { console?: boolean; env?: Record<string, string> } = {},
): Promise<Running & { signIn(): Promise<string> }> {
  const env = { DATA_DIR: folder, PORT: '0', OWNER_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', ...more };
  const product = await startProcess('../start.ts', console ? [] : ['--api-only'], env);
  return { ...product, signIn: () => signIn(product.url) };
}

/** @returns the `cookie` header of a signed-in owner */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'owner', password: PASSWORD }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (!response.ok || cookie === undefined)
    throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
  return cookie;
}

/** Starts a script beside this folder and waits until it prints where it listens. */
export async function startProcess(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Running> {
  const file = new URL(`../${script}`, import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL')); // if the bench itself fails
  const exited = once(child, 'exit');
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    exited.then(([code]) => reject(new Error(`${script} ended with code ${code}`)), reject);
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      const listening = /listens on (http:\S+)/.exec(line);
      if (listening) resolve(listening[1] as string);
      else said.push(line);
    });
  });
  return {
    url,
    said,
    pid: child.pid,
    processorMs: () => processorMs(child.pid),
    mostMemoryMiB: () => mostMemoryMiB(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

function processorMs(pid: number | undefined): number {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(afterName[11]) + Number(afterName[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

function mostMemoryMiB(pid: number | undefined): number {
  try {
    const kib = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kib) / 1_024);
  } catch {
    return Number.NaN;
  }
}
