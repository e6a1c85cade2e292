import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Analysis } from '../../../ai/image-analysis.ts';
import { keepAnalysis, openKept, sweepKept } from '../../../api/public-analysis/kept-analyses.ts';
import { NO_FINDINGS } from '../../../domain/analysis/events.ts';
import type { Erasure } from '../../../platform/commands/erasure.ts';
import { createHeldFiles } from '../../../platform/images/held-files.ts';
import { openFolderFiles } from '../../../store/embedded/files.ts';
import type { StateStore } from '../../../store/state.ts';
import { memoryState } from '../../support/stores/memory-state.ts';

const HOUR = 60 * 60_000;
const ANALYSIS: Analysis = {
  findings: { ...NO_FINDINGS, summary: 'A green crown.' },
  confidence: 0.2,
  seen: ['Green fills about 40%.'],
  notSeen: [],
  method: 'rules',
  model: 'rules',
  version: '1',
  fallback: null,
};

let folder: string;
let now: number;
let state: StateStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-kept-'));
  now = Date.now();
  state = memoryState(() => now);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param used the files that a record names by now */
function contextOf(used: readonly string[] = []) {
  const files = openFolderFiles(folder);
  const heldFiles = createHeldFiles(state);
  const erasure: Pick<Erasure, 'deleteUnused'> = {
    async deleteUnused(names) {
      for (const name of names) if (!used.includes(name) && !(await heldFiles.isHeld(name))) await files.delete(name);
    },
  };
  return { state, heldFiles, files, erasure: erasure as Erasure, clock: () => now };
}

async function keep(text = 'oak') {
  const { files, ...context } = contextOf();
  const [sha256, thumbnailSha256] = [await files.put(Buffer.from(text)), await files.put(Buffer.from(`${text} small`))];
  const stored = { sha256, thumbnailSha256, width: 4, height: 3, bytes: 3 };
  const picture = { stored, keep: async () => undefined };
  const token = await keepAnalysis(context, {
    analysis: ANALYSIS,
    inputHash: 'ab',
    description: 'The oak by Ada’s house',
    picture,
  });
  const isThere = async () => (await files.has(sha256)) && (await files.has(thumbnailSha256));
  return { token, stored, isThere };
}

test('A picture is no longer held a day after a kill that came before its analysis was kept', async () => {
  const { put } = state;
  state.put = (key, ...rest) =>
    key.startsWith('kept-analysis/') ? Promise.reject(new Error('killed')) : put.call(state, key, ...rest);
  await expect(keep()).rejects.toThrow('killed');
  const [held] = await state.list('held-file/');
  const name = held?.key.split('/')[1] ?? '';
  expect(await contextOf().heldFiles.isHeld(name)).toBe(true);
  now += 25 * HOUR;
  expect(await contextOf().heldFiles.isHeld(name)).toBe(false);
});

test('A kept analysis is opened by its token alone, and lies sealed', async () => {
  const { token, stored } = await keep();
  expect(await openKept(contextOf(), token)).toEqual({
    analysis: ANALYSIS,
    inputHash: 'ab',
    description: 'The oak by Ada’s house',
    picture: stored,
  });
  const other = await keep('elm');
  const mixed = Buffer.concat([Buffer.from(token, 'base64url').subarray(0, 16), Buffer.alloc(32, 7)]);
  for (const wrong of ['', 'x', `${token}=`, token.slice(1), mixed.toString('base64url')]) {
    expect(await openKept(contextOf(), wrong)).toBeNull();
  }
  expect(await openKept(contextOf(), other.token)).toMatchObject({ picture: other.stored });
  const [record] = await state.list('kept-analysis/');
  const at = JSON.stringify(record);
  for (const secret of ['Ada’s house', 'crown', token]) expect(at).not.toContain(secret);
});

test('A kept analysis is over after a day, and its pictures go unless they came to be used', async () => {
  const unused = await keep('oak');
  const used = await keep('elm');
  const context = contextOf([used.stored.sha256, used.stored.thumbnailSha256]);
  now += 24 * HOUR;
  expect(await openKept(context, unused.token)).toBeNull();
  await sweepKept(context);
  expect(await unused.isThere()).toBe(true); // somebody may still be sending it
  now += HOUR;
  await sweepKept(context);
  expect(await unused.isThere()).toBe(false);
  expect(await used.isThere()).toBe(true);
  expect(await state.list('')).toEqual([]);
});

test('A picture that another visitor sent as well stays until both kept analyses are over', async () => {
  const first = await keep();
  now += 2 * HOUR;
  const second = await keep();
  now += 23 * HOUR;
  await sweepKept(contextOf());
  expect(await openKept(contextOf(), first.token)).toBeNull();
  expect(await openKept(contextOf(), second.token)).not.toBeNull();
  expect(await second.isThere()).toBe(true);
});

test('Beyond the most that are kept the oldest analyses go first', async () => {
  const kept = [];
  for (const text of ['oak', 'elm', 'ash']) {
    kept.push(await keep(text));
    await delay(3);
  }
  await sweepKept(contextOf(), 2);
  const found = await Promise.all(kept.map(({ token }) => openKept(contextOf(), token)));
  expect(found.map((each) => each !== null)).toEqual([false, true, true]);
});
