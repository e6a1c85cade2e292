import { Button } from '@blueprintjs/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayRecord } from '../../../api/pay/schema.ts';
import { read } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';

const PAY = ['pay'] as const;
const CATEGORY = 'pay';

function payPath(id: string): string {
  return `/api/pay/${encodeURIComponent(id)}`;
}

function payQuery(id: string) {
  return queryOptions({
    queryKey: ['pay', id],
    meta: { collections: PAY },
    queryFn: (context) => read<PayRecord>(payPath(id), context),
  });
}

interface RatesProps {
  personId: string;
  /** `YYYY-MM-DD` */
  today: string;
}

/** What an hour of somebody's work costs, from which day on: the latest first. */
export function Rates({ personId, today, canChange }: RatesProps & { canChange: boolean }) {
  const query = useQuery(payQuery(personId));
  const [isAsking, ask] = useState(false);
  const remove = useAct<string, null>({
    command: (from) => ({ method: 'DELETE', path: `${payPath(personId)}/rates/${from}` }),
    collections: PAY,
    done: (_, from) => ({ title: 'Rate Removed', text: `The rate from ${formatDay(from)} no longer holds.` }),
    undoneOn: () => ({ category: CATEGORY, id: personId }),
  });
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'No rates' }}
      filtered={null}
      skeleton={<SkeletonText length={30} />}
    >
      {({ rates }) => (
        <>
          {rates.length === 0 && <p className="hw-muted">None: hours count at the company’s labor rate.</p>}
          <ul className="hw-entries">
            {rates.map(({ from, rate }) => (
              <li key={from}>
                <span>
                  From <Day iso={from} />
                  {from > today && <span className="hw-muted">, not yet</span>}
                </span>
                {rate !== null && <Money amount={rate} />}
                {canChange && (
                  <Button
                    size="small"
                    variant="minimal"
                    text="Remove"
                    aria-label={`Remove the rate from ${formatDay(from)}`}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(from)}
                  />
                )}
              </li>
            ))}
          </ul>
          {canChange && (
            <ActionBar at="start">
              <Button size="small" text="Set rate" aria-haspopup="dialog" onClick={() => ask(true)} />
            </ActionBar>
          )}
          {isAsking && <RateDialog personId={personId} today={today} onClose={() => ask(false)} />}
        </>
      )}
    </DataArea>
  );
}

const FIELDS: readonly Field[] = [
  { name: 'rate', label: 'Rate per hour', kind: 'money', required: true },
  { name: 'from', label: 'From', kind: 'date', required: true, isOfNow: true },
];

function RateDialog({ personId, today, onClose }: RatesProps & { onClose(): void }) {
  const draftKey = `pay/${personId}`;
  const draft = useDraft(draftKey, FIELDS, () => ({ ...valuesOf(FIELDS, null), from: today }));
  const set = useCommand<object, PayRecord>({
    command: (body) => ({ method: 'POST', path: `${payPath(personId)}/rates`, body }),
    collections: PAY,
    draftKey,
    onSuccess({ commandId }) {
      void showToast({
        title: 'Rate Set',
        text: 'Hours that are entered from now on count at it.',
        intent: 'success',
        ...offerUndo({ category: CATEGORY, id: personId, commandId }, PAY),
      });
      draft.saved(() => {
        draft.drop();
        onClose();
      });
    },
  });
  return (
    <FormDialog
      title="Set Rate"
      draft={draft}
      fields={FIELDS}
      onSubmit={() => set.mutate(bodyOf(FIELDS, draft.values))}
      submitText="Set Rate"
      isBusy={set.isPending}
      error={set.error}
      onClose={onClose}
    >
      <p className="hw-muted">
        What an hour of their work costs the company, for the costs of jobs. Hours that were entered before keep theirs.
      </p>
    </FormDialog>
  );
}
