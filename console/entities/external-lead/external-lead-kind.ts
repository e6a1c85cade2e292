import type { ExternalLeadRecord } from '../../../api/external-leads/schema.ts';
import { EXTERNAL_LEAD_STATUS_LABELS, EXTERNAL_OUTCOME_LABELS } from '../../../domain/external-lead/terms.ts';
import { REQUESTED_SERVICE_LABELS } from '../../../domain/intake/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { EXTERNAL_LEADS_AND_LEADS, externalLeadPath } from './external-lead.ts';

const told = { readOnly: true, onlyInHistory: true } as const;

/** Several texts as one line. */
function joined(value: unknown, ...names: readonly string[]): string {
  const texts = (value ?? {}) as Readonly<Record<string, string | null>>;
  return [...new Set(names.flatMap((name) => texts[name] || []))].join(', ');
}

/** Who it is for. */
export const CUSTOMER_FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'phone', label: 'Phone', kind: 'tel' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'address', label: 'Address', kind: 'text' },
];

/** An external lead in its details and history; none of it can be edited. */
export const externalLeadKind: RemovableKind<ExternalLeadRecord> = {
  category: 'external_lead',
  collections: EXTERNAL_LEADS_AND_LEADS,
  noun: 'external lead',
  fields: [
    { name: 'status', label: 'Status', kind: 'choice', labels: EXTERNAL_LEAD_STATUS_LABELS, ...told },
    {
      name: 'serviceType',
      label: 'Service',
      kind: 'choice',
      labels: REQUESTED_SERVICE_LABELS,
      readOnly: true,
      nothing: 'Not given',
    },
    { name: 'description', label: 'Description', kind: 'multiline', readOnly: true },
    {
      name: 'customer',
      label: 'Customer',
      kind: 'structured',
      ...told,
      format: (value) => joined(value, 'name', 'phone', 'email', 'address'),
    },
    {
      name: 'assignment',
      label: 'Local professional',
      kind: 'structured',
      ...told,
      format: (value) => joined(value, 'name', 'company', 'contact', 'notes'),
    },
    { name: 'outcome', label: 'Outcome', kind: 'choice', labels: EXTERNAL_OUTCOME_LABELS, ...told },
    { name: 'outcomeNotes', label: 'Outcome notes', kind: 'multiline', ...told },
  ],
  path: externalLeadPath,
  removal: {
    act: 'Delete',
    word: 'Deleted',
    restored: { title: 'External Lead Restored', text: 'The lead is back in the list.' },
  },
  steps: {
    ExternalLeadReceived: 'Came in from a public form',
    LocalProAssigned: 'Local professional assigned',
    LocalProUnassigned: 'Assignment undone',
    ExternalLeadCompleted: 'Completed',
    ExternalLeadReopened: 'Completion undone',
    ExternalLeadTaken: 'Moved to our pipeline',
    ExternalLeadTakingReverted: 'Move to our pipeline undone',
    ExternalLeadRemoved: 'Deleted',
    ExternalLeadRestored: 'Restored',
    ExternalLeadErased: 'Personal data erased',
    LocalProErased: 'Personal data of the local professional erased',
  },
  titleOf: ({ title }) => title,
};
