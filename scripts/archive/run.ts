import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { company, settingsInForce } from '../../domain/company/company.ts';
import type { CompanyEvent } from '../../domain/company/events.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { verifierKey } from '../../platform/proof/note.ts';
import { type KeptProof, readKept } from '../../platform/proof/proofs.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStoresToRead, type StoreConfig } from '../../platform/runtime/stores.ts';
import { buildAsOf } from '../../projections/engine/as-of.ts';
import { makeFolder } from '../../store/embedded/folder/lock.ts';
import { isWithin } from '../../store/embedded/folder/within.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import type { EventLog, Position } from '../../store/event-store.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import { type EventsWritten, writeEvents } from './events.ts';
import { ERASED_PEOPLE, FORMAT, MANIFEST, type Manifest, PLACES, PROOF, README, STATE, VERSION } from './format.ts';
import { describePhotos, writeFiles } from './kept-files.ts';
import { LISTED, writeLists } from './lists.ts';
import { type NamedFiles, namedFiles } from './named-files.ts';
import { readme } from './readme.ts';
import { heldBack, keptState, placesIn } from './state.ts';
import { type ArchiveWriter, archiveWriter } from './writer.ts';

type Opened = Awaited<ReturnType<typeof openStoresToRead>>;

/** How it is run. */
export interface Running {
  print(line: string): void;
  /** Waited for after each page. @param events so many are done */
  progress?(events: number): Promise<void> | void;
  signal: AbortSignal;
}

/** Said before and after: nobody should learn it later. */
export const PLAIN =
  'NOTHING IN AN ARCHIVE IS ENCRYPTED: it says all that the company knows about people, for whoever can read the folder.';

/**
 * Writes everything of a company in open forms, also while it is in use (docs/archive.md). The folder appears once it is
 * whole.
 * @param given as `npm run archive` gets it
 * @returns the exit status: 1 where something could not be read
 * @throws what keeps it from being made, for a person; nothing is left then
 */
export async function archive(config: StoreConfig, given: string | undefined, running: Running): Promise<number> {
  if (!given) throw new Error('Say where the archive goes: npm run archive -- FOLDER (one that does not exist yet).');
  const folder = resolve(given);
  if (lstatSync(folder, { throwIfNoEntry: false }))
    throw new Error(`${folder} exists already. Name a folder that does not exist yet.`);
  if (isWithin(resolve(config.dataDir), folder))
    throw new Error(`${folder} is in the data folder, which is closed and backed up. Name one outside it.`);
  const stores = await openStoresToRead(config, systemClock);
  try {
    const unfinished = makeUnfinished(folder);
    try {
      running.print(PLAIN);
      const work = join(unfinished, 'work');
      mkdirSync(work, { mode: 0o700 });
      const made = await write(stores, { folder: unfinished, work }, running);
      renameSync(unfinished, folder);
      return told(made, folder, running);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  } finally {
    await stores.close();
  }
}

/** Beside its place. @throws if it is there: of two at once, neither removes what is the other's */
function makeUnfinished(folder: string): string {
  const unfinished = join(dirname(folder), `.${basename(folder)}.unfinished`);
  makeFolder(dirname(unfinished));
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    return unfinished;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new Error(
      `${unfinished} is of an archive that is being made, or was never finished. Delete it in that case.`,
    );
  }
}

interface Made extends Manifest {
  missingFiles: number;
  heldBack: number;
  isAsSigned: boolean;
}

async function write(
  stores: Opened,
  { folder, work }: { folder: string; work: string },
  { signal, progress = () => {} }: Running,
): Promise<Made> {
  const { log, state, keys, files } = stores;
  const writer = archiveWriter(folder);
  // Before the end of the log is read, so that nothing of it is ahead of the events.
  const [places, proof, waiting] = [await placesIn(state), await readKept(state), await heldBack(state)];
  const erasedBefore = await erasedIn(keys);
  const end = await log.head();
  const named = namedFiles(join(work, 'files.db'));
  try {
    const sizes = new Set(proof.checkpoints.map(({ size }) => size));
    const written = await writeEvents(log, writer, { end, sizes, named, erased: erasedBefore, signal, progress });
    const lists = await writeListsAsOf(stores, end, { writer, work, named, signal });
    const kept = await writeFiles(files, writer, named, signal);
    const signed = writeProof(writer, proof, written);
    await writeState(writer, stores, places);
    const erased = await erasedIn(keys);
    // What was told of them before would outlive them.
    if (erased.size > erasedBefore.size)
      throw new Error('Somebody was erased while the archive was made, and it may still speak of them. Make it again.');
    writer.write(
      ERASED_PEOPLE,
      [...erased].map(([subject, erasedAt]) => `${JSON.stringify({ subject, erasedAt })}\n`).join(''),
    );
    const { events, unreadable, types } = written;
    const madeAt = new Date(systemClock()).toISOString();
    const counts = { events, unreadable, erasedPeople: erased.size, files: kept.files };
    const about = { version: VERSION, madeAt, company: await nameOf(log), types, lists, ...counts };
    const more = { missingFiles: kept.missing, heldBack: waiting };
    writer.write(README, readme({ ...about, ...more, signed: signed?.size ?? null }));
    const whole: Manifest = { format: FORMAT, ...about, sums: writer.close() };
    named.close();
    rmSync(work, { recursive: true });
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600, flush: true });
    return { ...whole, ...more, isAsSigned: signed?.isAsSigned ?? true };
  } finally {
    named.close();
  }
}

