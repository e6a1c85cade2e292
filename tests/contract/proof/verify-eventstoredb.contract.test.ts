import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTiles } from '../../../platform/proof/log-tree.ts';
import { createProofs, readKept } from '../../../platform/proof/proofs.ts';
import { givenKey, readAnchor } from '../../../platform/proof/verify/anchors.ts';
import { servedLog } from '../../../platform/proof/verify/served-log.ts';
import { verifyLog } from '../../../platform/proof/verify/verify.ts';
import { verdictWords } from '../../../platform/proof/verify/words.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { type OwnEventStore, startOwnEventStore } from '../../support/servers/eventstore-process.ts';
import { eventStoreDBLog, freshNamespace } from '../../support/stores/eventstoredb-log.ts';
import type { LogUnderTest } from '../../support/stores/log-under-test.ts';
import { memoryState } from '../../support/stores/memory-state.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const isReal = process.env['EVENTSTORE_URL'] !== undefined || process.env['EVENTSTORE_START'] !== undefined;

// What somebody does to the server's files is done to those of the stand-in.
describe.skipIf(isReal)('a log on EventStoreDB', () => {
  let folder: TempFolder;
  let server: OwnEventStore;
  let log: LogUnderTest;
  let store: EventStore;
  const namespace = freshNamespace();
  const state = memoryState();
  let anchor: string;
  let key: string;

  beforeEach(async () => {
    folder = await tempFolder();
    server = await startOwnEventStore(folder.path);
    log = await eventStoreDBLog(server.url, namespace);
    store = await log.openStore(sampleCodec().codec);
    for (let turn = 0; turn < 6; turn++) await store.append(`tree-${turn}`, notes(100), 'none');
    const proofs = createProofs(store, state, Date.now);
    anchor = (await proofs.checkpoint('asked')).note;
    key = await proofs.verifierKey();
  });
  afterEach(async () => {
    await log.close();
    await server.kill();
    await folder.remove();
    for (const record of await state.list('')) await state.delete(record.key);
  });

  async function verified() {
    const kept = { proof: await readKept(state), tiles: await readTiles(state) };
    const given = givenKey({ name: 'key.txt', text: key });
    const anchors = [readAnchor({ name: 'anchor.txt', text: anchor }, { given, kept: kept.proof })];
    const verdict = await verifyLog(servedLog(store), kept, anchors);
    const { lines, faults } = verdictWords(verdict, anchors);
    return { isWhole: verdict.isWhole, text: [...lines, ...faults].join('\n') };
  }

  /** Changes the server's file while it does not run. */
  async function altered(change: (lines: string[]) => string[]): Promise<void> {
    await server.kill();
    const path = join(folder.path, 'log.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${change(lines).join('\n')}\n`);
    await server.start();
  }

  test('It is whole as long as nobody touched it, also with more events since', async () => {
    await store.append('tree-7', notes(3), 'none');
    const { isWhole, text } = await verified();
    expect(text).toContain('Events 1 to 600 are as they were signed');
    expect(text).toContain('Events 601 to 603 are not signed yet');
    expect(isWhole).toBe(true);
  });

  test('A changed event is found, with the 256 among which it is', async () => {
    await altered((lines) => lines.with(300, (lines[300] as string).replace('NoteTaken', 'NoteLost_')));
    const { isWhole, text } = await verified();
    expect(isWhole).toBe(false);
    expect(text).toMatch(/Events 257 to 512 \(tree-2@56 NoteTaken, position \S+ to tree-5@11 NoteTaken/);
    expect(text.match(/^Events \d+ to \d+ \(/gm)).toHaveLength(1);
  });

  test('A missing event is found, by its revision', async () => {
    await altered((lines) => lines.toSpliced(320, 1));
    const { isWhole, text } = await verified();
    expect(isWhole).toBe(false);
    expect(text).toContain('has 599 events');
  });
});
