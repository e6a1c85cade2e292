import { contactKeys } from '../domain/customer/likeness.ts';
import type { LeadDetails, LeadEvent, LeadRequest } from '../domain/lead/events.ts';
import { ERASED_DETAILS } from '../domain/lead/lead.ts';
import { answerBy, SEARCHED_LEAD_FIELDS } from '../domain/lead/terms.ts';
import { merged, removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { type LinkTo, readModel } from './engine/read-model.ts';

/** What somebody is known by who asks again (see likeness.ts); each has an index. */
interface Derived {
  phoneKey: string | null;
  emailKey: string | null;
  streetKey: string | null;
}

/** A lead as the pipeline shows it. */
export interface LeadDocument extends RecordDocument, LeadDetails, Derived {
  status: string;
  /** The customer that the lead was converted to. */
  customerId: string | null;
  /** For a lead that came from a public form. */
  request: LeadRequest | null;
  /** When somebody should have answered it, while it is new: ISO UTC. */
  answerBy: string;
  /** ISO UTC. */
  createdAt: string;
}

export const leads = readModel<LeadDocument, LeadEvent, Derived>()({
  name: 'leads',
  version: 9,
  of: 'lead',
  indexes: [
    ['removed', 'createdAt'],
    ['removed', 'status', 'createdAt'],
    ['removed', 'status', 'answerBy'],
    // For the totals above the board and on it.
    ['removed', 'status', 'estimatedValue'],
    ['removed', 'campaignId', 'status', 'estimatedValue'],
    // Those that a campaign brought.
    ['removed', 'campaignId', 'createdAt'],
    ['removed', 'leadSource', 'status', 'estimatedValue'],
    ...(['phoneKey', 'emailKey', 'streetKey'] as const).map((key) => [key] as const),
  ],
  search: SEARCHED_LEAD_FIELDS,
  first: {
    LeadCaptured: ({ capturedAt, ...fields }) => ({
      ...fields,
      customerId: null,
      request: null,
      answerBy: answerBy(capturedAt, false),
      createdAt: capturedAt,
    }),
  },
  after: {
    LeadRequested: (request, { createdAt }) => ({ request, answerBy: answerBy(createdAt, true) }),
    LeadDetailsRevised: merged,
    LeadStatusChanged: merged,
    LeadConverted: ({ customerId }) => ({ status: 'Won', customerId }),
    LeadConversionReverted: ({ status }) => ({ status, customerId: null }),
    LeadConversionRenewed: () => ({}),
    LeadRenewalReverted: () => ({}),
    LeadRemoved: removed,
    LeadTakenBack: removed,
    LeadRestored: restored,
    LeadErased: () => ({ ...ERASED_DETAILS, erased: true }),
  },
  derived: (lead) => {
    const { phone, email, street } = contactKeys(lead);
    return { phoneKey: phone, emailKey: email, streetKey: street };
  },
});

/** The campaign by which a lead came, of whatever follows the lead. */
export const ofLead = {
  collection: 'leads',
  by: 'leadId',
  fields: { campaignId: 'campaignId' },
} as const satisfies LinkTo<LeadDocument>;

export type OfCampaign = Record<keyof typeof ofLead.fields, string | null>;
