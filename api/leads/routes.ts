import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { customer } from '../../domain/customer/customer.ts';
import { lead, nextConversion } from '../../domain/lead/lead.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { campaignKind } from '../campaigns/record.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord, requirePresent } from '../kit/records.ts';
import { requireMayAsk } from '../kit/rights.ts';
import { recordRoutes } from '../kit/routes.ts';
import { figuresOf } from './figures.ts';
import { knownContacts } from './known.ts';
import { leadKind } from './record.ts';
import {
  captureLeadBody,
  knownContact,
  knownContactsQuery,
  leadFields,
  leadFigures,
  leadFiguresQuery,
  leadList,
  leadRecord,
  reviseLeadBody,
} from './schema.ts';

/** The lead pipeline. */
export function leadRoutes(app: App, context: ApiContext): void {
  const leads = recordRoutes(app, context, { kind: leadKind, record: leadRecord, path: '/api/leads', tag: 'Leads' });

  leads.list(leadList, { path: '/api/leads-working' });
  leads.get();

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/leads/figures',
    {
      config: { access: 'leads:read' },
      schema: {
        tags: ['Leads'],
        headers: readHeaders,
        querystring: leadFiguresQuery,
        response: { 200: leadFigures, ...errors },
      },
    },
    async (request, reply) => {
      if (request.user) requireMayAsk(request.user, leadList, request.query);
      await awaitMinPosition(request, reply, context);
      return figuresOf(context, request.query);
    },
  );

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/leads/known',
    {
      config: { access: 'leads:read' },
      schema: {
        tags: ['Leads'],
        description: 'The leads and customers with the same phone, email or address, before a new lead is saved.',
        headers: readHeaders,
        querystring: knownContactsQuery,
        response: { 200: z.array(knownContact), ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { email = null, phone = null, address = null } = request.query;
      return knownContacts(context, { email, phone, address });
    },
  );

  leads.create({
    body: captureLeadBody,
    async commands({ body, now }) {
      await requireCampaign(context, body.campaignId);
      return { type: 'CaptureLead', details: completed(leadFields, body), now };
    },
  });

  leads.revise({
    body: reviseLeadBody,
    async commands({ body, id }) {
      const { status, campaignId } = body;
      const isNamedAnew = campaignId && campaignId !== (await findRecord(context, leadKind, id))?.campaignId;
      if (isNamedAnew) await requireCampaign(context, campaignId);
      return { type: 'ReviseLead', details: givenIn(leadFields, body), ...(status && { status }) };
    },
  });

  leads.remove({ type: 'RemoveLead' });
  leads.act('restore', { type: 'RestoreLead' });

  leads.act('convert', async ({ id }) => {
    const customerId = uuidv5(id, 'customer');
    return { type: 'ConvertLead', customerId, count: await countOfReturn(context, id, customerId) };
  });
}

/** @throws HttpError 400 for a campaign that does not exist or was removed */
async function requireCampaign(context: ApiContext, id: string | null | undefined): Promise<void> {
  if (id) await requirePresent(context, campaignKind, id, 'campaignId');
}

/**
 * The count for a lead whose customer is archived. The lead is read first, so that somebody restoring the customer in
 * the meantime is noticed.
 */
async function countOfReturn({ streams }: ApiContext, leadId: string, customerId: string): Promise<number | undefined> {
  const { state } = await streams.load(lead, leadId);
  const { state: converted } = await streams.load(customer, customerId);
  return converted.presence === 'removed' ? nextConversion(state) : undefined;
}
