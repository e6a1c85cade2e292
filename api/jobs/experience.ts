import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { isOfSize, sizeOf, suggestionOf } from '../../domain/job/experience.ts';
import { knownHours } from '../../domain/job/terms.ts';
import { formatCents, parseCents } from '../../domain/kit/money.ts';
import { may } from '../../domain/user/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { jobs } from '../../projections/jobs.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { type JobExperience, jobExperience, jobExperienceQuery } from './experience.schema.ts';
import { jobKind } from './record.ts';
import type { JobRecord } from './schema.ts';

/** How many of the latest finished jobs of a service are considered: what it took years ago teaches little. */
const MOST_JOBS = 200;

/** What finished jobs teach about the next one, with the jobs behind it (docs/design/money.md#what-finished-jobs-teach). */
export function jobExperienceRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/jobs/experience',
    {
      config: { access: 'jobs:read' },
      schema: {
        tags: ['Jobs'],
        description:
          'What finished jobs of a service took compared with their quotes: of the same size if there are five, otherwise of any size.',
        headers: readHeaders,
        querystring: jobExperienceQuery,
        response: { 200: jobExperience, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { service, hours } = request.query;
      const experience = await experienceOf(context, service, hours);
      return may(signedIn(request).role, 'costs:read') ? experience : withoutCosts(experience);
    },
  );
}

function withoutCosts({ suggestion, jobs, ...experience }: JobExperience): JobExperience {
  return {
    ...experience,
    suggestion: { ...suggestion, margin: null },
    jobs: jobs.map((job) => ({ ...job, actualCost: null })),
  };
}

/** What finished jobs of a service teach, of a similar size if known. @param hours estimated for the next job */
export async function experienceOf(context: ApiContext, service: string, hours?: number): Promise<JobExperience> {
  const { documents } = await context.readModels.current().find(jobs.collection, {
    where: { removed: null, status: 'completed', serviceType: service },
    order: { field: 'completedAt', direction: 'desc' },
    limit: MOST_JOBS,
  });
  const done = (await jobKind.show(context, documents)).filter(isOfOneService);
  const size = hours === undefined ? null : sizeOf(hours);
  const alike = size ? done.filter((job) => isOfSize({ estimatedHours: job.estimatedDuration }, size)) : [];
  const ofSize = suggestionOf(alike.map(finished));
  const isBySize = ofSize.hours !== null || ofSize.price !== null;
  const rows = isBySize ? alike : done;
  const { price, ...suggestion } = isBySize ? ofSize : suggestionOf(done.map(finished));
  return {
    service,
    size: isBySize ? size : null,
    count: rows.length,
    suggestion: { ...suggestion, price: price === null ? null : formatCents(price) },
    jobs: rows.map(shown),
  };
}

/** What several services took together says nothing about any one of them. */
function isOfOneService({ items }: JobRecord): boolean {
  return new Set(items.map(({ service }) => service)).size <= 1;
}

function finished({ estimatedDuration, clockHours, amount, actualCost }: JobRecord) {
  return { estimatedHours: estimatedDuration, clockHours, amount: parsed(amount), cost: parsed(actualCost) ?? 0 };
}

function parsed(amount: string | null | undefined): number | null {
  return amount ? parseCents(amount) : null;
}

function shown(job: JobRecord) {
  const { id, jobNumber, customerName, completedAt, clockHours, actualHours, amount, actualCost = null } = job;
  const took = { estimatedHours: knownHours(job.estimatedDuration), clockHours, actualHours, amount, actualCost };
  return { id, jobNumber, customerName, completedAt, ...took };
}
