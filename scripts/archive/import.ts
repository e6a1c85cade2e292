import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../platform/runtime/clock.ts';
import { beginImport, endImport, importUnderWay } from '../../platform/runtime/imports.ts';
import { openStores, type StoreConfig, type Stores } from '../../platform/runtime/stores.ts';
import {
  type Append,
  type EventToAppend,
  isDecoded,
  type LogEntry,
  type Position,
  START,
  WrongExpectedRevision,
} from '../../store/event-store.ts';
import type { Json } from '../../store/state.ts';
import { type CheckedArchive, checkArchive, linesOf, NotImported } from './check.ts';
import { versionOf } from './events.ts';
import {
  type ArchivedEvent,
  archived,
  archivedEvent,
  archivedPlace,
  archivedState,
  ERASED_PEOPLE,
  EVENTS,
  erasedPerson,
  FILES,
  PLACES,
  STATE,
} from './format.ts';
import { requireImportable, requireRoom } from './importable.ts';
import { eventOf, importingCodec } from './put-back.ts';
import { PLAIN, type Running } from './run.ts';

const PAGE = 500;
/** The most of one append, in characters, each of them up to three bytes, and a third more once they are sealed. */
const APPEND_CHARACTERS = 128 * 1024;
/** The most that is appended at once, in characters. */
const PORTION_CHARACTERS = 1024 * 1024;

/**
 * Makes an equal company of an archive, in an empty data folder or on empty servers (docs/archive.md). One that was ended in
 * between goes on where it stopped.
 * @param given as `npm run import-archive` gets it
 * @throws NotImported before anything is appended; what a store throws
 */
export async function importArchive(config: StoreConfig, given: string | undefined, running: Running): Promise<void> {
  if (!given) throw new NotImported('Say which archive: npm run import-archive -- FOLDER');
  const { print, signal } = running;
  const archive = await checkArchive(resolve(given));
  await requireImportable(archive);
  requireRoom(config, archive.folder);
  print(`The archive is whole: ${archive.manifest.events} events, ${archive.manifest.files} files.`);
  const stores = await openStores(config, systemClock, { importing: importingCodec }).catch((cause) => {
    throw new NotImported('The target cannot be opened.', { cause });
  });
  try {
    await begin(stores, archive);
    await keepErased(stores, archive);
    await appendAll(stores, archive, running);
    await putFiles(stores, archive, signal);
    await putState(stores, archive);
    await putPlaces(stores, archive, await compareAll(stores, archive, signal));
    await endImport(stores.state);
  } finally {
    await stores.close();
  }
  for (const line of told(archive, stores.storage)) print(line);
}

function told({ folder, manifest }: CheckedArchive, storage: readonly string[]): string[] {
  const { events, files, erasedPeople } = manifest;
  return [
    `Imported: ${events} events and ${files} files. People who stay erased: ${erasedPeople}. Each event was read again and is equal.`,
    ...storage.map((line) => `${line}.`),
    'An archive has no passwords. Everybody sets a new one: npm run set-password -- NAME for the first owner, who then sends the',
    'others links (Users). Also to be entered again: the password of the mail server, second factors, devices. Links in emails that',
    'customers got before do not open any more. The history is signed under a new key from now on: keep the old checkpoints.',
    `${folder} is still there. ${PLAIN}`,
  ];
}

/** @throws NotImported if something else is there already */
async function begin({ log, state }: Stores, { sum }: CheckedArchive): Promise<void> {
  const underWay = await importUnderWay(state);
  if (underWay === sum) return;
  if (underWay !== null)
    throw new NotImported(
      'Another archive was being imported here and did not finish. Go on with that one, or empty the target.',
    );
  if ((await log.head()) !== START || (await state.list('', { limit: 1 })).length > 0)
    throw new NotImported(
      'There is a company here already. An archive is imported into an empty data folder or empty servers.',
    );
  await beginImport(state, sum);
}

async function keepErased({ keys }: Stores, { folder }: CheckedArchive): Promise<void> {
  for await (const page of pagesOf([join(folder, ERASED_PEOPLE)]))
    await keys.keepTombstones(page.map((line) => erasedPerson.parse(JSON.parse(line))));
}

/** Events of one stream that go to the log together. */
interface Group extends Append {
  events: EventToAppend[];
  /** The revision of the last. */
  last: number;
  characters: number;
}

async function appendAll(
  { log }: Stores,
  archive: CheckedArchive,
  { signal, progress = () => {} }: Running,
): Promise<void> {
  let count = 0;
  for await (const page of eventPages(archive)) {
    for (const some of portions(grouped(page))) {
      signal.throwIfAborted();
      await log.appendInOrder(some).catch((cause) => {
        if (!(cause instanceof WrongExpectedRevision)) throw cause;
        throw new Error('There are other events than the archive has: somebody else writes here.', { cause });
      });
    }
    count += page.length;
    await progress(count);
  }
}

