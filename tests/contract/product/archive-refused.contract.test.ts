import * as crypto from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { archive } from '../../../scripts/archive/run.ts';
import { ArchiveFolders, inStores, makeSmallCompany } from '../../support/archives.ts';
import { appendTo, blessed, captured, newerRegistry } from '../../support/samples/lead-events.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const { signal } = new AbortController();

let folders: ArchiveFolders;
let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
  folders = new ArchiveFolders(folder.path);
});
afterEach(() => folder.remove());

const source = () => folders.embedded('source');
const target = () => folders.embedded('target');

beforeEach(() => makeSmallCompany(source()));

/** Makes the sums of an archive anew, as somebody does who edited it. */
function makeSums(of: string): void {
  const sum = (path: string) => crypto.hash('sha256', readFileSync(path));
  const names = readFileSync(join(of, 'SHA256SUMS'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(66));
  writeFileSync(join(of, 'SHA256SUMS'), names.map((name) => `${sum(join(of, name))}  ${name}\n`).join(''));
  const manifest = JSON.parse(readFileSync(join(of, 'manifest.json'), 'utf8')) as object;
  writeFileSync(join(of, 'manifest.json'), JSON.stringify({ ...manifest, sums: sum(join(of, 'SHA256SUMS')) }));
}

test('Of two archives into one place at once one is made, and the other is refused and leaves it alone', async () => {
  const both = await Promise.allSettled([folders.archiveOf(source()), folders.archiveOf(source())]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { reason } = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(reason.message).toContain('is of an archive that is being made');
  await folders.importTo(target());
});

test('What is cut, changed, mixed, added to, or of a newer version is refused, and nothing is there afterwards', async () => {
  await folders.archiveOf(source());
  await inStores(source(), ({ log }) => appendTo(log, 'lead-Bob', captured('Ada Lovelace')));
  await folders.archiveOf(source(), folders.at('later'));
  const manifest = (change: (text: string) => string) => (of: string) =>
    writeFileSync(join(of, 'manifest.json'), change(readFileSync(join(of, 'manifest.json'), 'utf8')));
  const from = (name: string) => (of: string) => cpSync(join(folders.at('later'), name), join(of, name));
  const faults: [string, (of: string) => void][] = [
    ['it is no archive', (of) => rmSync(join(of, 'manifest.json'))],
    ['was changed, or is cut', manifest((text) => text.replace(/"events": \d+,/, ''))],
    ['is not the manifest of an archive', manifest((text) => text.slice(0, 200))],
    ['is not the manifest of an archive', manifest(() => '[]')],
    [
      'made by a newer version of Heartwood (in the form 2)',
      manifest((text) => text.replace('"version": 1', '"version": 2')),
    ],
    [
      'with events LeadCaptured in version 99',
      manifest((text) => text.replace(/"LeadCaptured": \d+/, '"LeadCaptured": 99')),
    ],
    ['with events LeadBlessed', manifest((text) => text.replace('"types": {', '"types": { "LeadBlessed": 1,'))],
    ['files of several were mixed', from('SHA256SUMS')],
    ['files of several were mixed', from('manifest.json')],
    ['events/000001.jsonl was changed or is cut', from('events/000001.jsonl')],
    ['state/erased.jsonl is missing', (of) => rmSync(join(of, 'state/erased.jsonl'))],
    ['lists/leads.csv was changed or is cut', (of) => appendFileSync(join(of, 'lists/leads.csv'), ' ')],
    ['events/000002.jsonl does not belong to it', (of) => writeFileSync(join(of, 'events/000002.jsonl'), '')],
  ];
  for (const [words, spoil] of faults) {
    const spoiled = folders.at('spoiled');
    cpSync(folders.archived, spoiled, { recursive: true });
    spoil(spoiled);
    await expect(folders.importTo(target(), spoiled), words).rejects.toThrow(words);
    rmSync(spoiled, { recursive: true });
  }
  expect(readdirSync(folders.root).sort()).toEqual(['archived', 'later', 'source']);
  writeFileSync(join(folders.archived, '.DS_Store'), 'left by a desktop');
  await folders.importTo(target());
});

test('What was edited by hand, with all sums made anew, is refused before anything is written', async () => {
  await folders.archiveOf(source());
  const events = (change: (lines: string[]) => string[]) => (of: string) => {
    const path = join(of, 'events/000001.jsonl');
    const lines = change(readFileSync(path, 'utf8').trimEnd().split('\n'));
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  };
  const second = (change: (line: string) => string) =>
    events((lines) => lines.map((line, at) => (at === 1 ? change(line) : line)));
  const state = (text: string) => (of: string) => appendFileSync(join(of, 'state/state.jsonl'), text);
  const faults: [string, (of: string) => void][] = [
    ['It says that it has 5 events, and has 4', events((lines) => lines.slice(0, -1))],
    [
      'Line 2 of events/000001.jsonl cannot be put back',
      events(([one = '', two = '', ...rest]) => [two, one, ...rest]),
    ],
    ['an event TreeTalked', second((line) => line.replace(/"type":"\w+"/, '"type":"TreeTalked"'))],
    ['in version 99 is not known here', second((line) => line.replace(/"version":\d+/, '"version":99'))],
    ['is not the next event of its stream', second((line) => line.replace(/"revision":\d+/, '"revision":7'))],
    ['metadata.recordedAt: ', second((line) => line.replace(/"recordedAt":"[^"]+"/, '"recordedAt":"yesterday"'))],
    ['cannot be put back (', second((line) => line.replace(/"data":.*$/, '"data":{"name":{}}}'))],
    ['no archive has a record credential/owner', state('{"key":"credential/owner","value":{"hash":"x"}}\n')],
    ['the record funnel/2026-01-02 comes twice', state('{"key":"funnel/2026-01-02","value":1}\n'.repeat(2))],
    [
      'state/state.jsonl cannot be put back',
      state(`{"key":"funnel/x","value":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`),
    ],
    ['state/state.jsonl cannot be put back', state('{{{\n')],
  ];
  for (const [words, edit] of faults) {
    const edited = folders.at('edited');
    cpSync(folders.archived, edited, { recursive: true });
    edit(edited);
    makeSums(edited);
    await expect(folders.importTo(target(), edited), words).rejects.toThrow(words);
    rmSync(edited, { recursive: true });
  }
  expect(readdirSync(folders.root).sort()).toEqual(['archived', 'source']);
  makeSums(folders.archived);
  await folders.importTo(target());
});

test('A folder that holds something else is no target, nor is one in the archive; nothing of it is changed', async () => {
  await folders.archiveOf(source());
  const letters = folders.at('letters');
  mkdirSync(letters);
  writeFileSync(join(letters, 'letter.txt'), 'mine');
  chmodSync(join(letters, 'letter.txt'), 0o644);
  await expect(folders.importTo(folders.embedded('letters'))).rejects.toThrow('holds something else');
  expect(readdirSync(letters)).toEqual(['letter.txt']);
  if (process.platform !== 'win32') expect(statSync(join(letters, 'letter.txt')).mode & 0o777).toBe(0o644);
  await expect(folders.importTo(folders.embedded('archived/data'))).rejects.toThrow('is in the archive');
  await folders.importTo(target());
});

test('An event that cannot be read is in the archive as it is stored, which then says so and is not imported', async () => {
  const stores = await openProductStores({ folder: folders.at('source') });
  await appendTo(stores.openLog({ registry: newerRegistry }), 'lead-Bob', blessed);
  await stores.release();
  const { code, output } = await folders.archiveOf(source());
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('1 events could not be read') });
  const line = JSON.parse(folders.eventLines().at(-1) ?? '');
  expect(line).toMatchObject({ type: 'LeadBlessed', error: expect.any(String), stored: { data: '{}' } });
  await expect(folders.importTo(target())).rejects.toThrow('1 of its events could not be read');
});

test('A history that is not what was signed is archived, and said to be that', async () => {
  await inStores(source(), async ({ state }) => {
    for (const { key, value, version } of await state.list('proof/')) {
      if (typeof value !== 'object' || value === null || !('root' in value)) continue;
      await state.put(key, { ...value, root: Buffer.alloc(32).toString('base64') }, { expected: version });
    }
  });
  const { code, output } = await folders.archiveOf(source());
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('NOT WHAT WAS SIGNED') });
});

test('Of whom is erased while an archive is made, nothing is kept: it has to be made again', async () => {
  const stores = await openStores(source(), systemClock);
  onTestFinished(() => stores.close());
  const progress = () => stores.keys.erase('subject-of-lead-Ada', '2026-11-21T12:00:00.000Z');
  const making = archive(source(), folders.archived, { print() {}, progress, signal });
  await expect(making).rejects.toThrow('Somebody was erased while the archive was made');
  expect(readdirSync(folders.root)).toEqual(['source']);
  await folders.archiveOf(source());
  expect(folders.eventLines().join()).not.toContain('Ada Lovelace');
});
