import { setImmediate as others } from 'node:timers/promises';
import { type SettingsInForce, settingsInForce } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { addDays, startOfDay, wallIn } from '../../domain/kit/times.ts';
import { MOST_DAYS } from '../../domain/plan/terms.ts';
import type { DayLock } from '../../domain/schedule/events.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import { type Place, placeOf, placeOfJob } from '../../platform/places/places.ts';
import { company } from '../../projections/company.ts';
import { crews } from '../../projections/crews.ts';
import { type CustomerDocument, customers } from '../../projections/customers.ts';
import { type JobDocument, jobs } from '../../projections/jobs.ts';
import {
  type DayRange,
  jobsVisited,
  type Resources,
  readLocks,
  readResources,
} from '../../projections/queries/schedule.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';

/** The most unscheduled jobs considered at once: the most urgent first, then the oldest. */
export const MOST_JOBS = 1_000;
/**
 * How many days after the planned ones are looked at, for whether work of several days can be finished by then: twice as
 * many as are planned at most.
 */
export const DAYS_AHEAD = 2 * MOST_DAYS;
const PAGE = 500;

/** A job with its place and its visits in the company's wall time. */
export interface OpenJob {
  document: JobDocument;
  customer: Pick<CustomerDocument, 'phone' | 'email'> | null;
  /** Null if nothing says where it is. */
  place: Place | null;
  visits: readonly { start: string; end: string }[];
  /** It is what is left of a job beside its visits: as long as that, without a visit, and with the job's crew. */
  isRest?: true;
}

/** Everything a run plans with. */
export interface Inputs {
  range: DayRange;
  settings: SettingsInForce;
  resources: Resources;
  /** Where each crew starts its day: its own home base, else the company's; null if neither is known. */
  bases: ReadonlyMap<string, Base>;
  /** Jobs without a day, and what is left of others. */
  unscheduled: readonly OpenJob[];
  /** Jobs with visits in the range that are not done: scheduled, or in progress. */
  visited: readonly OpenJob[];
  /** Whether there are more unscheduled jobs than are considered. */
  isCut: boolean;
}

export interface Base {
  place: Place | null;
  /** The crew has no base of its own: the company's is used. */
  isAssumed: boolean;
  hasCompanyHours: boolean;
}

/**
 * Reads everything a run plans with, from one generation of the read models.
 * @param only the one job to find a place for, whatever its status; without it, all unscheduled jobs
 */
export async function readInputs(models: ReadModels, range: DayRange, only?: JobDocument): Promise<Inputs> {
  const without = await readWithoutJobs(models, range);
  const { zone } = without.resources.company;
  const open = only ? { jobs: [only], isCut: false } : await unscheduledJobs(models, range, zone);
  if (only) without.resources.locks.push(...(await locksOutside(models, range, only)));
  const visited = (await jobsVisited(models, range, zone)).filter(({ status }) => TAKES_UP.includes(status));
  const opened = await openedOf(models, [...open.jobs, ...visited], zone);
  const isVisited = opened.slice(open.jobs.length);
  const unscheduled = opened.slice(0, open.jobs.length).map((job) => (only ? job : asLeft(job)));
  return { ...without, unscheduled, visited: isVisited, isCut: open.isCut };
}

/** What is left of a job that has visits, as a job of its own. What was promised is about its first visit. */
function asLeft(job: OpenJob): OpenJob {
  if (job.visits.length === 0) return job;
  const left = { status: 'unscheduled', estimatedDuration: job.document.leftMinutes / 60, promisedStart: null };
  return { ...job, document: { ...job.document, ...left }, visits: [], isRest: true };
}

/** The locks of days that a job would leave outside the planned range, which may be locked too. */
async function locksOutside(models: ReadModels, range: DayRange, { visits }: JobDocument): Promise<DayLock[]> {
  // A visit's own zone may differ: the days next to it are checked too.
  const days = visits
    .flatMap(({ start, end }) => [addDays(dayOfMoment(start), -1), addDays(dayOfMoment(end), 1)])
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  const locks = await readLocks(models, { from, to });
  return locks.filter(({ day }) => day < range.from || day > range.to);
}

