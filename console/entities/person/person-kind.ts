import type { StaffRecord } from '../../../api/staff/schema.ts';
import { CHECKLIST_LABELS, type Checklist, STAFF_LIMITS } from '../../../domain/staff/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { formatList, listInput } from '../../ui/inputs/list-input.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { seenWith } from '../account/rights.ts';
import { CertificationsInput, formatCertifications } from './certificates.tsx';
import { personName } from './person.ts';

/** A person who works here, in details, forms, conflicts and history. */
export const personKind: RecordKind<StaffRecord> = {
  category: 'staff',
  collections: ['people'],
  noun: 'person',
  fields: [
    { name: 'firstName', label: 'First name', kind: 'text', maxLength: STAFF_LIMITS.firstName, inTitle: true },
    { name: 'lastName', label: 'Last name', kind: 'text', maxLength: STAFF_LIMITS.lastName, inTitle: true },
    { name: 'email', label: 'Email', kind: 'email', maxLength: STAFF_LIMITS.email },
    { name: 'phone', label: 'Phone', kind: 'tel', maxLength: STAFF_LIMITS.phone },
    { name: 'startedOn', label: 'Started on', kind: 'date', help: 'The first day at the company' },
    {
      name: 'emergencyName',
      label: 'Emergency contact',
      kind: 'text',
      maxLength: STAFF_LIMITS.emergencyName,
      ...seenWith('pay:read'),
    },
    {
      name: 'emergencyPhone',
      label: 'Emergency number',
      kind: 'tel',
      maxLength: STAFF_LIMITS.emergencyPhone,
      ...seenWith('pay:read'),
    },
    {
      name: 'emergencyRelationship',
      label: 'Relationship to them',
      kind: 'text',
      maxLength: STAFF_LIMITS.emergencyRelationship,
      help: 'Spouse, parent, friend…',
      ...seenWith('pay:read'),
    },
    {
      name: 'skills',
      label: 'Skills',
      kind: 'structured',
      control: listInput('Climbing, bucket truck, crane…'),
      format: formatList,
      help: 'Press Enter or a comma after each',
    },
    {
      name: 'certifications',
      label: 'Certificates',
      kind: 'structured',
      control: CertificationsInput,
      format: formatCertifications,
      onlyInHistory: true,
    },
    {
      name: 'certificateDocuments',
      label: 'Scanned documents',
      kind: 'structured',
      readOnly: true,
      onlyInHistory: true,
      format: formatDocuments,
    },
    {
      name: 'checklist',
      label: 'Checklists',
      kind: 'structured',
      readOnly: true,
      onlyInHistory: true,
      format: formatChecklist,
    },
    {
      name: 'removed',
      label: 'Status',
      kind: 'text',
      readOnly: true,
      onlyInHistory: true,
      labels: { true: 'Left the company', false: 'Works here' },
    },
  ],
  path: (id) => `/api/staff/${encodeURIComponent(id)}`,
  steps: {
    StaffMemberAdded: 'Person added',
    StaffMemberRevised: 'Details changed',
    CertificateDocumentAdded: 'Document of a certificate saved',
    CertificateDocumentRemoved: 'Document of a certificate removed',
    ChecklistItemDone: 'Checked off',
    ChecklistItemReopened: 'No longer checked off',
    StaffMemberLeft: 'Left the company',
    StaffMemberReturned: 'Came back',
    StaffMemberErased: 'Personal data erased',
  },
  titleOf: personName,
};

/** What is done of all checklists, one per line. */
function formatChecklist(value: unknown): string {
  return ((value ?? []) as StaffRecord['checklist'])
    .map(({ list, item }) => `${CHECKLIST_LABELS[list as Checklist] ?? list}: ${item}`)
    .join('\n');
}

/** The certificates with a scanned document, one per line, with the day it was saved. */
function formatDocuments(value: unknown): string {
  return ((value ?? []) as StaffRecord['certificateDocuments'])
    .map(({ certificate, addedAt }) => `${certificate}, saved ${formatDay(addedAt)}`)
    .join('\n');
}
