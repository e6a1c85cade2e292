import { formatCents } from '../../domain/kit/money.ts';
import { lead } from '../../domain/lead/lead.ts';
import { type LeadDocument, leads } from '../../projections/leads.ts';
import { recordKind } from '../kit/records.ts';
import type { LeadRecord } from './schema.ts';

/** A lead on the wire: money as a decimal text, every field present. */
function presentLead(lead: LeadDocument): LeadRecord {
  return {
    id: lead.id,
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    address: lead.address,
    leadSource: lead.leadSource,
    estimatedValue: lead.estimatedValue === null ? null : formatCents(lead.estimatedValue),
    description: lead.description,
    notes: lead.notes,
    status: lead.status,
    customerId: lead.customerId,
    createdAt: lead.createdAt,
    revision: lead.revision,
    removed: lead.removed === true,
  };
}

export const leadKind = recordKind({
  decider: lead,
  projection: leads,
  title: ({ name }: LeadDocument) => name,
  present: presentLead,
});
