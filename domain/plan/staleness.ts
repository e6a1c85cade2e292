import type { CompanyEvent } from '../company/events.ts';
import type { EquipmentEvent } from '../equipment/events.ts';
import type { JobEvent } from '../job/events.ts';
import { type EventBody, partsOfStream, type RecordedEvent } from '../kit/event.ts';
import type { RosterEvent } from '../roster/events.ts';
import type { ScheduleEvent } from '../schedule/events.ts';
import type { StaffEvent } from '../staff/events.ts';
import type { PlanHead, PlannedMove, PlanRoute, UnassignedJob } from './events.ts';
import type { StaleReason } from './terms.ts';

/** What a plan was made with, from its read model. */
export interface PlanScope extends Pick<PlanHead, 'kind' | 'from' | 'to' | 'crewIds' | 'memberIds' | 'equipmentIds'> {
  routes: readonly Pick<PlanRoute, 'stops'>[];
  unassigned: readonly Pick<UnassignedJob, 'jobId'>[];
  moves: readonly Pick<PlannedMove, 'jobId'>[];
}

/** The days somebody is off work, which only the first event of a request holds. */
export interface TimeOff {
  employeeId: string;
  startDate: string;
  endDate: string;
}

/** The types of events that can make a plan stale. */
export const STALING_TYPES: ReadonlySet<string> = new Set([
  'JobCreated',
  'JobPlanAgreed',
  'JobRevised',
  'JobScheduled',
  'JobUnscheduled',
  'JobRestGivenUp',
  'JobStarted',
  'JobHeld',
  'JobResumed',
  'JobCompleted',
  'JobCancelled',
  'JobLifeRestored',
  'JobRemoved',
  'JobRestored',
  'CrewFormed',
  'CrewRevised',
  'CrewDeactivated',
  'CrewActivated',
  'CrewDisbanded',
  'CrewReinstated',
  'CrewMemberAssigned',
  'CrewMemberReleased',
  'StaffMemberRevised',
  'StaffMemberLeft',
  'StaffMemberReturned',
  'EquipmentStatusChanged',
  'EquipmentAssigned',
  'EquipmentRetired',
  'EquipmentRestored',
  'EquipmentRevised',
  'MaintenancePlanned',
  'MaintenanceRecorded',
  'MaintenanceWithdrawn',
  'CompanySettingsRevised',
  'TimeOffApproved',
  'TimeOffDenied',
  'TimeOffReopened',
  'TimeOffWithdrawn',
  'TimeOffRestored',
  'DayLocked',
  'DayUnlocked',
]);

/**
 * Why an event makes an earlier plan stale; null if it does not affect the plan. Notes, hours, photos, names and money
 * spent never do.
 * @param timeOff the days of the request that the event is about, if any
 */
export function staleBy(plan: PlanScope, event: RecordedEvent, timeOff: TimeOff | null = null): StaleReason | null {
  if (!STALING_TYPES.has(event.type)) return null;
  const { category, id } = partsOfStream(event.stream);
  switch (category) {
    case 'job':
      return byJob(plan, event as RecordedEvent & JobEvent, id);
    case 'roster':
      return byCrew(plan, event as RecordedEvent & RosterEvent);
    case 'staff':
      return byPerson(plan, event as RecordedEvent & StaffEvent, id);
    case 'equipment':
      return byEquipment(plan, event as RecordedEvent & EquipmentEvent, id);
    case 'company':
      return names(event as RecordedEvent & CompanyEvent, PLANNED_SETTINGS) ? 'settings_changed' : null;
    case 'schedule':
      return byLock(plan, event as RecordedEvent & ScheduleEvent);
    default:
      return timeOff && byTimeOff(plan, timeOff);
  }
}

/** The fields of jobs, crews, people, machines and the company that planning uses. */
const PLANNED_OF_JOB = [
  'crewId',
  'pinned',
  'estimatedDuration',
  'priority',
  'amount',
  'address',
  'propertyId',
  'minimumCrewSize',
  'latitude',
  'longitude',
  'requiredSkills',
  'requiredEquipment',
  'earliestDate',
  'latestDate',
  'timeWindow',
  'promisedStart',
] as const;
const PLANNED_OF_CREW = ['workingHours', 'homeAddress', 'defaultEquipmentIds'] as const;
const PLANNED_OF_PERSON = ['skills', 'certifications'] as const;
const PLANNED_OF_MACHINE = ['category', 'status', 'nextMaintenance'] as const;
const PLANNED_SETTINGS = [
  'workingDays',
  'holidays',
  'workingHours',
  'homeBase',
  'timeZone',
  'travel',
  'overtimeMinutes',
] as const;

