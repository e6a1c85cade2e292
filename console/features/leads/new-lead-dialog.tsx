import { Dialog, DialogBody } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import type { LeadRecord } from '../../../api/schemas/leads.ts';
import { dropDraft, readDraft, writeDraft } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { leadKind } from '../../ui/lead-kind.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toaster.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { isNameMissing } from './lead-rules.ts';
import { put } from './use-lead-acts.ts';

const DRAFT = 'lead/new';

/** Add New Lead (staff-console §2, §5 and §7). What was typed is there again after a reload. */
export function NewLeadDialog({ onClose }: { onClose(): void }) {
  const [values, setValues] = useState<Values>(() => readDraft(DRAFT) ?? valuesOf(leadKind.fields, null));
  useEffect(() => {
    if (Object.values(values).some((value) => value !== '')) writeDraft(DRAFT, values);
  }, [values]);

  const create = useCommand<Values, LeadRecord>({
    command: (typed) => ({
      method: 'POST',
      path: '/api/leads',
      body: { ...typed, estimatedValue: typed['estimatedValue'] || null, status: 'New' },
    }),
    collections: leadKind.collections,
    onSuccess({ data, commandId }) {
      dropDraft(DRAFT);
      put(data);
      void showToast({
        title: 'Lead Created',
        text: 'New lead has been added to the pipeline.',
        intent: 'success',
        ...offerUndo({ category: 'lead', id: data.id, commandId }, leadKind.collections),
      });
      onClose();
    },
    onError: () => void showToast({ title: 'Error', text: 'Failed to create lead.', intent: 'danger' }),
  });

  return (
    <Dialog isOpen onClose={onClose} title="Add New Lead" className="hw-dialog" canOutsideClickClose={false}>
      <DialogBody>
        <RecordForm
          fields={leadKind.fields}
          values={values}
          onChange={setValues}
          onSubmit={() => {
            if (!isNameMissing(values)) create.mutate(values);
          }}
          onCancel={() => {
            dropDraft(DRAFT);
            onClose();
          }}
          submitText="Add Lead"
          isBusy={create.isPending}
          error={create.error}
        />
      </DialogBody>
    </Dialog>
  );
}
