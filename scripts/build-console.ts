import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Where the built console is. */
export const CONSOLE_FOLDER = join(root, 'dist/console');
const STAMP = '.built-from';

const BUILDER = join(import.meta.dirname, 'console-builder.ts');

/** Everything the build reads besides the builder itself; the lock file stands for the packages. */
const SOURCES = ['console/**/*', 'api/*/{schema,*.schema}.ts', 'domain/**/*.ts', 'package-lock.json'];
/** Written by the build, from the routes. */
const DERIVED = 'console/routeTree.gen.ts';

/**
 * Builds the console if its sources changed since the last build.
 * @param target the folder to build into
 * @param builder the script that builds into the folder that it is given
 * @returns the folder to serve
 * @throws with what is wrong if the build fails; the previous build is then still there
 */
export async function buildConsole(target = CONSOLE_FOLDER, builder = BUILDER): Promise<string> {
  const sources = hashOfSources(builder);
  if (readStamp(target) === sources) return target;
  console.log('Building the console (its sources changed since the last build) …');
  const making = `${target}.${process.pid}`;
  try {
    await build(making, builder);
    writeFileSync(join(making, STAMP), sources);
    replaceBuilt(making, target);
  } catch (cause) {
    throw new Error(`The console does not build: ${(cause as Error).message}`, { cause });
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return target;
}

/** In a process of its own, so that the build's memory (some 800 MB) is freed when it ends. */
async function build(folder: string, script: string): Promise<void> {
  const builder = fork(script, [folder], {
    execArgv: [],
    // A test runner sets its own, which would build the packages for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let problem = '';
  builder.once('message', (message) => {
    problem = String(message);
  });
  const [code, signal] = (await once(builder, 'close')) as [number | null, string | null];
  if (code !== 0) throw new Error(problem || `its process ended with ${signal ?? `code ${code}`}.`);
}

/** Two processes may build at the same time: the folder always holds one complete build. */
function replaceBuilt(folder: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(folder, target);
  } catch (cause) {
    if (readStamp(target) === null) throw cause; // otherwise another process was faster
  }
}

function hashOfSources(builder: string): string {
  const hash = createHash('sha256').update(readFileSync(builder));
  for (const file of globSync(SOURCES, { cwd: root, exclude: [DERIVED] }).sort()) {
    if (statSync(join(root, file)).isFile()) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function readStamp(folder: string): string | null {
  try {
    return readFileSync(join(folder, STAMP), 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) await buildConsole();
