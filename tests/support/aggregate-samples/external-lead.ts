import fc from 'fast-check';
import { externalLeadEvents } from '../../../domain/external-lead/events.ts';
import { externalLead } from '../../../domain/external-lead/external-lead.ts';
import { EXTERNAL_OUTCOMES, TAKEN } from '../../../domain/external-lead/terms.ts';
import { externalLeads } from '../../../projections/external-leads.ts';
import { AT, few, LATER, mark, of, SAMPLE_ID, sample, text, WHY } from './sample.ts';

export const externalLeadSample = sample(externalLead, externalLeadEvents, {
  first: {
    type: 'ReceiveExternalLead',
    details: {
      name: 'Mill',
      email: null,
      phone: '555-0142',
      address: '3 Elm St',
      description: 'An oak',
      notes: '',
      serviceType: 'tree_removal',
      priority: 'normal',
      leadSource: 'website_widget',
      hostSite: null,
      campaignId: null,
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('AssignPro'),
      pro: fc.record({ name: few, company: text, contact: fc.constantFrom('', '555-0199'), notes: text }),
      proId: fc.constantFrom(null, 'p', 'q'),
      now: of(AT),
    }),
    fc.record({
      type: of('CompleteExternalLead'),
      outcome: fc.constantFrom(...EXTERNAL_OUTCOMES),
      notes: text,
      now: of(LATER),
    }),
    fc.record({ type: of('TakeExternalLead'), leadId: few, photos: fc.constant([]) }),
    fc.record({
      type: fc.constantFrom(
        'UnassignPro',
        'ReopenExternalLead',
        'RevertTaking',
        'RemoveExternalLead',
        'RestoreExternalLead',
      ),
    }),
  ) as fc.Arbitrary<never>,
  projection: externalLeads,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, assignment, completion, leadId, presence } = state;
    const outcome = leadId === null ? (completion?.outcome ?? null) : TAKEN;
    const open = assignment && !assignment.erased ? 'assigned_external' : 'pending';
    return {
      [SAMPLE_ID]: {
        ...details,
        assignment,
        assignedAt: assignment?.assignedAt ?? null,
        outcome,
        leadId,
        outcomeNotes: completion?.outcomeNotes ?? null,
        status: outcome === null ? open : 'completed',
        ...mark(presence === 'removed'),
      },
    };
  },
  // What the company does itself nobody else has done.
  always: (state) => state.presence === 'absent' || state.leadId === null || state.completion === null,
  // The lead ids it was taken under, and who was ever assigned, are kept for an erasure.
  essence: (state) => (state.presence === 'absent' ? state : { ...state, leadIds: null, pros: null }),
  inClear: {
    [WHY.id]: [
      'ExternalLeadReceived.leadId',
      'ExternalLeadReceived.campaignId',
      'ExternalLeadTaken.campaignId',
      'ExternalLeadTaken.leadId',
      'ExternalLeadTakingReverted.leadId',
      'ExternalLeadErased.leadIds',
      'LocalProAssigned.proId',
      'LocalProErased.proId',
      'LocalProErased.alsoIn',
    ],
    [WHY.choice]: [
      'ExternalLeadReceived.serviceType',
      'ExternalLeadReceived.priority',
      'ExternalLeadReceived.leadSource',
      'ExternalLeadTaken.serviceType',
      'ExternalLeadTaken.priority',
      'ExternalLeadTaken.leadSource',
      'ExternalLeadCompleted.outcome',
    ],
    'the site on which a public form stood: a business, and no visitor of it': [
      'ExternalLeadReceived.hostSite',
      'ExternalLeadTaken.hostSite',
    ],
    [WHY.entered]: [
      'ExternalLeadReceived.receivedAt',
      'LocalProAssigned.assignedAt',
      'ExternalLeadCompleted.completedAt',
    ],
  },
});
