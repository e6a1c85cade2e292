import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HistoryRule, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { START } from '../../../store/event-store.ts';
import { idsOf, sampleCodec } from '../../support/samples/event-samples.ts';
import { useLogImages } from '../../support/stores/log-images.ts';

// When nobody may continue with a shorter history: a file cannot be opened, keys are gone, or events are elsewhere.

const EVENTS = 500;
const NOBODY = 65_534;

const { filled, damaged } = useLogImages(EVENTS);

async function open(folder: string, history: HistoryRule = 'whole'): Promise<{ ids: string[]; told: string }> {
  const stores = await openEmbeddedStores({ folder, now: Date.now, history });
  try {
    const ids = idsOf(await stores.eventStore(sampleCodec().codec).readAll(START, EVENTS));
    return { ids, told: stores.warnings.join('\n') };
  } finally {
    await stores.close();
  }
}

const refusal = (folder: string, history?: HistoryRule) =>
  open(folder, history).then(
    () => '',
    (error: Error) => error.message,
  );

/** What the folder contains: name, size and time of change. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('lock.db') && !name.endsWith('-shm'))
    .map((name) => `${name} ${statSync(join(folder, name)).size} ${statSync(join(folder, name)).mtimeMs}`)
    .sort();

test('What an acceptance that was cut short has left is removed by the next start on a log that is whole', async () => {
  const folder = await filled();
  for (const name of ['log.db.salvaged', 'log.db.salvaged-wal', 'log.db.next']) writeFileSync(join(folder, name), '');
  expect((await open(folder)).ids).toHaveLength(EVENTS);
  expect(readdirSync(folder).filter((name) => /^log\.db\./.test(name))).toEqual([]);
});

test('An empty history does not begin while a log that was set aside holds events', async () => {
  const folder = await filled();
  const aside = join(folder, 'set-aside-2030-01-01');
  mkdirSync(aside);
  renameSync(join(folder, 'log.db'), join(aside, 'log.db'));
  for (const emptied of [false, true]) {
    const before = contents(folder);
    const message = await refusal(folder, 'what is left');
    expect(message).toContain(`${join(aside, 'log.db')} holds some`);
    expect(contents(folder)).toEqual(before);
    // Even without any other witness, and then without the flag.
    if (!emptied) {
      rmSync(join(folder, 'files'), { recursive: true });
      for (const name of readdirSync(folder)) if (/^(read-models|state)/.test(name)) rmSync(join(folder, name));
    } else expect(await refusal(folder)).toBe(message);
  }
});

test('Without state.db a damaged log is refused with nothing changed', async () => {
  const folder = await damaged();
  rmSync(join(folder, 'state.db'));
  const before = contents(folder);
  for (const history of ['whole', 'what is left'] as const) {
    expect(await refusal(folder, history)).toMatch(/state\.db is missing.*damaged.*npm run restore/);
    expect(contents(folder)).toEqual(before);
  }
});

test('The refusal of a damaged log names all files that must go before the backup is put back', async () => {
  const folder = await damaged();
  const message = await refusal(folder);
  for (const name of ['log.db-wal', 'log.db-shm', 'state.db-wal', 'state.db-shm']) expect(message).toContain(name);
});

describe('a file that cannot be opened is not taken for a damaged one', () => {
  test.each([
    ['log.db', 'killed'],
    ['log.db', 'stopped'],
    ['state.db', 'killed'],
    ['state.db', 'stopped'],
  ] as const)(
    '%s, which another program has locked, is not taken for damaged after a process that was %s',
    async (name, end) => {
      const folder = await filled(end);
      const before = contents(folder).filter((each) => !each.includes('-wal'));
      // In another process: closing a file here would drop SQLite's locks on it.
      const lines = `const { DatabaseSync } = require('node:sqlite');
      const db = new DatabaseSync(process.argv[1]);
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      console.log('locked');
      process.stdin.resume();`;
      const other = spawn(process.execPath, ['-e', lines, join(folder, name)], { stdio: ['pipe', 'pipe', 'inherit'] });
      await once(other.stdout, 'data');
      try {
        for (const history of ['whole', 'what is left'] as const) {
          const message = await refusal(folder, history);
          expect(message).toMatch(/cannot be used: database is locked\. Another program has it open/);
          expect(message).not.toContain('--accept-lost-history');
          expect(contents(folder).filter((each) => !each.includes('-wal'))).toEqual(before);
        }
      } finally {
        other.kill('SIGKILL');
        await once(other, 'exit');
      }
      expect((await open(folder)).ids).toHaveLength(EVENTS);
    },
  );

  const asNobody = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;
  test.skipIf(!asNobody).each([
    ['log.db', 0o000],
    ['state.db', 0o000],
    ['log.db', 0o400],
    ['state.db', 0o400],
    ['log.db-wal', 0o000],
    ['log.db-wal', 0o400],
  ])('%s with the mode %o is told to need permission, and is not taken for damaged', async (name, mode) => {
    const folder = await filled('killed');
    chmodSync(dirname(folder), statSync(dirname(folder)).mode | 0o111);
    spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
    chmodSync(join(folder, name), mode);
    const before = contents(folder);
    const lines = `import { openEmbeddedStores } from './store/embedded/stores.ts';
      const [folder, history] = process.argv.slice(1);
      await openEmbeddedStores({ folder, now: Date.now, history }).then(
        (stores) => stores.close(), (error) => console.log(error.message));`;
    for (const history of ['whole', 'what is left']) {
      const told = spawnSync(
        'setpriv',
        [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', process.execPath, '-e', lines, folder, history],
        { encoding: 'utf8' },
      );
      expect(told.stderr).toBe('');
      expect(told.stdout).toMatch(/\.db(-wal)? cannot be used: .*needs permission to read and write/);
      expect(told.stdout).not.toContain('--accept-lost-history');
      expect(contents(folder)).toEqual(before);
    }
    expect(existsSync(join(folder, 'log.db'))).toBe(true);
  });
});
