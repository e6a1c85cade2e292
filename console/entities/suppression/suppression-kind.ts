import type { SuppressionRecord } from '../../../api/suppressions/schema.ts';
import { MAIL_LIMITS } from '../../../domain/mail/terms.ts';
import {
  SUPPRESSION_LIMITS,
  SUPPRESSION_REASON_LABELS,
  SUPPRESSION_REASONS,
  SUPPRESSION_STATUS_LABELS,
} from '../../../domain/suppression/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { SUPPRESSIONS, suppressionPath } from './suppression.ts';

/** What a form asks about an address that gets no marketing. */
export const SUPPRESSION_FIELDS: readonly Field[] = [
  { name: 'address', label: 'Email', kind: 'email', maxLength: MAIL_LIMITS.address, required: true, inTitle: true },
  {
    name: 'reason',
    label: 'Reason',
    kind: 'choice',
    choices: SUPPRESSION_REASONS,
    labels: SUPPRESSION_REASON_LABELS,
    required: true,
  },
  { name: 'note', label: 'Note', kind: 'multiline', maxLength: SUPPRESSION_LIMITS.note },
];

/** An address that gets no marketing, in details and history. */
export const suppressionKind: RecordKind<SuppressionRecord> = {
  category: 'suppression',
  collections: SUPPRESSIONS,
  noun: 'suppressed address',
  fields: [
    ...SUPPRESSION_FIELDS.map((field): Field => ({ ...field, readOnly: true })),
    { name: 'status', label: 'Status', kind: 'text', readOnly: true, inTitle: true, labels: SUPPRESSION_STATUS_LABELS },
    { name: 'suppressedAt', label: 'Since', kind: 'date', readOnly: true },
    { name: 'why', label: 'Lifted because', kind: 'multiline', readOnly: true, onlyInHistory: true },
    { name: 'liftedAt', label: 'Lifted', kind: 'date', readOnly: true, onlyInHistory: true },
  ],
  path: suppressionPath,
  steps: {
    AddressSuppressed: 'Suppressed',
    AddressSuppressedAgain: 'Suppressed again',
    SuppressionLifted: 'Lifted',
    SuppressionErased: 'Address erased',
  },
  isFinal: (type) => type !== 'SuppressionLifted',
  titleOf: ({ address }) => address ?? 'Suppressed address',
};
