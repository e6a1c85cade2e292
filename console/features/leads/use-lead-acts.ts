import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import type { ApiError, Reply } from '../../data/api.ts';
import { tellOwnChange, useCommand } from '../../data/use-command.ts';
import { leadKind } from '../../entities/lead/lead-kind.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { put, takeOut } from './lead-cache.ts';

const LEADS = ['leads'] as const;
const LEADS_AND_CUSTOMERS = ['leads', 'customers'] as const;

export interface LeadActs {
  move(lead: LeadRecord, status: string): void;
  convert(lead: LeadRecord): void;
  /** Opens the form of a new quote for it. */
  quote(lead: LeadRecord): void;
  remove(lead: LeadRecord): void;
}

/** Acts on a lead on the board, shown at once and rolled back if the server refuses. */
export function useLeadActs(): LeadActs {
  const move = useCommand<{ lead: LeadRecord; status: string }, LeadRecord, LeadRecord>({
    command: ({ lead, status }) => ({ method: 'PATCH', path: leadKind.path(lead.id), body: { status } }),
    collections: LEADS,
    onStart: ({ lead, status }) => put({ ...lead, status }),
    onSuccess: ({ data, commandId }) => {
      put(data);
      void showToast({
        title: 'Lead Updated',
        text: 'Lead status has been updated successfully.',
        intent: 'success',
        ...offerUndo({ category: 'lead', id: data.id, commandId }, LEADS),
      });
    },
    onError: (error, input) => refused('Failed to update lead status.', error, input.lead, () => move.mutate(input)),
  });

  const convert = useCommand<LeadRecord, LeadRecord>({
    command: (lead) => ({ method: 'POST', path: `${leadKind.path(lead.id)}/convert` }),
    collections: LEADS_AND_CUSTOMERS,
    onSuccess: ({ data, commandId }) => {
      put(data);
      if (commandId === null) {
        void showToast({ title: 'Already Converted', text: 'This lead is won and already has a customer.' });
        return;
      }
      void showToast({
        title: 'Lead Converted',
        text: 'Lead has been successfully converted to a customer.',
        intent: 'success',
        ...offerUndo({ category: 'lead', id: data.id, commandId }, LEADS_AND_CUSTOMERS),
      });
    },
    onError: (error, lead) => refused('Failed to convert lead to customer.', error, lead, () => convert.mutate(lead)),
  });

  const remove = useCommand<LeadRecord, unknown>({
    command: (lead) => ({ method: 'DELETE', path: leadKind.path(lead.id) }),
    collections: LEADS,
    onStart: (lead) => void takeOut(lead),
    onSuccess: ({ commandId }: Reply<unknown>, lead) => {
      void showToast({
        title: 'Lead Deleted',
        text: 'The lead has been removed from the pipeline.',
        ...offerUndo({ category: 'lead', id: lead.id, commandId }, LEADS),
      });
    },
    onError: (error, lead) => refused('Failed to delete lead.', error, lead, () => remove.mutate(lead)),
  });

  const navigate = useNavigate();
  // The same object each time, so that unchanged cards are not rendered again.
  const [moveNow, convertNow, removeNow] = [move.mutate, convert.mutate, remove.mutate];
  return useMemo(
    () => ({
      move(lead, status) {
        if (status !== lead.status) moveNow({ lead, status });
      },
      convert: (lead) => convertNow(lead),
      quote: ({ id }) => void navigate({ to: '/quotes', search: { lead: id } }),
      remove: (lead) => removeNow(lead),
    }),
    [moveNow, convertNow, removeNow, navigate],
  );
}

/** Puts a lead back as it was, says why, and lets the person retry. */
function refused(text: string, error: ApiError, before: LeadRecord, again: () => void): void {
  put(before);
  // Somebody else may have removed or changed it: refetch the list.
  if (!error.isOffline) tellOwnChange(null, LEADS);
  void showToast({
    title: 'Error',
    text: `${text} ${error.message}`,
    intent: 'danger',
    ...(error.isOffline && { action: { text: 'Try again', run: again } }),
  });
}
