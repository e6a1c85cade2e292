import type { ExternalLeadRecord } from '../../../api/external-leads/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { EXTERNAL_LEADS_AND_LEADS, externalLeadPath } from '../../entities/external-lead/external-lead.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { showToast } from '../../ui/status/toaster.tsx';

/** Takes an external lead into our own pipeline, with a toast to undo it. */
export function useTakeLead() {
  return useCommand<ExternalLeadRecord, ExternalLeadRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${externalLeadPath(id)}/take` }),
    collections: EXTERNAL_LEADS_AND_LEADS,
    onSuccess({ data, commandId }) {
      void showToast({
        title: 'Lead Moved',
        text: `${data.title} is now in your own pipeline.`,
        intent: 'success',
        ...offerUndo({ category: 'external_lead', id: data.id, commandId }, EXTERNAL_LEADS_AND_LEADS),
      });
    },
    onError: (error) => void showToast({ title: 'Error', text: error.message, intent: 'danger' }),
  });
}
