import { type SettingsInForce, settingsInForce } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { wallMoment } from '../../domain/kit/times.ts';
import { company } from '../../projections/company.ts';
import { costs } from '../../projections/costs.ts';
import { crews } from '../../projections/crews.ts';
import { customers } from '../../projections/customers.ts';
import { applyEvent, type Projection } from '../../projections/engine/projection.ts';
import { equipment } from '../../projections/equipment.ts';
import { invoices } from '../../projections/invoices.ts';
import { jobs } from '../../projections/jobs.ts';
import { leads } from '../../projections/leads.ts';
import { mails } from '../../projections/mails.ts';
import { quotes } from '../../projections/quotes.ts';
import { scheduleDays } from '../../projections/schedule-days.ts';
import { people } from '../../projections/staff.ts';
import { timeOffRequests } from '../../projections/time-off.ts';
import { isDecoded, type LogEntry } from '../../store/event-store.ts';
import type { Document } from '../../store/read-models.ts';
import { leadSteps } from './lead-steps.ts';
import { noteAnswer, Table, tableOf } from './table.ts';

/** The read models that detectors read. */
const READ = {
  company,
  leads,
  leadSteps,
  customers,
  quotes,
  jobs,
  invoices,
  costs,
  mails,
  equipment,
  people,
  crews,
  timeOff: timeOffRequests,
  scheduleDays,
} as const;

type DocumentOf<Read> = Read extends Projection<infer Doc> ? Doc : never;

export type FactName = keyof typeof READ;
const NAMES = Object.keys(READ) as readonly FactName[];

/** The documents of each read model by id, removed ones too. */
export type Tables = { readonly [Name in FactName]: ReadonlyMap<string, DocumentOf<(typeof READ)[Name]>> };

/**
 * What a company knew at a moment, as its read models show it. What a document copies from another one (a job's crew
 * name, its lead) is not filled: a detector joins by id.
 */
export interface Facts extends Tables {
  /** ISO UTC. */
  asOf: string;
  /** The company's day, `YYYY-MM-DD`. */
  today: string;
  settings: SettingsInForce;
}

export interface FactFold {
  /** Takes the next events of the log, in order. @returns the tables that changed */
  take(entries: readonly LogEntry[]): ReadonlySet<FactName>;
  /** What was known after the events so far. It changes with the next ones. @param asOf ISO UTC */
  at(asOf: string): Facts;
}

/** The categories of streams that facts are made of. */
export const FACT_CATEGORIES: ReadonlySet<string> = new Set(NAMES.flatMap((name) => READ[name].of ?? []));

/** Folds the log into facts, by the projections of the read models themselves, in memory. */
export function foldFacts(): FactFold {
  const tables = Object.fromEntries(NAMES.map((name) => [name, new Table<Document>()])) as Record<
    FactName,
    Table<Document>
  >;
  const readers = Map.groupBy(
    NAMES.flatMap((name) => (READ[name].of ?? []).map((category) => ({ category, name }))),
    ({ category }) => category,
  );

  function change(name: FactName, event: RecordedEvent): boolean {
    const projection = READ[name] as Projection;
    const table = tables[name];
    let isChanged = false;
    for (const id of idsOf(projection, event)) {
      const before = table.get(id) ?? null;
      const after = appliedTo(projection, before, event, id);
      if (after === null || after === before) continue;
      table.set(id, after);
      isChanged = true;
    }
    return isChanged;
  }

  return {
    take(entries) {
      const changed = new Set<FactName>();
      for (const entry of entries.filter(isDecoded)) {
        const { category } = partsOfStream(entry.stream);
        for (const { name } of readers.get(category) ?? []) if (change(name, entry)) changed.add(name);
      }
      return changed;
    },
    at: (asOf) => factsOf(tables as unknown as Tables, asOf),
  };
}

// An event that a read model cannot take is skipped, as its runner does, which keeps it as a dead letter.

function idsOf(projection: Projection, event: RecordedEvent): readonly string[] {
  try {
    return projection.ids(event);
  } catch {
    return [];
  }
}

function appliedTo(projection: Projection, before: Document | null, event: RecordedEvent, id: string): Document | null {
  try {
    return applyEvent(projection, before, event, id);
  } catch {
    return before;
  }
}

/** Facts of tables at a moment. What is read of them can be noted (table.ts). @param asOf ISO UTC */
export function factsOf(given: Tables, asOf: string): Facts {
  const tables = Object.fromEntries(NAMES.map((name) => [name, tableOf<Document>(given[name])])) as unknown as Tables;
  let day: { timeZone: string; today: string } | null = null;
  return {
    ...tables,
    get asOf() {
      noteAnswer(asOfOf, asOf);
      return asOf;
    },
    get today() {
      const { timeZone } = settingsOf(tables);
      if (day?.timeZone !== timeZone)
        day = { timeZone, today: wallMoment(Date.parse(asOf), timeZone).slice(0, 'YYYY-MM-DD'.length) };
      noteAnswer(todayOf, day.today);
      return day.today;
    },
    get settings() {
      return settingsOf(tables);
    },
  };
}

const asOfOf = (facts: object) => (facts as Facts).asOf;
const todayOf = (facts: object) => (facts as Facts).today;

const NOTHING_SAID = settingsInForce({});
const known = new WeakMap<object, SettingsInForce>();

/** The same ones as long as nothing is said. */
function settingsOf({ company: said }: Tables): SettingsInForce {
  const document = said.get(COMPANY_ID);
  if (!document) return NOTHING_SAID;
  const settings = known.get(document) ?? settingsInForce(document);
  known.set(document, settings);
  return settings;
}

/** The documents that are neither removed nor erased. */
export function present<Doc extends Document>(table: ReadonlyMap<string, Doc>): Doc[] {
  return [...table.values()].filter(isThere);
}

/** Whether there is a document that is neither removed nor erased. */
export function isThere<Doc extends Document>(document: Doc | undefined): document is Doc {
  if (document === undefined) return false;
  const { removed, erased } = document;
  return !removed && !erased;
}
