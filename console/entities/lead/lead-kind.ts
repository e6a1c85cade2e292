import type { LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_LIMITS, LEAD_SOURCE_LABELS, OFFERED_LEAD_SOURCES } from '../../../domain/lead/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import { seenWith } from '../account/rights.ts';
import { CampaignInput, formatCampaign } from '../campaign/campaign-input.tsx';
import { HAZARDS } from '../hazards-field.ts';

/** A lead in forms, details, conflicts and history. */
export const leadKind: RemovableKind<LeadRecord> = {
  category: 'lead',
  collections: ['leads'],
  noun: 'lead',
  fields: [
    { name: 'status', label: 'Status', kind: 'text', readOnly: true, onlyInHistory: true },
    { name: 'name', label: 'Name', kind: 'text', maxLength: LEAD_LIMITS.name, required: true, inTitle: true },
    { name: 'email', label: 'Email', kind: 'email', maxLength: LEAD_LIMITS.email },
    { name: 'phone', label: 'Phone', kind: 'tel', maxLength: LEAD_LIMITS.phone },
    { name: 'address', label: 'Address', kind: 'text', maxLength: LEAD_LIMITS.address },
    {
      name: 'leadSource',
      label: 'Lead Source',
      kind: 'choice',
      choices: OFFERED_LEAD_SOURCES,
      labels: LEAD_SOURCE_LABELS,
      placeholder: 'Select a source',
    },
    {
      name: 'campaignId',
      label: 'Campaign',
      kind: 'text',
      control: CampaignInput,
      format: formatCampaign,
      ...seenWith('marketing:read'),
    },
    { name: 'estimatedValue', label: 'Estimated Value', kind: 'money' },
    { name: 'description', label: 'Description', kind: 'multiline', maxLength: LEAD_LIMITS.description },
    HAZARDS,
    { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: LEAD_LIMITS.notes },
  ],
  path: (id) => `/api/leads/${encodeURIComponent(id)}`,
  removal: { word: 'Deleted', restored: { title: 'Lead Restored', text: 'The lead is back in the pipeline.' } },
  steps: {
    LeadCaptured: 'Lead added',
    LeadRequested: 'Came in from a public form',
    LeadDetailsRevised: 'Details changed',
    LeadStatusChanged: 'Moved',
    LeadConverted: 'Converted to a customer',
    LeadConversionReverted: 'Conversion undone',
    LeadConversionRenewed: 'Converted again',
    LeadRenewalReverted: 'Second conversion undone',
    LeadRemoved: 'Removed',
    LeadTakenBack: 'Returned to External Leads',
    LeadRestored: 'Restored',
    LeadErased: 'Personal data erased',
  },
  titleOf: (lead) => lead.name ?? 'Unnamed lead',
  placeOf: ({ address }) => address,
};
