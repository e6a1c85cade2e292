import type { ExternalLeadRecord } from '../../../api/external-leads/schema.ts';
import { EXTERNAL_OUTCOME_LABELS, EXTERNAL_OUTCOMES, PRO_LIMITS } from '../../../domain/external-lead/terms.ts';
import { EXTERNAL_LEADS, externalLeadPath } from '../../entities/external-lead/external-lead.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { Field } from '../../ui/inputs/fields.ts';

/** Without a professional, the work cannot have been done. */
function fieldsFor({ assignment }: ExternalLeadRecord): readonly Field[] {
  const choices = EXTERNAL_OUTCOMES.filter((outcome) => assignment !== null || outcome === 'customer_declined');
  return [
    {
      name: 'outcome',
      label: 'How it turned out',
      kind: 'choice',
      required: true,
      placeholder: 'Select an outcome',
      choices,
      labels: EXTERNAL_OUTCOME_LABELS,
    },
    { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: PRO_LIMITS.notes },
  ];
}

/** Records how an external lead ended. */
export function CompleteDialog({ lead, onClose }: { lead: ExternalLeadRecord; onClose(): void }) {
  const fields = fieldsFor(lead);
  return (
    <NewRecordDialog<ExternalLeadRecord>
      title="Complete External Lead"
      submitText="Complete"
      kind={{ category: 'external_lead', collections: EXTERNAL_LEADS, fields }}
      draftOf={`complete/${lead.id}`}
      path={`${externalLeadPath(lead.id)}/complete`}
      saved={({ title }) => ({ title: 'Lead Completed', text: `${title} is completed.` })}
      onClose={onClose}
    />
  );
}
