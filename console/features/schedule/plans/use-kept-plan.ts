import { queryOptions } from '@tanstack/react-query';
import type { HistoryStep } from '../../../../api/kit/changes/history.schema.ts';
import type { PlanRecord, PlanRow } from '../../../../api/plans/schema.ts';
import type { PlanAnswer } from '../../../../optimizer/answers/replan.schema.ts';
import type { ApplyAnswer } from '../../../../optimizer/answers/schedule.schema.ts';
import { type ApiError, call } from '../../../data/api.ts';
import { listCall, pagedQuery, recordsOf } from '../../../data/paged-query.ts';
import { read } from '../../../data/query-client.ts';
import { useCommand } from '../../../data/use-command.ts';
import { offerUndo, undo } from '../../../records/acts/undo.ts';
import { tellRefused } from '../../../records/acts/use-act.ts';
import { showToast } from '../../../ui/status/toaster.tsx';
import { APPLY_FAILED, toldOfApplied } from '../optimize/optimizer-plan.ts';
import { PLANNED } from '../optimize/use-optimizer.ts';

const planPath = (id: string) => `/api/plans/${encodeURIComponent(id)}`;

/** A plan's status: who asked for it, when, and what happened to it. */
export function planRecordQuery(id: string) {
  return queryOptions({
    queryKey: ['plan', id],
    meta: { collections: ['plans'], id },
    queryFn: (context) => read<PlanRecord>(planPath(id), context),
  });
}

/** A saved plan's content, as the optimizer returned it. */
export function keptPlanQuery(id: string) {
  return queryOptions({
    queryKey: ['kept-plan', id],
    meta: { collections: ['plans'], id },
    queryFn: (context) => read<PlanAnswer>(`/optimizer/plans/${encodeURIComponent(id)}`, context),
  });
}

/** The newest plans. @param waiting only those that wait for approval */
export function plansQuery(waiting?: 'true') {
  const path = listCall('/api/plans', { waiting });
  return pagedQuery<PlanRow>({
    queryKey: ['plans', path],
    meta: { collections: ['plans', 'users'] },
    path,
    limit: 30,
    select: recordsOf,
  });
}

/** Acts on a saved plan. */
export interface PlanActs {
  apply(): void;
  keep(): void;
  dismiss(): void;
  restore(): void;
  isBusy: boolean;
  /** Why it could not be applied. */
  applyError: ApiError | null;
}

type PlanAct = 'keep' | 'dismiss' | 'restore';

/**
 * @param kind of the plan, one of BATCH_KINDS
 * @param onApplied closes the dialog
 * @param onKept closes it too, where it is the one that made the plan
 */
export function usePlanActs(id: string, kind: string, onApplied: () => void, onKept = () => {}): PlanActs {
  const apply = useCommand<void, ApplyAnswer>({
    command: () => ({ method: 'POST', path: `/optimizer/plans/${encodeURIComponent(id)}/apply` }),
    collections: PLANNED,
    onSuccess({ data }) {
      onApplied();
      const { category, id: batchId, commandId } = data;
      const undo = offerUndo({ category, id: batchId, commandId }, PLANNED);
      void showToast({ ...toldOfApplied(kind, data), ...undo });
    },
    onError: () => void showToast({ ...APPLY_FAILED, intent: 'danger' }),
  });
  const act = useCommand<PlanAct, PlanRecord>({
    command: (name) => ({ method: 'POST', path: `${planPath(id)}/${name}` }),
    collections: ['plans'],
    onSuccess({ commandId, data }, name) {
      if (name === 'keep') onKept();
      void showToast({ ...toldOf(name, data), ...offerUndo({ category: 'plan', id, commandId }, ['plans']) });
    },
    onError: tellRefused,
  });
  return {
    apply: () => apply.mutate(),
    keep: () => act.mutate('keep'),
    dismiss: () => act.mutate('dismiss'),
    restore: () => act.mutate('restore'),
    isBusy: apply.isPending || act.isPending,
    applyError: apply.error,
  };
}

function toldOf(act: PlanAct, { isKept }: PlanRecord): { title: string; text: string } {
  if (act === 'dismiss') return { title: 'Plan Dismissed', text: 'It is with the earlier plans.' };
  const text = isKept ? 'It is waiting for approval.' : 'Apply it, or keep it for later.';
  return { title: act === 'keep' ? 'Plan Kept' : 'Plan Is Back', text };
}

/** Undoes an applied plan, however long ago. @param batchId the batch that applied it */
export async function undoBatch(batchId: string): Promise<void> {
  try {
    const { data } = await call<HistoryStep[]>('GET', `/api/history/batch/${encodeURIComponent(batchId)}?limit=200`);
    const last = data.findLast(({ type }) => type === 'BatchStarted' || type === 'BatchReverted');
    if (last) await undo({ category: 'batch', id: batchId, commandId: last.commandId }, PLANNED);
  } catch (cause) {
    await showToast({ title: 'Error', text: (cause as Error).message, intent: 'danger' });
  }
}
