import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { placeOfJob } from '../../platform/places/places.ts';
import { customerKind } from '../customers/record.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { recallRecord } from '../kit/records.ts';
import { requireOwn } from '../kit/rights.ts';
import { jobKind } from './record.ts';
import { type JobPlace, jobPlace } from './schema.ts';

const NOWHERE: JobPlace = { latitude: null, longitude: null, precision: null };

/** Where a job is, and how precisely that is known. */
export function jobPlaceRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/jobs/:id/place',
    {
      config: { access: 'jobs:read', own: true },
      schema: {
        tags: ['Jobs'],
        headers: readHeaders,
        params: idParams,
        response: { 200: jobPlace, ...errors },
      },
    },
    async (request, reply): Promise<JobPlace> => {
      await awaitMinPosition(request, reply, context);
      const job = await recallRecord(context, jobKind, request.params.id);
      if (!job) throw new HttpError(404, { message: 'There is no such job.', code: 'not_found' });
      await requireOwn(context, signedIn(request), jobKind, job);
      const customer = job.customerId === null ? null : await recallRecord(context, customerKind, job.customerId);
      return placeOfJob(job, customer?.properties ?? []) ?? NOWHERE;
    },
  );
}
