import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { erasures } from '../../domain/index.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openSharedStores } from '../../platform/runtime/stores.ts';
import type { EmbeddedReadModels } from '../../store/embedded/read-models/generation.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import { type Batch, type Position, START } from '../../store/event-store.ts';
import { DamagedReadModels } from '../../store/read-models.ts';
import { PAST_EPOCH } from '../engine/as-of.ts';
import { keepChecking } from '../engine/checking.ts';
import { dropOthers, standsOn } from '../engine/generations.ts';
import { readToHead } from '../engine/reading.ts';
import { projections } from '../index.ts';
import { untilAllErased } from './erased.ts';
import { createTaking } from './taking.ts';
import { versionCollections, versionsFingerprint } from './version-collections.ts';
import type { ToFollow, VersionsReport } from './versions.ts';

// The thread that makes the versions of all documents and keeps them up to date: whatever it does, the API keeps answering.

/** A day: of a million events a check takes more than a minute of the processor. */
const CHECK_EVERY_MS = 24 * 60 * 60 * 1_000;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');

// On other systems this would set the priority of the whole process.
if (process.platform === 'linux') setPriority(0, 10);
const stopping = new AbortController();
port.on('message', () => stopping.abort());
const { signal } = stopping;

const { shared, reader, folder } = workerData as ToFollow;
const stores = await openSharedStores(shared, systemClock);
const { log, keys } = stores;
const store = openEmbeddedReadModels({ folder });
const collections = versionCollections(projections);
const report = (what: VersionsReport) => port.postMessage(what);

/** Those that are there, if they were made of this log by these projections. */
async function openThere(): Promise<EmbeddedReadModels | null> {
  for (const generation of await store.list()) {
    if (!generation.startsWith(`${versionsFingerprint(projections)}-`)) continue;
    try {
      const models = await store.open(generation);
      if (models && (await standsOn(log, models))) return models;
      await models?.close();
    } catch (cause) {
      if (!(cause instanceof DamagedReadModels)) throw cause;
    }
  }
  return null;
}

/** Whether a batch holds an erasure that may not have come to its end. @param ended up to where all have */
function mayHoldNames({ entries }: Batch, ended: Position): boolean {
  return entries.some(({ type, position }) => position > ended && erasures.has(type));
}

/** Makes them, unless somebody is erased meanwhile. */
async function build(): Promise<void> {
  const ended = await untilAllErased({ log, keys }, signal);
  const generation = `${versionsFingerprint(projections)}-${randomBytes(4).toString('hex')}`;
  const models = await store.create(generation, collections);
  await models.claim(PAST_EPOCH);
  const { take, write } = await createTaking({ models, log, projections, isBuild: true });
  for await (const batch of readToHead({ log, reader, signal })) {
    if (mayHoldNames(batch, ended)) return;
    await take(batch);
  }
  signal.throwIfAborted();
  await write();
  await models.finishBuild();
}

/** Keeps them up to date until the signal is aborted, somebody is erased, or they are found damaged. */
async function follow(models: EmbeddedReadModels): Promise<void> {
  const { take } = await createTaking({ models, log, projections, isBuild: false });
  const { position } = await models.checkpoint();
  report({ generation: models.generation });
  const found = new AbortController();
  const running = AbortSignal.any([signal, found.signal]);
  void keepChecking(models.generation, true, { store, signal: running }, found, CHECK_EVERY_MS);
  for await (const batch of log.subscribe(position, running)) {
    // They hold the name. They are made again once it is gone.
    if (mayHoldNames(batch, START)) break;
    await take(batch);
  }
  // They are made anew, after a stop only once somebody follows again.
  if (!signal.aborted) await dropOthers(store, []);
}

try {
  const models = await openThere();
  await dropOthers(store, models ? [models.generation] : []);
  // What a build takes of memory is given back when its thread ends: another one follows.
  await (models ? follow(models) : build());
} catch (cause) {
  if (!signal.aborted) throw cause;
} finally {
  await store.close();
  await stores.close();
  port.close();
}
