import type { ExternalLeadRecord } from '../../../api/external-leads/schema.ts';
import { EXTERNAL_LEADS_AND_LEADS, externalLeadPath } from '../../entities/external-lead/external-lead.ts';
import { useAct } from '../../records/acts/use-act.ts';

/** Takes an external lead into our own pipeline, with a toast to undo it. */
export function useTakeLead() {
  return useAct<ExternalLeadRecord, ExternalLeadRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${externalLeadPath(id)}/take` }),
    collections: EXTERNAL_LEADS_AND_LEADS,
    done: ({ title }) => ({ title: 'Lead Moved', text: `${title} is now in your own pipeline.`, intent: 'success' }),
    undoneOn: ({ id }) => ({ category: 'external_lead', id }),
  });
}
