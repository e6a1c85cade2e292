import { type AffectedVisit, effectsOfAbsence } from '../../domain/schedule/absence.ts';
import { dayOfMoment } from '../../domain/schedule/parts.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { jobsVisited, readResources } from '../../projections/queries/schedule.ts';
import type { TimeOffDocument } from '../../projections/time-off.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentJobs } from '../schedule/present.ts';
import { requestBalance } from './balances.ts';
import { colleaguesOff } from './colleagues.ts';
import type { TimeOffEffects } from './schema.ts';

/** What time off does, or would do, to the schedule of its days. */
export async function timeOffEffectsOf(context: ApiContext, request: TimeOffDocument): Promise<TimeOffEffects> {
  const { readModels, clock } = context;
  const { employeeId: personId, startDate: from, endDate: to, half } = request;
  const models = readModels.current();
  const { company, ...resources } = await readResources(models, { from, to });
  const crews = resources.crews.filter(({ memberIds }) => memberIds.includes(personId));
  const found: JobDocument[] = [];
  for (const { id } of crews) found.push(...(await jobsVisited(models, { from, to }, company.zone, id)));
  const jobs = presentJobs(found, company.zone);
  const titles = new Map(jobs.map(({ id, title }) => [id, title]));
  const plan = { company, ...resources, jobs, today: dayOf(clock(), company.zone) };
  const visits = effectsOfAbsence(plan, { personId, from, to, half });
  return {
    crews: crews.map(({ name }) => name),
    visits: visits.map((each) => ({ ...presentVisit(each), title: titles.get(each.job.id) ?? null })),
    short: visits.filter(({ missing }) => missing.length > 0).length,
    balance: await requestBalance(context, request),
    colleagues: await colleaguesOff(context, personId, request),
  };
}

function presentVisit({ job, visit, crew, hasPeople, hasSkills, missing }: AffectedVisit) {
  const { id: jobId, number, customer } = job;
  return {
    jobId,
    number,
    customer,
    day: dayOfMoment(visit.start),
    ...visit,
    crewId: crew.id,
    crew: crew.name,
    hasPeople,
    hasSkills,
    missing: missing.map(({ kind, message }) => ({ kind, message })),
  };
}
