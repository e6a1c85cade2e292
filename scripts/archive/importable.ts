import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { StoreConfig } from '../../platform/runtime/stores.ts';
import { isWithin } from '../../store/embedded/folder/within.ts';
import { START } from '../../store/event-store.ts';
import { type CheckedArchive, linesOf, NotImported } from './check.ts';
import { versionOf } from './events.ts';
import {
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
import { eventOf } from './put-back.ts';
import { KEPT, PLACED } from './state.ts';

// Sums tell what was damaged on its way. Who edits an archive can make them anew, and what does not fit then must not be found
// halfway, when nothing else starts on the target any more.

/**
 * Reads all lines of an archive as they will be put back.
 * @throws NotImported with the first line that cannot be, or where there are more or fewer than its manifest says
 */
export async function requireImportable(archive: CheckedArchive): Promise<void> {
  const { manifest, names } = archive;
  const events = names.filter((name) => name.startsWith(`${EVENTS}/`));
  requireCount('events', manifest.events, await checkLines(archive, events, eventCheck()));
  requireCount('files', manifest.files, names.filter((name) => name.startsWith(`${FILES}/`)).length);
  const erased = await checkLines(archive, [ERASED_PEOPLE], (said) => void erasedPerson.parse(said));
  requireCount('erased people', manifest.erasedPeople, erased);
  const kept = KEPT.map(({ prefix }) => prefix);
  await checkLines(
    archive,
    [STATE],
    keyCheck(kept, (said) => archivedState.parse(said).key),
  );
  await checkLines(
    archive,
    [PLACES],
    keyCheck(PLACED, (said) => archivedPlace.parse(said).key),
  );
}

/** @throws NotImported where a data folder cannot be made for it: something else is there, or it would be in the archive */
export function requireRoom({ dataDir, eventStoreUrl, mongodbUrl }: StoreConfig, archive: string): void {
  if (eventStoreUrl !== null && mongodbUrl !== null) return;
  const folder = resolve(dataDir);
  if (folder === archive || isWithin(archive, folder))
    throw new NotImported(`${folder} is in the archive: set DATA_DIR to a folder outside it.`);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  // What is there of a company is told once it was opened.
  if (names.length > 0 && !names.includes('lock.db'))
    throw new NotImported(`${folder} holds something else: set DATA_DIR to a folder that is empty or not there yet.`);
}

async function checkLines(
  { folder }: CheckedArchive,
  names: readonly string[],
  check: (said: unknown) => void,
): Promise<number> {
  let count = 0;
  for (const name of names) {
    let at = 0;
    for await (const line of linesOf(join(folder, name))) {
      at += 1;
      try {
        check(JSON.parse(line));
      } catch (cause) {
        throw new NotImported(changed(`Line ${at} of ${name} cannot be put back (${reasonOf(cause)})`));
      }
    }
    count += at;
  }
  return count;
}

function requireCount(what: string, said: number, found: number): void {
  if (said === found) return;
  throw new NotImported(changed(`It says that it has ${said} ${what}, and has ${found}`));
}

/** On one line. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return (cause as Error).message;
  const [{ path, message } = { path: [], message: '' }] = cause.issues;
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}

function changed(fault: string): string {
  return `${fault}: the archive was changed after it was made. Take a copy of it that was not.`;
}

/** All events in the order in which they were written: none is left out within a stream. */
function eventCheck(): (said: unknown) => void {
  const revisions = new Map<string, number>();
  let before = START;
  return (said) => {
    const event = archivedEvent.parse(said);
    const { position, stream, revision, type, version } = event;
    if (version > versionOf(type)) throw new Error(`an event ${type} in version ${version} is not known here`);
    eventOf(event);
    if (position <= before) throw new Error(`the position ${position} is not after ${before}`);
    if (revision !== (revisions.get(stream) ?? -1) + 1)
      throw new Error(`${stream}@${revision} is not the next event of its stream`);
    revisions.set(stream, revision);
    before = position;
  };
}

/** Keys as archives have them, each once: others would be passwords or sessions. */
function keyCheck(prefixes: readonly string[], keyOf: (said: unknown) => string): (said: unknown) => void {
  const seen = new Set<string>();
  return (said) => {
    const key = keyOf(said);
    if (!prefixes.some((prefix) => key.startsWith(prefix))) throw new Error(`no archive has a record ${key}`);
    if (seen.has(key)) throw new Error(`the record ${key} comes twice`);
    seen.add(key);
  };
}
