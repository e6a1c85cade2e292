import { useState } from 'react';
import type { GeneratedInsights } from '../../../api/insights/generate.schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { INSIGHTS, INSIGHTS_PATH } from '../../entities/insight/insight.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { showToast } from '../../ui/status/toaster.tsx';

/** On the button that looks for insights now. */
export const GENERATE = 'Generate Insights';

/** What had too little history to look at, and what it needs; and what could not look. */
export type Unsaid = Pick<GeneratedInsights, 'silent' | 'failed'>;

export interface Generate {
  run(): void;
  isBusy: boolean;
  /** Of the last run; null before it. */
  unsaid: Unsaid | null;
}

/** Looks for insights now, and says what that changed. */
export function useGenerate(): Generate {
  const [unsaid, setUnsaid] = useState<Unsaid | null>(null);
  const { mutate, isPending } = useCommand<void, GeneratedInsights>({
    command: () => ({ method: 'POST', path: `${INSIGHTS_PATH}/generate` }),
    collections: INSIGHTS,
    onSuccess({ data }) {
      setUnsaid(data);
      const intent = data.failed.length > 0 ? 'warning' : 'success';
      void showToast({ title: 'AI Insights Generated', text: changedText(data), intent });
    },
    onError: tellRefused,
  });
  return { run: () => mutate(), isBusy: isPending, unsaid };
}

/** `3 new, 1 back or worse, 2 passed. 12 are open.` */
function changedText({ raised, raisedAgain, resolved, open, samples, failed }: GeneratedInsights): string {
  const changes = [
    raised > 0 && `${raised} new`,
    raisedAgain > 0 && `${raisedAgain} back or worse`,
    resolved > 0 && `${resolved} passed`,
  ].filter((each) => each !== false);
  const found = samples > 0 && open === 0 ? 'Nothing was found. Samples show what insights look like' : 'Nothing new';
  const now = open === 0 ? [] : [open === 1 ? '1 is open.' : `${open} are open.`];
  const wrong = failed.length === 0 ? [] : [`Could not look for: ${failed.map(({ label }) => label).join(', ')}.`];
  return [`${changes.length === 0 ? found : changes.join(', ')}.`, ...now, ...wrong].join(' ');
}
