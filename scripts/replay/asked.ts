import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endOf, isLocal, isMoment } from '../../api/audit/moments.schema.ts';
import { company, settingsInForce } from '../../domain/company/company.ts';
import type { CompanyEvent } from '../../domain/company/events.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { Moment } from '../../projections/engine/moment.ts';
import { makeFolder } from '../../store/embedded/folder/lock.ts';
import { isWithin } from '../../store/embedded/folder/within.ts';
import type { EventLog } from '../../store/event-store.ts';

/** What `npm run replay` is told to do. */
export interface Asked {
  /** A moment or a position, as given; null: everything. */
  to: string | null;
  /** The folder that the read models are left in; null: they are thrown away. */
  into: string | null;
  /** Whether they are held against the live ones. */
  compares: boolean;
  /** Whether what differs is printed, and not only where. */
  showsValues: boolean;
}

const USAGE = `  npm run replay -- --to 2026-03-03T12:00 --into FOLDER   read models as of then, with counts and figures
  npm run replay -- --compare                             a full rebuild beside the live read models
  npm run replay -- --compare --to MOMENT                 what has changed since then
With --values, what differs is printed too.`;

/** @throws with what can be asked */
export function askedBy(args: readonly string[]): Asked {
  const { to = null, into = null, compare: compares = false, values: showsValues = false } = optionsOf(args);
  if (into === null && !compares)
    throw new Error(`Say where the read models go, with --into, or what they are for, with --compare:\n${USAGE}`);
  if (showsValues && !compares) throw new Error(`--values is for --compare:\n${USAGE}`);
  return { to, into: into === null ? null : resolve(into), compares, showsValues };
}

function optionsOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({ args: [...args], options: { to: text, into: text, compare: flag, values: flag } }).values;
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\n${USAGE}`);
  }
}

/** Makes the folder if there is none. @throws if it is in the data folder, holds anything, or is none */
export function makeEmptyFolder(path: string, dataDir: string): void {
  if (isWithin(dataDir, path))
    throw new Error(`${path} is in the data folder, where only Heartwood writes. Name a folder outside it.`);
  if (existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0))
    throw new Error(`${path} is not an empty folder. Name one that is empty, or that does not exist yet.`);
  makeFolder(path);
}

/** Of the last year that a text can name. */
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The moment that a text names: a day counts whole.
 * @throws if it is neither a moment nor a position of this log
 */
export async function momentOf(
  text: string,
  log: Pick<EventLog, 'isPosition' | 'holds' | 'readStream'>,
): Promise<Moment> {
  if (isMoment(text)) {
    const end = isLocal(text) ? await localEnd(text, log) : endOf(text, 'UTC');
    return { instant: new Date(Math.min(end - 1, LAST)).toISOString() };
  }
  if (text === '' || !log.isPosition(text))
    throw new Error(
      `--to "${text}" is neither a moment nor a position of this history. A moment is a day like 2026-06-15, a time by the company's clock like 2026-06-15T12:00, or an instant like 2026-06-15T12:00:00Z; a position is as /api/audit/events tells it.`,
    );
  if (!(await log.holds(text))) throw new Error(`This history has no event at the position ${text}.`);
  return { position: text };
}

/** By the company's clock of then, if it has another one by now, as the calls have it (api/as-of/calls.ts). */
async function localEnd(text: string, log: Pick<EventLog, 'readStream'>): Promise<number> {
  const events = await log.readStream(`${company.category}-${COMPANY_ID}`);
  const end = endOf(text, zoneBy(events));
  return endOf(text, zoneBy(events.filter(({ metadata }) => Date.parse(metadata.recordedAt) < end)));
}

/** The company's time zone by events of its settings. */
function zoneBy(events: readonly RecordedEvent[]): string {
  return settingsInForce((events as unknown as CompanyEvent[]).reduce(company.evolve, company.initial)).timeZone;
}
