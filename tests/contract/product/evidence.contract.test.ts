import { afterEach, beforeEach, expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { type EvidenceOf, evidenceOf } from '../../../api/audit/evidence.ts';
import { auditRights } from '../../../api/audit/rights.ts';
import { leadKind } from '../../../api/leads/record.ts';
import { createProofs, type Proofs } from '../../../platform/proof/proofs.ts';
import type { LiveReadModels } from '../../../platform/runtime/live-read-models.ts';
import { createQueues } from '../../../platform/runtime/queues.ts';
import { type OwnedStores, openEmbeddedStores } from '../../../store/embedded/stores.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { notes, sampleCodec } from '../../support/samples/event-samples.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const EVENTS = 2_000;
/** While they are made for the first time, no names are known. */
const notYetMade = { peek: () => null } as LiveReadModels;
const owner = { id: 'owner', username: 'owner', firstName: null, lastName: null, email: null, role: 'owner' } as const;
/** A kind of record whose stream is that of the samples. */
const noteKind = {
  ...leadKind,
  category: 'note',
  noun: 'note',
  decider: { ...leadKind.decider, category: 'note' },
  projection: { ...leadKind.projection, ids: () => ['1'], evolve: () => null },
} as unknown as EvidenceOf['kind'];

let folder: TempFolder;
let stores: OwnedStores;
let store: EventStore;
let proofs: Proofs;
/** How many pages of the log were read. */
let reads: number;
beforeEach(async () => {
  folder = await tempFolder();
  stores = await openEmbeddedStores({ folder: folder.path, now: () => NOW, durable: false });
  store = stores.eventStore(sampleCodec().codec);
  for (let written = 0; written < EVENTS; written += 500)
    await store.append('note-1', notes(500), written === 0 ? 'none' : BigInt(written - 1));
  proofs = createProofs(store, stores.state, () => NOW);
  reads = 0;
});
afterEach(async () => {
  await stores.close();
  await folder.remove();
});

async function evidence(stop: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const counted = logWith(store, {
    scan(...given) {
      reads += 1;
      return store.scan(...given);
    },
  });
  const context = { store: counted, kinds, readModels: notYetMade, turns: createQueues(), proofs };
  const about = { kind: noteKind, id: '1', number: null, title: null, company: null, zone: 'UTC' };
  const end = await store.head();
  const checkpoint = await proofs.checkpoint('asked');
  return evidenceOf(context, { ...about, rights: auditRights(kinds, owner), checkpoint, end }, stop);
}

test('Evidence is read only as far as somebody takes it', async () => {
  const zip = (await evidence(new AbortController().signal))[Symbol.asyncIterator]();
  let taken = 0;
  while (reads < 3) taken += (await zip.next()).value?.length ?? 0;
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(4);
  await zip.return?.();
});

test('Evidence ends once its reader is gone', async () => {
  const stop = new AbortController();
  const zip = (await evidence(stop.signal))[Symbol.asyncIterator]();
  await zip.next();
  stop.abort();
  await expect(
    (async () => {
      while (!(await zip.next()).done);
    })(),
  ).rejects.toThrow();
  expect(reads).toBeLessThan(5);
});
