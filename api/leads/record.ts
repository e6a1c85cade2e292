import { lead } from '../../domain/lead/lead.ts';
import { type LeadDocument, leads } from '../../projections/leads.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import { leadFields } from './schema.ts';

export const leadKind = recordKind({
  decider: lead,
  projection: leads,
  area: 'leads',
  title: ({ name }: LeadDocument) => name,
  found: { detail: ({ status, phone, address }) => [status, phone ?? address] },
  present: (lead: LeadDocument) => ({
    ...shownOf(leadFields, lead),
    status: lead.status,
    customerId: lead.customerId,
    request: lead.request ?? null,
    erased: lead.erased === true,
  }),
  limited: (lead, has) => (has('marketing:read') ? lead : without(lead, 'campaignId')),
});
