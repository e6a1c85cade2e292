import fc from 'fast-check';
import { leadEvents } from '../../../domain/lead/events.ts';
import { lead } from '../../../domain/lead/lead.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { leads } from '../../../projections/leads.ts';
import { AT, few, mark, of, SAMPLE_ID, sample, some, text, WHY } from './sample.ts';

const REQUEST = {
  page: 'widget',
  serviceType: null,
  urgency: 'normal',
  preferredContactTime: null,
  hostSite: null,
  analysisId: null,
};

export const leadSample = sample(lead, leadEvents, {
  first: {
    type: 'CaptureLead',
    details: {
      name: 'Mill',
      email: null,
      phone: null,
      address: null,
      description: null,
      notes: null,
      leadSource: null,
      estimatedValue: 5,
      campaignId: null,
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseLead'),
      details: some({
        name: fc.constantFrom('Mill', 'Barn'),
        phone: text,
        estimatedValue: fc.nat(3),
        campaignId: fc.option(few, { nil: null }),
        description: fc.constantFrom(null, 'A dog', 'A dog below wires', 'No wires'),
        hazards: fc.constantFrom([], ['Dog'], ['Loose bark']),
      }),
      status: fc.constantFrom(...LEAD_STATUSES),
    }),
    fc.record({ type: of('ConvertLead'), customerId: few, count: fc.constantFrom(undefined, 1) }),
    fc.record({ type: fc.constantFrom('RevertRenewal', 'RestoreRenewal'), count: fc.constantFrom(2, 3) }),
    fc.record({ type: of('WinLead'), customerId: fc.option(few, { nil: null }) }),
    fc.record({ type: fc.constantFrom('RevertConversion', 'TakeBackLead', 'RemoveLead', 'RestoreLead') }),
    fc.record({
      type: of('AdmitLead'),
      details: fc.constant({ name: 'Mill' }),
      request: fc.constant(REQUEST),
      now: of(AT),
    }),
  ),
  projection: leads,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, status, conversion, presence } = state;
    const customerId = conversion?.customerId ?? null;
    return { [SAMPLE_ID]: { ...details, status, customerId, request: null, ...mark(presence === 'removed') } };
  },
  // The status before a conversion matters only as long as the one the conversion set is there. That there was a
  // customer is kept for an erasure.
  essence: (state) => {
    if (state.presence === 'absent') return state;
    const { hasBeenCustomer: _, ...rest } = state;
    return rest.status === 'Won' ? rest : { ...rest, conversion: rest.conversion?.customerId ?? null };
  },
  inClear: {
    [WHY.id]: [
      'LeadConverted.customerId',
      'LeadConversionReverted.customerId',
      'LeadConversionRenewed.customerId',
      'LeadRenewalReverted.customerId',
      'LeadRequested.analysisId',
      'LeadCaptured.campaignId',
      'LeadDetailsRevised.campaignId',
    ],
    [WHY.choice]: [
      'LeadCaptured.status',
      'LeadCaptured.leadSource',
      'LeadDetailsRevised.leadSource',
      'LeadStatusChanged.status',
      'LeadRequested.page',
      'LeadRequested.serviceType',
      'LeadRequested.urgency',
      'LeadRequested.preferredContactTime',
      'LeadConversionReverted.status',
    ],
    [WHY.worth]: ['LeadCaptured.estimatedValue', 'LeadDetailsRevised.estimatedValue'],
    [WHY.entered]: ['LeadCaptured.capturedAt'],
    'on which site a public form stood': ['LeadRequested.hostSite'],
  },
});