/** Neighbors of one stream; the same each time, so that an append that was made before is found to be a repeat. */
function grouped(page: readonly { event: ArchivedEvent; characters: number }[]): Group[] {
  const groups: Group[] = [];
  for (const { event, characters } of page) {
    const { stream, revision } = event;
    const before = groups.at(-1);
    const follows = before?.stream === stream && before.last + 1 === revision;
    if (before && follows && before.characters + characters <= APPEND_CHARACTERS) {
      before.events.push(eventOf(event));
      before.last = revision;
      before.characters += characters;
    } else {
      const expected = revision === 0 ? 'none' : BigInt(revision) - 1n;
      groups.push({ stream, expected, events: [eventOf(event)], last: revision, characters });
    }
  }
  return groups;
}

/** What is appended at once, so that it becomes durable together: a page at most, and of long texts less. */
function portions(groups: readonly Group[]): Group[][] {
  const all: Group[][] = [];
  let room = 0;
  for (const group of groups) {
    if (group.characters > room) {
      all.push([]);
      room = PORTION_CHARACTERS;
    }
    all.at(-1)?.push(group);
    room -= group.characters;
  }
  return all;
}

/** Reads all of the log again. @returns the positions of events, by their ids, that records of the state store name */
async function compareAll(
  { log }: Stores,
  archive: CheckedArchive,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Position>> {
  const wanted = new Set((await placesOf(archive)).map(({ value }) => value.eventId));
  const positions = new Map<string, Position>();
  let after = START;
  for await (const page of eventPages(archive)) {
    signal.throwIfAborted();
    const found = await log.readAll(after, page.length);
    for (const [at, { event }] of page.entries()) {
      const { id, position } = requireEqual(found[at], event);
      if (wanted.has(id)) positions.set(id, position);
    }
    after = found.at(-1)?.position ?? after;
  }
  if ((await log.head()) !== after)
    throw new Error('There are more events than the archive has: somebody else writes here.');
  return positions;
}

/** @returns what is in the log. @throws if it is not what the archive tells */
function requireEqual(entry: LogEntry | undefined, event: ArchivedEvent): ArchivedEvent {
  const own = entry && isDecoded(entry) ? archived(entry, versionOf(entry.type)) : null;
  if (own && isDeepStrictEqual(asCompared(own), asCompared(event))) return own;
  throw new Error(
    `${event.stream}@${event.revision} was not stored as the archive tells it: somebody else writes here.`,
  );
}

/** What has to be equal: all but the place in the whole log, which is another one on another kind of store. */
function asCompared(event: ArchivedEvent): ArchivedEvent {
  const { data } = eventOf(event);
  return { ...event, position: '', version: versionOf(event.type), data: JSON.parse(JSON.stringify(data)) };
}

async function putFiles({ files }: Stores, { folder, names }: CheckedArchive, signal: AbortSignal): Promise<void> {
  for (const name of names.filter((each) => each.startsWith(`${FILES}/`))) {
    signal.throwIfAborted();
    await files.put(readFileSync(join(folder, name)));
  }
}

async function putState({ state }: Stores, { folder }: CheckedArchive): Promise<void> {
  const now = systemClock();
  for await (const page of pagesOf([join(folder, STATE)]))
    for (const { key, value, expiresAt } of page.map((line) => archivedState.parse(JSON.parse(line)))) {
      const ttlMs = expiresAt === undefined ? undefined : expiresAt - now;
      if (ttlMs === undefined) await state.put(key, value, { expected: 'none' });
      else if (ttlMs > 0) await state.put(key, value, { expected: 'none', ttlMs });
    }
}

/** What named a place in the log names the same event again. */
async function putPlaces(
  { state }: Stores,
  archive: CheckedArchive,
  positions: ReadonlyMap<string, Position>,
): Promise<void> {
  for (const { key, value } of await placesOf(archive)) {
    const position = positions.get(value.eventId);
    // Whoever was further than the archive begins anew, which is safe (docs/design/commands.md#processes).
    if (position === undefined) continue;
    const ownKey = key.endsWith(value.position) ? key.slice(0, -value.position.length) + position : key;
    await state.put(ownKey, { ...(value as Record<string, Json>), position }, { expected: 'none' });
  }
}

async function placesOf({ folder }: CheckedArchive) {
  const places = [];
  for await (const page of pagesOf([join(folder, PLACES)]))
    places.push(...page.map((line) => archivedPlace.parse(JSON.parse(line))));
  return places;
}

async function* eventPages({ folder, names }: CheckedArchive) {
  const paths = names.filter((name) => name.startsWith(`${EVENTS}/`)).map((name) => join(folder, name));
  for await (const page of pagesOf(paths))
    yield page.map((line) => ({ event: archivedEvent.parse(JSON.parse(line)), characters: line.length }));
}

async function* pagesOf(paths: readonly string[]): AsyncGenerator<string[]> {
  let page: string[] = [];
  for (const path of paths)
    for await (const line of linesOf(path)) {
      page.push(line);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
  if (page.length > 0) yield page;
}
