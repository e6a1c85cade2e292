import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { acceptLostHistory } from '../../store/embedded/log/accept-lost-history.ts';
import { requireHistory } from '../../store/embedded/log/lost-history.ts';
import { isDeep } from '../support/depth.ts';
import { useLogImages } from '../support/stores/log-images.ts';

// Continuing with a shorter history, killed before each of the changes it makes (`npm test`: before every fifth).

const EVENTS = 500;
const ACCEPT = join(import.meta.dirname, '../support/processes/accept-and-die.ts');

const { filled, damaged } = useLogImages(EVENTS);

describe('an acceptance that is killed before any of its changes', () => {
  const sources: Record<string, () => Promise<string>> = {
    'a damaged log': () => damaged(),
    'a WAL alone': async () => {
      const folder = await filled('killed');
      rmSync(join(folder, 'log.db'));
      // Only the WAL shows that there was a history.
      rmSync(join(folder, 'files'), { recursive: true });
      for (const name of readdirSync(folder)) if (name.startsWith('read-models')) rmSync(join(folder, name));
      return folder;
    },
  };

  test.each(Object.entries(sources))(
    'An acceptance that is killed before any of its changes is finished by the next one: %s',
    { tags: ['more'] },
    async (_, make) => {
      const whole = await make();
      const done = spawnSync(process.execPath, [ACCEPT, whole], { encoding: 'utf8' });
      expect(done.stderr).toBe('');
      const kept = idsIn(whole);
      expect(kept.length).toBeGreaterThan(100);
      const changes = Number(done.stdout);
      expect(changes).toBeGreaterThan(10);
      for (let change = 1; change <= changes; change += isDeep ? 1 : 5) {
        const folder = await make();
        expect(spawnSync(process.execPath, [ACCEPT, folder, String(change)]).signal).toBe('SIGKILL');
        const isWhole = isAccepted(folder);
        if (isWhole) expect({ change, ids: idsIn(folder) }).toEqual({ change, ids: kept });
        const told = acceptLostHistory(folder, Date.now());
        expect({ change, told: told.length }).toEqual({ change, told: isWhole ? 0 : 2 });
        expect({ change, ids: idsIn(folder) }).toEqual({ change, ids: kept });
        expect(isAccepted(folder)).toBe(true);
      }
      expect(readdirSync(whole).filter((name) => /^log\.db\./.test(name))).toEqual([]);
    },
  );
});

function isAccepted(folder: string): boolean {
  try {
    requireHistory(folder);
    return true;
  } catch {
    return false;
  }
}

function idsIn(folder: string): unknown[] {
  const db = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
  try {
    return db
      .prepare('SELECT id FROM events ORDER BY position')
      .all()
      .map(({ id }) => id);
  } finally {
    db.close();
  }
}
