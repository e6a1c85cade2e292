import { Button, Callout } from '@blueprintjs/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DeadStepRecord, RetryAnswer } from '../../../api/processes/schema.ts';
import { queryClient, read } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { STEP_COLLECTIONS, stepWords } from './not-done-words.ts';

/** These are not events of the log: refetched on start, and whenever something changes that may cause them. */
const notDoneQuery = queryOptions({
  queryKey: ['dead-steps'],
  meta: { collections: STEP_COLLECTIONS },
  queryFn: (context) => read<DeadStepRecord[]>('/api/dead-steps', context),
});

/** Tells an owner on every page which follow-up steps of a change failed; nothing if none did. */
export function NotDone() {
  const { data = [] } = useQuery(notDoneQuery);
  const retry = useCommand<void, RetryAnswer>({
    command: () => ({ method: 'POST', path: '/api/dead-steps/retry' }),
    collections: STEP_COLLECTIONS,
    onSuccess({ data: { left } }) {
      queryClient.setQueryData(notDoneQuery.queryKey, left);
      const isDone = openOnes(left).length === 0;
      void showToast(
        isDone
          ? { title: 'Done', text: 'Everything is done now.', intent: 'success' }
          : { title: 'Not all done', text: 'Something was refused again. The reason is shown above the page.' },
      );
    },
    onError: tellRefused,
  });
  const open = openOnes(data);
  if (open.length === 0) return null;
  return (
    <Callout
      className="hw-shell-notice"
      intent="warning"
      role="status"
      title={open.length === 1 ? 'One step was not done' : `${open.length} steps were not done`}
    >
      <p>What people did is saved. The follow-up steps that should have run by themselves did not:</p>
      <ul>
        {open.slice(0, MOST_SHOWN).map((step) => (
          <li key={`${step.process} ${step.position}`}>
            {stepWords(step.process)}, <Instant iso={step.since} />: {step.error}
          </li>
        ))}
        {open.length > MOST_SHOWN && <li>and {open.length - MOST_SHOWN} more</li>}
      </ul>
      <Button text="Try again" loading={retry.isPending} onClick={() => retry.mutate()} />
    </Callout>
  );
}

const MOST_SHOWN = 5;

/** Without steps that will never run because their person was erased. */
function openOnes(steps: readonly DeadStepRecord[]): DeadStepRecord[] {
  return steps.filter(({ state }) => state !== 'final');
}
