import { formatCents } from '../../domain/kit/money.ts';
import type { LeadDocument } from '../../projections/leads.ts';
import type { Document } from '../../store/read-models.ts';
import type { LeadRecord } from './schema.ts';

/** A lead on the wire: money as a decimal text, every field present (design §7). */
export function presentLead(document: Document): LeadRecord {
  const lead = document as LeadDocument;
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