function names({ data }: EventBody, fields: readonly string[]): boolean {
  return fields.some((field) => field in data);
}

function byJob(plan: PlanScope, event: JobEvent, id: string): StaleReason | null {
  if (event.type === 'JobRevised' && !names(event, PLANNED_OF_JOB)) return null;
  if (GOES_ON.has(event.type) && !jobsPlanned(plan).has(id)) return null;
  if (jobsOf(plan).has(id)) return 'job_changed';
  // A plan that moves scheduled work leaves unscheduled jobs to a separate plan.
  const newJob = plan.kind === 'schedule' ? 'new_job' : null;
  switch (event.type) {
    case 'JobCreated':
      return newJob;
    // It is to be planned again, as if it were new.
    case 'JobUnscheduled':
    case 'JobRestored':
      return newJob;
    case 'JobScheduled':
      return event.data.visits.some((visit) => isWithin(plan, visit)) ? 'job_moved_in' : null;
    case 'JobLifeRestored': {
      const { visits } = event.data;
      if (visits.length === 0) return newJob;
      return visits.some((visit) => isWithin(plan, visit)) ? 'job_moved_in' : null;
    }
    default:
      return null;
  }
}

/** A fixed visit may begin and end without making the plan stale. */
const GOES_ON: ReadonlySet<string> = new Set(['JobStarted', 'JobResumed', 'JobCompleted']);

function jobsPlanned({ routes, unassigned, moves }: PlanScope): Set<string> {
  const planned = routes.flatMap(({ stops }) => stops.filter(({ isFixed }) => !isFixed));
  return new Set([...planned, ...unassigned, ...moves].map(({ jobId }) => jobId));
}

function jobsOf({ routes, unassigned, moves }: PlanScope): Set<string> {
  return new Set([...routes.flatMap(({ stops }) => stops), ...unassigned, ...moves].map(({ jobId }) => jobId));
}

function isWithin({ from, to }: PlanScope, { start, end }: { start: string; end: string }): boolean {
  return start.slice(0, from.length) <= to && end.slice(0, from.length) >= from;
}

function byCrew({ crewIds }: PlanScope, event: RosterEvent): StaleReason | null {
  switch (event.type) {
    // One more crew.
    case 'CrewFormed':
    case 'CrewActivated':
    case 'CrewReinstated':
      return 'crew_changed';
    case 'CrewRevised':
      return crewIds.includes(event.data.crewId) && names(event, PLANNED_OF_CREW) ? 'crew_changed' : null;
    case 'CrewMemberAssigned':
      return [event.data.crewId, event.data.fromCrewId].some((id) => id !== null && crewIds.includes(id))
        ? 'crew_changed'
        : null;
    default:
      return crewIds.includes(event.data.crewId) ? 'crew_changed' : null;
  }
}

function byPerson({ memberIds }: PlanScope, event: StaffEvent, id: string): StaleReason | null {
  if (!memberIds.includes(id)) return null;
  return event.type === 'StaffMemberRevised' && !names(event, PLANNED_OF_PERSON) ? null : 'person_changed';
}

function byEquipment({ equipmentIds }: PlanScope, event: EquipmentEvent, id: string): StaleReason | null {
  if (!equipmentIds.includes(id)) return null;
  return event.type === 'EquipmentRevised' && !names(event, PLANNED_OF_MACHINE) ? null : 'equipment_changed';
}

function byLock({ from, to, crewIds }: PlanScope, { data: { day, crewId } }: ScheduleEvent): StaleReason | null {
  if (day < from || day > to) return null;
  return crewId === null || crewIds.includes(crewId) ? 'day_locked' : null;
}

function byTimeOff(
  { from, to, memberIds }: PlanScope,
  { employeeId, startDate, endDate }: TimeOff,
): StaleReason | null {
  return memberIds.includes(employeeId) && startDate <= to && endDate >= from ? 'time_off' : null;
}
