import type { LeadRecord } from '../../../api/leads/schema.ts';
import { leadKind } from '../../ui/lead-kind.ts';
import { NewRecordDialog } from '../../ui/new-record-dialog.tsx';
import { put } from './lead-cache.ts';
import { isNameMissing } from './lead-rules.ts';

/** The dialog that adds a lead. */
export function NewLeadDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<LeadRecord>
      title="Add New Lead"
      submitText="Add Lead"
      fields={leadKind.fields}
      path="/api/leads"
      body={(values) => ({ ...values, estimatedValue: values['estimatedValue'] || null, status: 'New' })}
      category="lead"
      collections={leadKind.collections}
      saved={() => ({ title: 'Lead Created', text: 'New lead has been added to the pipeline.' })}
      failed="Failed to create lead."
      isRefused={isNameMissing}
      onCreated={put}
      onClose={onClose}
    />
  );
}
