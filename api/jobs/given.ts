import type { JobCommand } from '../../domain/job/job.ts';
import type { Planned } from '../../domain/job/life.ts';
import { VISIT_DEFAULTS } from '../../domain/job/terms.ts';
import { exactMoment, requireLikelyPlan } from '../../domain/kit/times.ts';
import { crewKind } from '../crews/record.ts';
import { addressOfProperty } from '../customers/properties.ts';
import { companyDays, companyToday, companyZone, DATE_AS_INSTANT, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { type GivenOf, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch, requirePresent } from '../kit/records.ts';
import { type CreateJobBody, jobFields, type ReviseJobBody } from './schema.ts';

// What a body gives for a job, along with what is looked up for it: its crew, its property, and the company's time.

/** What is already known of the job. */
interface Before {
  customerId: string | null;
  propertyId: string | null;
  crewId: string | null;
}

/**
 * The work as the body gives it; a property supplies its address if none is given.
 * @throws HttpError 400 for a crew or a property that cannot be used; Rejection for a mistyped year
 */
export async function givenDetails(
  context: ApiContext,
  body: CreateJobBody | ReviseJobBody,
  { customerId, propertyId, crewId }: Before,
): Promise<Partial<GivenOf<typeof jobFields>>> {
  const zone = await companyZone(context);
  const given = companyDays(jobFields, givenIn(jobFields, body), zone);
  const today = await companyToday(context);
  for (const field of ['earliestDate', 'latestDate'] as const)
    if (given[field]) requireLikelyPlan(field, given[field], today);
  if (given.promisedStart) requireLikelyPlan('promisedStart', dayOf(Date.parse(given.promisedStart), zone), today);
  if (given.crewId && given.crewId !== crewId) await requireActive(context, given.crewId);
  if (!given.propertyId || given.propertyId === propertyId) return given;
  const address = await addressOfProperty(context, customerId, given.propertyId, 'job');
  return { ...given, address: given.address ?? address };
}

async function requireActive(context: ApiContext, crewId: string): Promise<void> {
  await requirePresent(context, crewKind, crewId, 'crewId');
  const crew = await findRecord(context, crewKind, crewId);
  if (!crew?.isActive) throw noSuch('crewId', 'This crew is not active. Choose an active one.');
}

/**
 * The scheduling commands in a body; none if it says nothing about scheduling.
 * @throws HttpError 400 without a date where one is needed; Rejection for a mistyped year
 */
export async function givenPlan(context: ApiContext, body: CreateJobBody | ReviseJobBody): Promise<JobCommand[]> {
  const { scheduledDate, estimatedStartTime, estimatedEndTime, visits } = body;
  const isStatus = 'status' in body && body.status === 'scheduled';
  const isTaken = scheduledDate === null || scheduledDate === '' || (visits !== undefined && visits.length === 0);
  if (isTaken && isStatus) throw noSuch('scheduledDate', 'A scheduled job needs a date.');
  if (isTaken) return [{ type: 'UnscheduleJob' }];
  if (!isStatus && !scheduledDate && !estimatedStartTime && !estimatedEndTime && !visits) return [];
  const zone = await companyZone(context);
  const planned = plannedIn({ scheduledDate, estimatedStartTime, estimatedEndTime, visits }, zone);
  const today = await companyToday(context);
  for (const { field, moment } of momentsOf(planned))
    if (moment) requireLikelyPlan(field, moment.slice(0, 'YYYY-MM-DD'.length), today);
  return [{ type: 'ScheduleJob', planned, zone, isStatus }];
}

function momentsOf(planned: Planned): { field: string; moment: string | undefined }[] {
  if ('visits' in planned) return planned.visits.map(({ start }) => ({ field: 'visits', moment: start }));
  return [
    { field: 'scheduledDate', moment: planned.start },
    { field: 'estimatedEndTime', moment: planned.end },
  ];
}

type PlanBody = Pick<CreateJobBody, 'scheduledDate' | 'estimatedStartTime' | 'estimatedEndTime' | 'visits'>;

function plannedIn({ scheduledDate, estimatedStartTime, estimatedEndTime, visits }: PlanBody, zone: string): Planned {
  const wall = (said: string | null | undefined) => (said ? exactMoment(Date.parse(said), zone) : undefined);
  if (visits) {
    return { visits: visits.map(({ start, end }) => ({ start: wall(start) ?? '', end: wall(end) ?? '' })) };
  }
  return { start: wall(estimatedStartTime) ?? startOn(scheduledDate, zone), end: wall(estimatedEndTime) };
}

/** A bare day, or one that a program stored as midnight UTC, starts at the usual time of visits. */
function startOn(said: string | null | undefined, zone: string): string | undefined {
  if (!said) return undefined;
  const isDay = !said.includes('T') || DATE_AS_INSTANT.test(said);
  return isDay ? `${said.slice(0, 10)}T${VISIT_DEFAULTS.start}` : exactMoment(Date.parse(said), zone);
}
