import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { beginsAt } from '../requests/described.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServerProcess {
  url: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** The signal that ended it, or null; once it has ended. */
  ended: Promise<string | null>;
  /** `kill -9`; resolves once it has ended. */
  kill(): Promise<void>;
  /** SIGTERM. @returns the exit code and the milliseconds it took */
  stop(): Promise<{ code: number | null; took: number }>;
}

/** As `launchServer` does; it ends with the test. */
export async function spawnServer(...[env, options]: Parameters<typeof launchServer>): Promise<ServerProcess> {
  const server = await launchServer(env, options);
  onTestFinished(server.kill); // if a test failed before it ended the process itself
  return server;
}

/**
 * Runs the product's own start script as a separate process until it says where it listens.
 * @param options.mostOpenFiles as `ulimit -n`
 * @param options.script instead of the start script; it must say where it listens in the same words
 * @param options.args of the script, in addition to `--api-only`
 */
export async function launchServer(
  env: Record<string, string>,
  options: { mostOpenFiles?: number; args?: readonly string[]; script?: string } = {},
): Promise<ServerProcess> {
  const around = {
    PORT: '0',
    OPTIMIZER_CRON: 'off',
    LOG_LEVEL: 'warn',
    OWNER_PASSWORD: 'a long enough password',
    ...env,
  };
  const { script = 'scripts/start.ts', args = [] } = options;
  const child = spawnScript(script, ['--api-only', ...args], around, options);
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        const listening = /listens on (http:\S+)/.exec(line);
        if (listening) resolve(listening[1] as string);
      });
    }
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}:\n${lines.join('\n')}`)));
  });
  beginsAt(url, script);
  const exited = once(child, 'exit');
  return {
    url,
    pid: child.pid as number,
    output: () => lines.join('\n'),
    ended: exited.then(([, signal]) => signal),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      const startedAt = performance.now();
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return { code, took: performance.now() - startedAt };
    },
  };
}

/** Starts a script of this project under the Node that runs the tests. */
export function spawnScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  { mostOpenFiles }: { mostOpenFiles?: number } = {},
): ChildProcess {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const inherited = { PATH, HOME, NODE_COMPILE_CACHE };
  const command = [process.execPath, script, ...args];
  const limited = ['sh', '-c', `ulimit -n ${mostOpenFiles}; exec "$@"`, 'sh', ...command];
  const [file = '', ...rest] = mostOpenFiles === undefined ? command : limited;
  return spawn(file, rest, {
    cwd: ROOT,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a script to its end. */
export async function runScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; signal: string | null; output: string }> {
  const child = spawnScript(script, args, env);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, output };
}