/** Shows a person at a terminal how many events are done. */
export function showProgress(events: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${events} events\r`);
}

/** Read models of exactly the events of the archive, so that they agree whatever the live ones have seen. */
async function writeListsAsOf(
  stores: Opened,
  end: Position,
  { writer, work, named, signal }: { writer: ArchiveWriter; work: string; named: NamedFiles; signal: AbortSignal },
): Promise<Record<string, number>> {
  const store = openEmbeddedReadModels({ folder: work });
  try {
    const moment = { position: end };
    const reader = stores.share();
    const { models } = await buildAsOf({ log: stores.log, store, projections: LISTED, moment, reader, signal });
    const rows = await writeLists(models, writer, signal);
    await describePhotos(models, named);
    return rows;
  } finally {
    await store.close();
  }
}

/** @returns what the newest checkpoint is about, and whether all checkpoints are of these events; null without one */
function writeProof(
  writer: ArchiveWriter,
  { key, checkpoints }: KeptProof,
  { events, roots }: EventsWritten,
): { size: number; isAsSigned: boolean } | null {
  const signed = checkpoints
    .filter(({ size }) => size > 0 && size <= events)
    .sort((one, other) => one.size - other.size);
  const newest = signed.at(-1);
  writer.write(`${PROOF}/check.py`, readFileSync(join(import.meta.dirname, 'check.py')));
  if (key === null || !newest) return null;
  writer.write(`${PROOF}/key.txt`, `${verifierKey(key)}\n`);
  writer.write(`${PROOF}/checkpoint.txt`, newest.note);
  writer.write(`${PROOF}/checkpoints.jsonl`, signed.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const isAsSigned =
    checkpoints.every(({ size }) => size <= events) && signed.every(({ size, root }) => roots.get(size) === root);
  return { size: newest.size, isAsSigned };
}

async function writeState(
  writer: ArchiveWriter,
  { state }: Opened,
  places: Awaited<ReturnType<typeof placesIn>>,
): Promise<void> {
  const file = writer.begin(STATE);
  for await (const page of keptState(state)) file.write(page.map((record) => `${JSON.stringify(record)}\n`).join(''));
  file.close();
  writer.write(PLACES, places.map((place) => `${JSON.stringify(place)}\n`).join(''));
}

/** When each of them was erased, by their subject. */
async function erasedIn(keys: SubjectKeys): Promise<Map<string, string>> {
  const erased = new Map<string, string>();
  for await (const page of keys.tombstones()) for (const { subject, erasedAt } of page) erased.set(subject, erasedAt);
  return erased;
}

async function nameOf(log: Pick<EventLog, 'readStream'>): Promise<string | null> {
  const events = (await log.readStream(`${company.category}-${COMPANY_ID}`)) as unknown as CompanyEvent[];
  return settingsInForce(events.reduce(company.evolve, company.initial)).name ?? null;
}

function told(
  { events, unreadable, files, missingFiles, heldBack, lists, isAsSigned }: Made,
  folder: string,
  { print }: Running,
) {
  const rows = Object.values(lists).reduce((sum, count) => sum + count, 0);
  print(
    `The archive is in ${folder}: ${events} events, ${rows} rows in ${Object.keys(lists).length} lists, ${files} files.`,
  );
  print(`${README} in it explains every file. It has no passwords and no keys of people.`);
  if (missingFiles > 0)
    print(`${missingFiles} files that events name are not kept any more; ${'files.csv'} says which.`);
  if (heldBack > 0)
    print(`${heldBack} requests that are being held back are not in it: decide on them, and make another one.`);
  if (unreadable > 0)
    print(`${unreadable} events could not be read. They are in it as they are stored, and it cannot be imported.`);
  if (!isAsSigned) print('THE HISTORY IS NOT WHAT WAS SIGNED OF IT. Run npm run verify, and keep this archive apart.');
  print(PLAIN);
  return unreadable > 0 || !isAsSigned ? 1 : 0;
}
