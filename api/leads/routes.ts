import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { customer } from '../../domain/customer/customer.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { type LeadCommand, type LeadDetails, lead, nextConversion } from '../../domain/lead/lead.ts';
import type { LeadSource } from '../../domain/lead/terms.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { Condition } from '../../store/read-models.ts';
import { changerOf, newId } from '../kit/commands.ts';
import { changeHeaders, errors, idParams, readHeaders } from '../kit/common.schema.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { sendList } from '../kit/lists.ts';
import { leadKind } from './record.ts';
import {
  type CaptureLeadBody,
  captureLeadBody,
  leadRecord,
  leadsQuery,
  type ReviseLeadBody,
  reviseLeadBody,
} from './schema.ts';

const READ = { access: 'auditor' } as const;
const WRITE = { access: 'staff' } as const;
const tags = ['Leads'];

/** The lead pipeline. */
export function leadRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  const change = changerOf(context, leadKind);

  routes.get(
    '/api/leads-working',
    {
      config: READ,
      schema: {
        tags,
        headers: readHeaders,
        querystring: leadsQuery,
        response: { 200: z.array(leadRecord), ...errors },
      },
    },
    async (request, reply) => {
      const { limit, cursor, search, status, source, sort } = request.query;
      const where: Record<string, Condition> = { removed: null };
      if (status !== undefined) where['status'] = status;
      if (source !== undefined) where['leadSource'] = source;
      const order = { field: 'createdAt', direction: sort === 'createdAt' ? 'asc' : 'desc' } as const;
      const query = { where, order, ...(search && { search }), ...(cursor !== undefined && { after: cursor }) };
      return sendList(context, request, reply, leadKind, { query, limit });
    },
  );

  routes.post(
    '/api/leads',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        body: captureLeadBody,
        response: { 201: leadRecord, ...changeErrors(leadRecord) },
      },
    },
    async (request, reply) => {
      const id = newId(request, 'lead');
      const command: LeadCommand = {
        type: 'CaptureLead',
        details: capturedDetails(request.body),
        now: isoNow(context.clock),
      };
      reply.code(201);
      return change(request, reply, id, command, { isNew: true });
    },
  );

  routes.patch(
    '/api/leads/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        body: reviseLeadBody,
        response: { 200: leadRecord, ...changeErrors(leadRecord) },
      },
    },
    async (request, reply) => {
      const { status, expectedRevision } = request.body;
      const command: LeadCommand = {
        type: 'ReviseLead',
        details: revisedDetails(request.body),
        ...(status && { status }),
      };
      return change(request, reply, request.params.id, command, { expectedRevision });
    },
  );

  routes.delete(
    '/api/leads/:id',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        response: { 204: z.null(), ...changeErrors(leadRecord) },
      },
    },
    async (request, reply) => {
      await change(request, reply, request.params.id, { type: 'RemoveLead' });
      return reply.code(204).send(null);
    },
  );

  routes.post(
    '/api/leads/:id/convert',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        response: { 200: leadRecord, ...changeErrors(leadRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const customerId = uuidv5(id, 'customer');
      const count = await countOfReturn(context, id, customerId);
      return change(request, reply, id, { type: 'ConvertLead', customerId, count });
    },
  );

  routes.post(
    '/api/leads/:id/restore',
    {
      config: WRITE,
      schema: {
        tags,
        headers: changeHeaders,
        params: idParams,
        response: { 200: leadRecord, ...changeErrors(leadRecord) },
      },
    },
    async (request, reply) => change(request, reply, request.params.id, { type: 'RestoreLead' }),
  );
}

/** Of a lead whose customer is archived. The lead is read first: whoever brings the customer back meanwhile is seen. */
async function countOfReturn({ streams }: ApiContext, leadId: string, customerId: string): Promise<number | undefined> {
  const { state } = await streams.load(lead, leadId);
  const { state: converted } = await streams.load(customer, customerId);
  return converted.status === 'archived' ? nextConversion(state) : undefined;
}

function capturedDetails(body: CaptureLeadBody): LeadDetails {
  const none = { name: null, email: null, phone: null, address: null, description: null, notes: null };
  return { ...none, leadSource: null, estimatedValue: null, ...revisedDetails(body) };
}

const TEXTS = ['name', 'email', 'phone', 'address', 'description', 'notes'] as const;

/** A missing key stays missing; '' and null are no value (docs/design.md#bodies-and-answers). */
function revisedDetails(body: CaptureLeadBody | ReviseLeadBody): Partial<LeadDetails> {
  const details: Partial<LeadDetails> = {};
  for (const field of TEXTS) {
    const value = body[field];
    if (value !== undefined) details[field] = value?.trim() || null;
  }
  const { leadSource, estimatedValue } = body;
  if (leadSource !== undefined) details.leadSource = (leadSource || null) as LeadSource | null;
  if (estimatedValue !== undefined) {
    details.estimatedValue = estimatedValue === null || estimatedValue === '' ? null : parseCents(estimatedValue);
  }
  return details;
}