/** The inputs to describe days planned earlier: these jobs, wherever they are now. Those that are gone are left out. */
export async function readPlanned(models: ReadModels, range: DayRange, jobIds: readonly string[]): Promise<Inputs> {
  const without = await readWithoutJobs(models, range);
  const ids = [...new Set(jobIds)];
  const found: JobDocument[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = await models.get(jobs.collection, ids.slice(from, from + PAGE));
    found.push(...page.values());
  }
  const visited = await openedOf(models, found, without.resources.company.zone);
  return { ...without, unscheduled: [], visited, isCut: false };
}

async function readWithoutJobs(models: ReadModels, range: DayRange) {
  const resources = await readResources(models, { from: range.from, to: addDays(range.to, DAYS_AHEAD) });
  const said = (await models.get(company.collection, [COMPANY_ID])).get(COMPANY_ID);
  const settings = settingsInForce(said ?? {});
  return { range, settings, resources, bases: await basesOf(models, resources, settings) };
}

async function openedOf(models: ReadModels, jobs: readonly JobDocument[], zone: string): Promise<OpenJob[]> {
  const customers = await customersOf(models, jobs);
  return fewAtATime(jobs, (document) => {
    const customer = customers.get(document.customerId ?? '') ?? null;
    return {
      document,
      customer,
      place: placeOfJob(document, customer?.properties ?? []),
      visits: document.visits.map(({ start, end }) => ({
        start: wallIn(start, document.zone ?? zone, zone),
        end: wallIn(end, document.zone ?? zone, zone),
      })),
    };
  });
}

const TAKES_UP: readonly string[] = ['scheduled', 'in_progress'];

/** After so many days without anything begun, whether the work was done is for a person to say. */
const FORGOTTEN_AFTER_DAYS = 7;

/** Whether there is anything to plan of a job: all of it, or what is left beside visits that somebody still goes by. */
function isPlanned({ status, visits, scheduledEnd, erased }: JobDocument, since: string): boolean {
  // No work can be done for a customer who was erased.
  if (erased) return false;
  if (visits.length === 0) return status === 'unscheduled';
  return status === 'in_progress' || (status === 'scheduled' && (scheduledEnd ?? '') >= since);
}

async function unscheduledJobs(
  models: ReadModels,
  { from }: DayRange,
  zone: string,
): Promise<{ jobs: JobDocument[]; isCut: boolean }> {
  const found: JobDocument[] = [];
  const since = startOfDay(addDays(from, -FORGOTTEN_AFTER_DAYS), zone);
  const unscheduled = {
    where: { removed: null, isToPlace: true },
    order: { field: 'createdAt', direction: 'asc' },
    limit: PAGE,
  } as const;
  for await (const page of pagesOf(models, jobs.collection, unscheduled)) {
    found.push(...page.filter((job) => isPlanned(job, since)));
    await others();
  }
  const byUrgency = found.sort((a, b) => a.priorityRank - b.priorityRank);
  return { jobs: byUrgency.slice(0, MOST_JOBS), isCut: byUrgency.length > MOST_JOBS };
}

async function customersOf(
  models: ReadModels,
  jobs: readonly JobDocument[],
): Promise<ReadonlyMap<string, CustomerDocument>> {
  const ids = [...new Set(jobs.flatMap(({ customerId }) => customerId ?? []))];
  const found = new Map<string, CustomerDocument>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = await models.get(customers.collection, ids.slice(from, from + PAGE));
    for (const [id, each] of page) found.set(id, each);
  }
  return found;
}

async function basesOf(
  models: ReadModels,
  { crews: planned }: Resources,
  { homeBase }: SettingsInForce,
): Promise<Map<string, Base>> {
  const documents = await models.get(
    crews.collection,
    planned.map(({ id }) => id),
  );
  const ofCompany = homeBase && placeOf({ pin: homeBase, address: homeBase.address });
  const bases = await fewAtATime(planned, ({ id }): [string, Base] => {
    const crew = documents.get(id);
    const own = placeOf({ address: crew?.homeAddress ?? null });
    const hasCompanyHours = (crew?.workingHours ?? null) === null;
    return [id, { place: own ?? ofCompany, isAssumed: own === null, hasCompanyHours }];
  });
  return new Map(bases);
}

const FEW = 20;

/** Yields to other work now and then: the first lookup of a ZIP code takes a millisecond or two. */
async function fewAtATime<Item, Result>(items: readonly Item[], made: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length % FEW === 0) await others();
    results.push(made(item));
  }
  return results;
}
