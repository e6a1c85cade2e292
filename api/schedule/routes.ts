import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { formatCents } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { dayFigures } from '../../domain/schedule/figures.ts';
import { isWorkingDay } from '../../domain/schedule/parts.ts';
import type { ScheduleCommand } from '../../domain/schedule/schedule.ts';
import { MOST_SCHEDULE_DAYS } from '../../domain/schedule/terms.ts';
import { may } from '../../domain/user/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { type DayRange, jobsVisited, readResources } from '../../projections/queries/schedule.ts';
import { crewIdsOf } from '../crews/own.ts';
import { crewKind } from '../crews/record.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { dayOf } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { noSuch, requirePresent } from '../kit/records.ts';
import { seesOwn, without } from '../kit/rights.ts';
import { recordRoutes } from '../kit/routes.ts';
import { presentJobs } from './present.ts';
import { presentProblems, problemsIn } from './problems.ts';
import { scheduleDayKind } from './record.ts';
import { dayParams, lockBody, scheduleAnswer, scheduleDay, scheduleQuery } from './schema.ts';

/** The schedule: who does what on which day, for the board, and the days that must stay as planned. */
export function scheduleRoutes(app: App, context: ApiContext): void {
  const days = recordRoutes(app, context, {
    kind: scheduleDayKind,
    record: scheduleDay,
    path: '/api/schedule/days',
    tag: 'Schedule',
  });
  const locking = (name: string, type: ScheduleCommand['type']) =>
    days.change({
      method: 'POST',
      at: `/:id/${name}`,
      params: dayParams,
      body: lockBody,
      async commands({ body, id: day }) {
        const crewId = body?.crewId ?? null;
        if (crewId !== null) await requirePresent(context, crewKind, crewId, 'crewId');
        return { type, day, crewId };
      },
    });
  locking('lock', 'LockDay');
  locking('unlock', 'UnlockDay');

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/schedule',
    {
      config: { access: 'jobs:read', own: true },
      schema: {
        tags: ['Schedule'],
        description: 'What is done in a range of days, the ends included, by whom and with what.',
        headers: readHeaders,
        querystring: scheduleQuery,
        response: { 200: scheduleAnswer, ...errors },
      },
    },
    async (request, reply) => {
      const range = requireRange(request.query);
      await awaitMinPosition(request, reply, context);
      const models = context.readModels.current();
      const person = signedIn(request);
      const found = await readResources(models, range);
      const { company, ...all } = found;
      const visited = await jobsVisited(models, range, company.zone);
      const crewIds = seesOwn(person, scheduleDayKind) ? await crewIdsOf(context, person.id) : null;
      const resources = crewIds ? resourcesOf(all, crewIds) : all;
      const documents = crewIds ? visited.filter(({ crewId }) => crewId !== null && crewIds.includes(crewId)) : visited;
      const isPriced = may(person.role, 'quotes:read');
      const presented = presentJobs(visited, company.zone);
      // What stands against a visit may be the work of others.
      const problems = problemsIn(found, { documents: visited, jobs: presented }, range, context.clock());
      const own = crewIds ? presented.filter(({ crewId }) => crewId !== null && crewIds.includes(crewId)) : presented;
      const jobs = own.map((job) => (isPriced ? job : without(job, 'amount')));
      const priced = jobs.map(({ status, visits }, index) => ({
        status,
        visits,
        amount: documents[index]?.amount ?? null,
      }));
      const days = dayFigures(priced, range.from, range.to).map(({ amount, ...figures }) => {
        return {
          ...figures,
          amount: isPriced ? formatCents(amount) : null,
          isWorkingDay: isWorkingDay(figures.day, company),
        };
      });
      return {
        ...range,
        today: dayOf(context.clock(), company.zone),
        ...company,
        jobs,
        days,
        problems: presentProblems(problems, visited, crewIds),
        ...resources,
      };
    },
  );
}

type Resources = Omit<Awaited<ReturnType<typeof readResources>>, 'company'>;

/** What somebody sees of the company's resources who reaches only the work of their own crews. */
function resourcesOf({ crews, people, machines, timeOff, locks }: Resources, crewIds: readonly string[]): Resources {
  const own = crews.filter(({ id }) => crewIds.includes(id));
  const memberIds = own.flatMap((crew) => crew.memberIds);
  const equipmentIds = own.flatMap((crew) => crew.equipmentIds);
  return {
    crews: own,
    people: people
      .filter(({ id }) => memberIds.includes(id))
      .map((person) => ({ ...person, skills: [], certificates: [] })),
    machines: machines.filter(
      ({ id, assignedTo }) => equipmentIds.includes(id) || [...crewIds, ...memberIds].includes(assignedTo ?? ''),
    ),
    timeOff: timeOff.filter(({ personId }) => memberIds.includes(personId)),
    locks: locks.filter(({ crewId }) => crewId === null || crewIds.includes(crewId)),
  };
}

/** @throws HttpError 400 for a range that ends before it begins, or is too long */
function requireRange({ from, to }: DayRange): DayRange {
  if (to < from) throw noSuch('to', 'The last day must not be before the first.');
  if (to > addDays(from, MOST_SCHEDULE_DAYS - 1))
    throw noSuch('to', `A schedule can show at most ${MOST_SCHEDULE_DAYS} days at once. Choose fewer.`);
  return { from, to };
}
