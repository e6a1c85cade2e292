import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '../../platform/runtime/clock.ts';
import { openStoresToRead, type StoreConfig } from '../../platform/runtime/stores.ts';
import { makeTemporaryFolder } from '../../platform/runtime/temporary-folder.ts';
import { bringTo } from '../../projections/engine/applying.ts';
import { buildAsOf, type Past } from '../../projections/engine/as-of.ts';
import { compare } from '../../projections/engine/comparing.ts';
import { fingerprint } from '../../projections/engine/fingerprint.ts';
import { readLive, standsOn } from '../../projections/engine/generations.ts';
import type { Moment } from '../../projections/engine/moment.ts';
import { projections } from '../../projections/index.ts';
import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { type Asked, askedBy, makeEmptyFolder, momentOf } from './asked.ts';
import { countsOf, differencesTold, figuresOf } from './told.ts';

/** The most differences that are printed. */
const MOST = 100;

type Opened = Awaited<ReturnType<typeof openStoresToRead>>;

/** How it is run. */
export interface Running {
  print(line: string): void;
  signal: AbortSignal;
}

/**
 * Makes read models as of a moment and tells what is in them, or holds them against the live ones, which may be in use.
 * @param args as `npm run replay` gets them
 * @returns the exit status: 1 if there is a difference
 * @throws what cannot be asked or done, for a person
 */
export async function replay(config: StoreConfig, args: readonly string[], running: Running): Promise<number> {
  const asked = askedBy(args);
  if (asked.into !== null) makeEmptyFolder(asked.into, resolve(config.dataDir));
  const stores = await openStoresToRead(config, systemClock);
  try {
    const moment = asked.to === null ? undefined : await momentOf(asked.to, stores.log);
    return await inFolder(asked.into, (folder) => replayInto(folder, stores, { ...asked, moment }, running));
  } finally {
    await stores.close();
  }
}

/** What fails leaves nothing in it. @param into an empty one; null: one that ends with the work */
async function inFolder<Result>(into: string | null, work: (folder: string) => Promise<Result>): Promise<Result> {
  if (into !== null)
    return work(into).catch((cause) => {
      for (const name of readdirSync(into)) rmSync(join(into, name), { recursive: true, force: true });
      throw cause;
    });
  const temporary = makeTemporaryFolder();
  try {
    return await work(temporary.path);
  } finally {
    await temporary.remove();
  }
}

async function replayInto(
  folder: string,
  stores: Opened,
  { moment, into, compares, showsValues }: Asked & { moment: Moment | undefined },
  { print, signal }: Running,
): Promise<number> {
  const { log } = stores;
  const live = compares ? await openLive(stores) : null;
  const store = openEmbeddedReadModels({ folder });
  try {
    if (live && !(await standsOn(log, live))) {
      print('The live read models were made from events that this history does not have.');
      return 1;
    }
    // What is live may be behind the log.
    const end = moment ?? (live ? { position: (await live.checkpoint()).position } : undefined);
    const progress = ({ events }: { events: number }) =>
      void (process.stderr.isTTY && process.stderr.write(`\r${events} events\r`));
    const reader = stores.share();
    const past = await buildAsOf({ log, store, projections, moment: end, reader, signal, progress });
    const what = moment ? whenOf(moment) : live ? 'as far as the live ones are' : 'of the whole history';
    for (const line of await toldOf(past, what, moment)) print(line);
    if (into !== null) print(`They are in ${into}, with what people's records say: delete it when you are done.`);
    if (!live) return 0;
    const toThere = (position: string) => bringTo(position, { models: past.models, log, projections });
    const found = await compare(live, past.models, { projections, most: MOST, ...(!moment && { bringTo: toThere }) });
    print('');
    for (const line of differencesTold(found, { showsValues })) print(line);
    return found.differing.size === 0 ? 0 : 1;
  } finally {
    await live?.close();
    await store.close();
  }
}

/** @throws if there are none that can be held against what this product makes */
async function openLive({ state, readModels }: Opened): Promise<ReadModels> {
  const live = await readLive(state);
  if (live && live.fingerprint !== fingerprint(projections))
    throw new Error('The live read models were made by another version of Heartwood. Start this one first.');
  const models = live && (await readModels.open(live.generation, projections));
  if (!models) throw new Error('There are no live read models yet. Start Heartwood once.');
  return models;
}

/** @param what the read models are, as the rest of a sentence */
async function toldOf(
  { models, events, recordedAt, isAll }: Past,
  what: string,
  moment: Moment | undefined,
): Promise<string[]> {
  const extent = isAll ? ' Nothing was recorded later.' : events === 0 ? ' Nothing had been recorded by then.' : '';
  const skipped = await models.deadLetters();
  return [
    `Read models ${what}, made from ${events} events.${moment ? extent : ''}`,
    ...skipped.map(
      ({ projection, type, stream, position }) =>
        `Skipped for "${projection}": ${type} in ${stream} (position ${position}).`,
    ),
    '',
    ...(await countsOf(models, projections)),
    '',
    ...(await figuresOf(models, figuresTime(moment, recordedAt))),
  ];
}

function whenOf(moment: Moment): string {
  return 'instant' in moment ? `as of ${moment.instant}` : `as of the position ${moment.position}`;
}

/** When figures are as of, in milliseconds since 1970: what is due depends on the day. Those of the future are today's. */
function figuresTime(moment: Moment | undefined, recordedAt: string | null): number {
  const now = systemClock();
  const asOf = moment && 'instant' in moment ? moment.instant : recordedAt;
  return moment && asOf !== null ? Math.min(Date.parse(asOf), now) : now;
}
