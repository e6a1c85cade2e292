import { setImmediate as others } from 'node:timers/promises';
import { settingsInForce } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { addDays, instantOf, startOfDay } from '../../domain/kit/times.ts';
import type { DayLock } from '../../domain/schedule/events.ts';
import type { Away, CompanyTime, PlannedCrew, PlannedMachine, PlannedPerson } from '../../domain/schedule/parts.ts';
import type { CollectionName, Document, Query, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { company as companies } from '../company.ts';
import { type CrewDocument, crews } from '../crews.ts';
import { type EquipmentDocument, equipment } from '../equipment.ts';
import { type JobDocument, jobs } from '../jobs.ts';
import { type ScheduleDayDocument, scheduleDays } from '../schedule-days.ts';
import { type PersonDocument, people } from '../staff.ts';
import { type TimeOffDocument, timeOffRequests } from '../time-off.ts';

// The schedule's data, joined from several read models: for the board and for the planner.

/** The most that may be read without holding up others. */
const PAGE = 500;

/** Days of the company, both inclusive, `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

/** The people and machines available for the work. */
export interface Resources {
  company: CompanyTime & { zone: string };
  /** All except disbanded ones. */
  crews: PlannedCrew[];
  /** Members of those crews who have not left. */
  people: PlannedPerson[];
  machines: PlannedMachine[];
  /** Approved, and overlapping the range. */
  timeOff: Away[];
  /** Locked days of the range, whose plan must stay as it is. */
  locks: DayLock[];
}

/**
 * The jobs with a visit in a range, each once, including those that began earlier. @param crewId limits them to one
 * crew
 */
export async function jobsVisited(
  models: ReadModels,
  { from, to }: DayRange,
  zone: string,
  crewId?: string,
): Promise<JobDocument[]> {
  const [begins, ends] = [startOfDay(from, zone), startOfDay(addDays(to, 1), zone)];
  const ofCrew = crewId === undefined ? {} : { crewId };
  const earlier = {
    where: { ...ofCrew, removed: null, isLong: true, scheduledEnd: { gt: begins }, scheduledDate: { lt: begins } },
    order: { field: 'scheduledEnd', direction: 'asc' },
  } as const;
  const within = {
    where: { ...ofCrew, removed: null, scheduledDate: { gte: begins, lt: ends } },
    order: { field: 'scheduledDate', direction: 'asc' },
  } as const;
  const long = await all(models, jobs.collection, earlier);
  const begun = await all(models, jobs.collection, within);
  const isVisited = ({ visits, zone: theirs }: JobDocument) =>
    visits.some(({ start, end }) => {
      return (instantOf(end, theirs ?? zone) ?? '') > begins && (instantOf(start, theirs ?? zone) ?? ends) < ends;
    });
  return [...long.filter(isVisited), ...begun];
}

/** The people and machines available for the work in a range of days, as known now. */
export async function readResources(models: ReadModels, range: DayRange): Promise<Resources> {
  const said = (await models.get(companies.collection, [COMPANY_ID])).get(COMPANY_ID);
  const { timeZone: zone, workingDays, workingHours } = settingsInForce(said ?? {});
  const company = { zone, workingDays, workingHours };
  const present = { where: { removed: null }, order: { field: 'createdAt', direction: 'asc' } } as const;
  const planned = (await all(models, crews.collection, present)).map((crew) => plannedCrew(crew, company));
  const members = await models.get(people.collection, [...new Set(planned.flatMap(({ memberIds }) => memberIds))]);
  const machines = await all(models, equipment.collection, present);
  return {
    company,
    crews: planned,
    people: [...members.values()].flatMap(plannedPerson),
    machines: machines.map(plannedMachine),
    timeOff: await readTimeOff(models, range),
    locks: await readLocks(models, range),
  };
}

async function readTimeOff(models: ReadModels, { from, to }: DayRange): Promise<Away[]> {
  const requests = await all(models, timeOffRequests.collection, {
    where: { removed: null, status: 'approved', endDate: { gte: from }, startDate: { lte: to } },
    order: { field: 'endDate', direction: 'asc' },
  });
  return requests.map(awayOf);
}

/** The locks in a range of days, for all crews (`crewId` null) and for single ones. */
export async function readLocks(models: ReadModels, { from, to }: DayRange): Promise<DayLock[]> {
  const days = await all(models, scheduleDays.collection, { where: { id: { gte: from, lte: to } } });
  return days.flatMap(locksOf);
}

/** The locks of one day. */
export function locksOf({ id: day, isLocked, lockedCrewIds }: ScheduleDayDocument): DayLock[] {
  const ofCrews = lockedCrewIds.map((crewId) => ({ day, crewId }));
  return isLocked ? [{ day, crewId: null }, ...ofCrews] : ofCrews;
}

export function plannedCrew(
  { id, name, isActive, workingHours, memberIds, defaultEquipmentIds: equipmentIds }: CrewDocument,
  company: CompanyTime,
): PlannedCrew {
  return { id, name, isActive, memberIds, equipmentIds, workingHours: workingHours ?? company.workingHours };
}

export function plannedMachine(machine: EquipmentDocument): PlannedMachine {
  const { id, name, category, status, nextMaintenance, assignedTo } = machine;
  return { id, name, category, status, nextMaintenance, assignedTo };
}

/** @param request an approved one */
export function awayOf({ employeeId: personId, startDate: from, endDate: to, half }: TimeOffDocument): Away {
  return { personId, from, to, half };
}

/** Nobody, if they left or do not work here. */
export function plannedPerson({ id, staff, hasLeft }: PersonDocument): PlannedPerson[] {
  if (staff === null || hasLeft) return [];
  const { firstName, lastName, skills, certifications } = staff;
  const name = [firstName, lastName].filter(Boolean).join(' ') || null;
  return [{ id, name, skills, certificates: certifications.map(({ name, expiresOn }) => ({ name, expiresOn })) }];
}

async function all<Doc extends Document>(
  models: ReadModels,
  collection: CollectionName<Doc>,
  query: Omit<Query, 'limit'>,
): Promise<Doc[]> {
  const documents: Doc[] = [];
  for await (const page of pagesOf(models, collection, { ...query, limit: PAGE })) {
    documents.push(...page);
    await others();
  }
  return documents;
}
