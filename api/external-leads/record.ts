import { externalLead } from '../../domain/external-lead/external-lead.ts';
import { externalLeadTitle } from '../../domain/external-lead/terms.ts';
import { type ExternalLeadDocument, externalLeads } from '../../projections/external-leads.ts';
import { photos } from '../../projections/photos.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import type { ExternalLeadRecord } from './schema.ts';

function presentExternalLead(lead: ExternalLeadDocument): ExternalLeadRecord {
  const { name, address, email, phone, serviceType, description, assignment } = lead;
  return {
    ...shownOf({}, lead),
    title: externalLeadTitle(serviceType, name),
    description,
    serviceType,
    status: lead.status,
    priority: lead.priority,
    leadSource: lead.leadSource,
    hostSite: lead.hostSite,
    customer: { name, address, email, phone },
    beforePhotos: [],
    notes: lead.notes,
    assignment: assignment && { ...assignment, erased: lead.erased === true || assignment.erased === true },
    outcome: lead.outcome,
    outcomeNotes: lead.outcomeNotes,
    leadId: lead.leadId,
    erased: lead.erased === true,
  };
}

const PAGE = 500;

/** Adds the addresses of their pictures, the first one first. */
async function withPhotos(
  { readModels }: ApiContext,
  leads: readonly ExternalLeadRecord[],
): Promise<ExternalLeadRecord[]> {
  const models = readModels.peek();
  const images = new Map<string, string[]>();
  const where = { removed: null, category: 'external_lead', recordId: { in: leads.map(({ id }) => id) } };
  const order = { field: 'createdAt', direction: 'asc' } as const;
  if (models && leads.length > 0) {
    for await (const page of pagesOf(models, photos.collection, { where, order, limit: PAGE })) {
      for (const { id, recordId } of page)
        images.set(recordId, [...(images.get(recordId) ?? []), `/api/photos/${id}/image`]);
    }
  }
  return leads.map((lead) => ({ ...lead, beforePhotos: images.get(lead.id) ?? [] }));
}

export const externalLeadKind = recordKind({
  decider: externalLead,
  projection: externalLeads,
  area: 'leads',
  title: ({ serviceType, name }: ExternalLeadDocument) => externalLeadTitle(serviceType, name),
  found: { detail: ({ phone, address }) => [phone ?? address] },
  present: presentExternalLead,
  join: withPhotos,
});
