import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { freePort } from '../requests/free-port.ts';
import { tempFolder } from '../temp-folder.ts';

/** A server that speaks MongoDB's protocol, for one test file. */
export interface MongoServer {
  url: string;
  /** Prefix of this run's database names: on a shared server nothing else is touched. */
  prefix: string;
  /** True for the stand-in server, which is not like mongod in every respect. */
  standIn: boolean;
  /** Drops the run's databases and stops what was started. */
  stop(): Promise<void>;
}

const STARTUP_MS = 30_000;
const REMEDY = 'run .ci/install-test-tools.sh or set MONGODB_URL';
const executable = process.env['SECANTUSD'] ?? join(import.meta.dirname, '../../../.venv/bin/secantusd-py');

/**
 * Whether the MongoDB suites can run here. If they cannot, it says so once per file.
 * @throws in CI, where a missing server is a failure and not a skip.
 */
export function mongoAvailable(): boolean {
  if (process.env['MONGODB_URL'] || existsSync(executable)) return true;
  if (process.env['CI'] === 'true') throw new Error(`There is no server for the MongoDB suites: ${REMEDY}`);
  process.stderr.write(`MongoDB suites skipped: ${REMEDY}\n`);
  return false;
}

/** The server at MONGODB_URL, otherwise one of its own on a free port with a temporary folder. */
export async function startMongoServer(): Promise<MongoServer> {
  const prefix = `hwtest_${randomBytes(5).toString('hex')}`;
  const url = process.env['MONGODB_URL'];
  if (!url) return startStandIn(prefix);
  return { url, prefix, standIn: false, stop: () => dropDatabases(url, prefix) };
}

async function startStandIn(prefix: string): Promise<MongoServer> {
  const folder = await tempFolder();
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port), '--storage-path', folder.path];
  const child = spawn(executable, [...options, '--sync-on-commit', '--log-level', 'ERROR'], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await exited;
    await folder.remove();
  };
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=secantus`;
  try {
    await untilAnswering(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, prefix, standIn: true, stop };
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + STARTUP_MS;
  for (;;) {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 500 });
    try {
      await client.db('admin').command({ ping: 1 });
      return;
    } catch (cause) {
      if (child.exitCode !== null || child.pid === undefined)
        throw new Error(`${executable} did not start.`, { cause });
      if (Date.now() > deadline) throw new Error(`${executable} does not answer.`, { cause });
    } finally {
      await client.close();
    }
    await delay(50);
  }
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => name.startsWith(prefix));
    for (const { name } of own) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
