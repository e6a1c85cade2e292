import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-install-'));
  for (const file of [
    'package-lock.json',
    'scripts/install.cjs',
    'scripts/install-stamp.cjs',
    'scripts/link-node.cjs',
  ]) {
    await cp(join(root, file), join(folder, file));
  }
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function markInstalled(): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  createRequire(import.meta.url)(join(folder, 'scripts/install-stamp.cjs')).markInstalled();
}

/** Starts the install script, after code that makes it see another machine. */
function start(before = ''): { output: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [
    '--eval',
    `${before}; require(${JSON.stringify(`${folder}/scripts/install.cjs`)})`,
  ]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { output: () => output, ended: once(child, 'close').then(([code]) => code) };
}

const nodeIs = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
const OLD_NODE = nodeIs('20.19.0');

describe('what runs before each script', () => {
  test('The install step before each script says nothing where the lock file is installed', async () => {
    await markInstalled();
    const run = start();
    expect(await run.ended).toBe(0);
    expect(run.output()).toBe('');
  });

  test.each([
    ['a processor', `Object.defineProperty(process, 'arch', { value: 'riscv64' })`, /no Node for \w+-riscv64/],
    [
      'a C library',
      `Object.defineProperty(process, 'platform', { value: 'linux' });
       Object.defineProperty(process, 'arch', { value: 'x64' }); process.report.getReport = () => ({ header: {} })`,
      /no Node for Linux with musl/,
    ],
  ])(
    'The install step before each script refuses %s that the project brings no Node for, before it downloads anything',
    async (_what, machine, message) => {
      const run = start(`${OLD_NODE}; ${machine}`);
      expect(await run.ended).toBe(1);
      expect(run.output()).toMatch(message);
      expect(run.output()).toMatch(/Install Node 26 or later/);
    },
  );

  test('The install step before each script refuses a Node that is too old to install with, in one sentence', async () => {
    const run = start(nodeIs('18.20.8'));
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe(
      'Heartwood is installed with Node 20.19 or later, and this is 18.20.8: install a newer one from ' +
        'https://nodejs.org, then run this again.\n',
    );
  });

  test('The install step before each script says in one sentence that the Node of the project is not there', async () => {
    await markInstalled();
    const run = start(`${OLD_NODE}; process.report.getReport = () => ({ header: { glibcVersionRuntime: '2.36' } })`);
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(
      /^Heartwood needs Node 26 or later, and this is 20\.19\.0: its own, the package \S+, is missing\. Run "npm ci --include=optional", then this again\.\n$/,
    );
  });

  test('The install step before each script waits for another installation into the same folder', async () => {
    const mark = join(folder, '.installing');
    await writeFile(mark, String(process.pid));
    const run = start();
    await expect.poll(run.output).toContain(`Waiting for process ${process.pid}`);
    await markInstalled();
    await rm(mark);
    expect(await run.ended).toBe(0);
  });
});
