import type { ExternalLeadEvent } from '../external-lead/events.ts';
import { textOfNotes } from '../external-lead/terms.ts';
import type { EventBody, Recorded, RecordedEvent } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import { type LeadCommand, type LeadState, whyKept as whyLeadKept } from '../lead/lead.ts';
import type { PhotoCommand } from '../photo/photo.ts';

/**
 * An external lead that the company does itself becomes a pipeline lead, with its photos; the undo takes that lead
 * back, unless somebody has worked on it. Whoever asked is erased from both. No step is refused: a lead or photo that
 * is there already stays as it is.
 */
export const takeExternalLead: Process = {
  name: 'take-external-lead',
  types: ['ExternalLeadTaken', 'ExternalLeadTakingReverted', 'ExternalLeadErased'],
  steps(event: RecordedEvent<EventBody>): Step[] {
    const fact = event as Recorded<ExternalLeadEvent>;
    switch (fact.type) {
      case 'ExternalLeadTaken':
        return taking(fact);
      case 'ExternalLeadTakingReverted':
        return [{ ...leadStep(fact.data.leadId, { type: 'TakeBackLead' }), whyKept }];
      case 'ExternalLeadErased':
        return fact.data.leadIds.map((id) => ({ ...leadStep(id, { type: 'EraseLead' }), role: `lead/${id}` }));
      default:
        return [];
    }
  },
};

type Taken = Extract<Recorded<ExternalLeadEvent>, { type: 'ExternalLeadTaken' }>;

function taking({ data, metadata: { recordedAt: now } }: Taken): Step[] {
  const { leadId, photos, serviceType, priority: urgency, hostSite } = data;
  const { name, email, phone, address, description, leadSource, campaignId } = data;
  // Its own list of fields, because the command for a stored event must never change: a repeated step is recognized by
  // its hash. A field that leads get later has no value here, unless the event names it.
  const known = { name, email, phone, address, description, leadSource, ...(campaignId !== null && { campaignId }) };
  const details = { ...known, notes: textOfNotes(data.notes), estimatedValue: null };
  const origin = { page: 'widget', preferredContactTime: null, analysisId: null };
  const request = { ...origin, serviceType, urgency, hostSite };
  return [
    leadStep(leadId, { type: 'AdmitLead', details, request, now }),
    ...photos.map(({ id, caption, ...picture }): Step<PhotoCommand> => {
      const target = {
        category: 'lead',
        recordId: leadId,
        propertyId: null,
        presence: 'present',
        propertyIds: [],
      } as const;
      return {
        role: `photo/${id}`,
        category: 'photo',
        id,
        command: { type: 'CopyPhoto', target, picture, caption, now },
      };
    }),
  ];
}

function leadStep(id: string, command: LeadCommand): Step<LeadCommand> {
  return { role: 'lead', category: 'lead', id, command };
}

function whyKept(state: unknown): string | null {
  return whyLeadKept(state as LeadState);
}
