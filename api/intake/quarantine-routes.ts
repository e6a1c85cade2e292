import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SUSPICION_LABELS } from '../../domain/intake/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { waitAndTell } from '../../platform/http/answers/consistency.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, idParams } from '../kit/fields/common.schema.ts';
import { type QuarantinedRecord, quarantinedRecord, releasedAnswer } from './quarantine.schema.ts';
import { discardQuarantined, listQuarantined, type Quarantined, releaseQuarantined } from './quarantine.ts';

const PATH = '/api/intake/quarantine';
const tags = ['Leads'];
const config = { access: 'leads:change' } as const;
const gone = { 404: errorBody.describe('The request is no longer held.') };

/** What staff do with requests that may be spam. */
export function quarantineRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    PATH,
    {
      config: { access: 'leads:read' },
      schema: {
        tags,
        description: 'The requests of the public forms that may be spam, newest first. They wait for 30 days.',
        response: { 200: z.array(quarantinedRecord), ...errors },
      },
    },
    async () => (await listQuarantined(context)).map(shown),
  );

  routes.post(
    `${PATH}/:id/release`,
    {
      config,
      schema: {
        tags,
        description: 'Makes a lead of it, with its photos.',
        headers: changeHeaders,
        params: idParams,
        response: { 200: releasedAnswer, ...gone, ...errors },
      },
    },
    async (request, reply) => {
      const taken = await releaseQuarantined(context, signedIn(request).id, request.params.id);
      await waitAndTell(reply, context.readModels, taken.position);
      return { category: taken.category, id: taken.id };
    },
  );

  routes.post(
    `${PATH}/:id/discard`,
    {
      config,
      schema: {
        tags,
        description: 'Throws it away for good, with its photos.',
        headers: changeHeaders,
        params: idParams,
        response: { 204: z.null(), ...gone, ...errors },
      },
    },
    async (request, reply) => {
      await discardQuarantined(context, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function shown({ id, receivedAt, expiresAt, suspicion, intake, pictures }: Quarantined): QuarantinedRecord {
  const { page, details, serviceType, urgency, preferredContactTime, hostSite } = intake;
  const { name, email, phone, address, description, estimatedValue } = details;
  return {
    id,
    receivedAt,
    expiresAt,
    suspicion,
    reason: SUSPICION_LABELS[suspicion],
    page,
    hostSite,
    name,
    email,
    phone,
    address,
    description,
    serviceType,
    urgency,
    preferredContactTime,
    estimatedValue: estimatedValue === null ? null : formatCents(estimatedValue),
    photos: pictures.length,
  };
}
