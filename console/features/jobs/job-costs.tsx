import { Button, Callout } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CostRecord } from '../../../api/costs/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { COST_CATEGORIES, COST_CATEGORY_LABELS, COST_LIMITS, COST_SOURCE_LABELS } from '../../../domain/cost/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { hasRight } from '../../entities/account/rights.ts';
import { COSTS, useAddCost, useRemoveCost } from '../../entities/job/acts.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { LaborTwice } from '../../entities/job/labor-twice.tsx';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatSpan } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';

const costsQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['costs', jobId],
    meta: { collections: COSTS },
    queryFn: (context) => read<CostRecord[]>(listCall('/api/costs', { jobId }), context),
  });

interface JobCostsProps {
  job: JobRecord;
  canChange: boolean;
}

/** The job's costs so far, compared with the estimate; nothing for somebody who may not see them. */
export function JobCosts({ job, canChange }: JobCostsProps) {
  return hasRight('costs:read') ? <Costs job={job} canChange={canChange && hasRight('costs:change')} /> : null;
}

function Costs({ job, canChange }: JobCostsProps) {
  const [isAdding, setAdding] = useState(false);
  const costs = useQuery(costsQuery(job.id)).data ?? [];
  const remove = useRemoveCost();
  const hasHours = costs.some(({ source }) => source === 'hours');
  const hasLaborTwice = hasHours && costs.some(({ source, category }) => source === 'entry' && category === 'labor');
  const planned = sumOf([job.laborCost, job.equipmentCost, job.materialCost]);
  return (
    <Section
      title="Costs"
      actions={canChange && !isAdding && <Button size="small" text="Add cost" onClick={() => setAdding(true)} />}
    >
      {isAdding && <AddCost jobId={job.id} hasHours={hasHours} onDone={() => setAdding(false)} />}
      {hasLaborTwice && (
        <Callout compact intent="warning">
          Labor was entered by hand, and hours are recorded too. If both are for the same work, it counts twice: remove
          the labor entered by hand.
        </Callout>
      )}
      <ul className="hw-entries">
        {costs.map(({ id, category, description, day, amount, source, personName, hours }) => (
          <li key={id}>
            <span>
              {source === 'entry' ? (
                <Link to="/costs" search={{ cost: id }} className="hw-in-text">
                  {description ?? COST_CATEGORY_LABELS[category] ?? category}
                </Link>
              ) : (
                (description ?? COST_CATEGORY_LABELS[category] ?? category)
              )}
              <span className="hw-muted">
                {' · '}
                {description && `${COST_CATEGORY_LABELS[category] ?? category} · `}
                {source === 'hours' &&
                  [COST_SOURCE_LABELS[source], personName, formatSpan(hours ?? 0), '']
                    .filter((word) => word !== null)
                    .join(' · ')}
                <Day iso={day} />
              </span>
            </span>
            <Money amount={amount} />
            {canChange && source === 'entry' && (
              <Button
                size="small"
                variant="minimal"
                icon={<Trash size={14} />}
                aria-label={`Remove the cost ${description ?? COST_CATEGORY_LABELS[category] ?? category}`}
                title="Remove"
                onClick={() => remove.mutate(id)}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="hw-entries-sum">
        <span>
          Total
          {planned > 0 && (
            <>
              , of <Money amount={planned} /> planned
            </>
          )}
        </span>
        <strong>
          <Money amount={sumOf(costs.map(({ amount }) => amount))} />
        </strong>
      </p>
    </Section>
  );
}

/** In dollars; summed in cents. */
function sumOf(amounts: readonly (string | null)[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(Number(amount ?? 0) * 100), 0) / 100;
}

const FIELDS: readonly Field[] = [
  {
    name: 'category',
    label: 'Category',
    kind: 'choice',
    required: true,
    choices: COST_CATEGORIES,
    labels: COST_CATEGORY_LABELS,
    placeholder: 'Choose a category',
  },
  {
    name: 'amount',
    label: 'Amount',
    kind: 'money',
    required: true,
    help: 'Recorded hours already count as labor. Do not enter them here.',
  },
  { name: 'description', label: 'What for', kind: 'text', maxLength: COST_LIMITS.description },
  { name: 'day', label: 'Day', kind: 'date', required: true, isOfNow: true },
];

interface AddCostProps {
  jobId: string;
  hasHours: boolean;
  onDone(): void;
}

function AddCost({ jobId, hasHours, onDone }: AddCostProps) {
  const zone = useCompanyZone();
  const draftKey = `job/${jobId}/cost`;
  const draft = useDraft(draftKey, FIELDS, () => ({ ...valuesOf(FIELDS, null), day: todayIn(zone) }));
  const add = useAddCost(jobId, { draftKey, onDone: () => draft.saved(close) });

  function close(): void {
    draft.drop();
    onDone();
  }

  return (
    <RecordForm
      fields={FIELDS}
      values={draft.values}
      onChange={draft.change}
      onSubmit={() => add.mutate(bodyOf(FIELDS, draft.values))}
      onCancel={close}
      submitText="Add"
      isBusy={add.isPending}
      error={add.error}
      below={hasHours && draft.values['category'] === 'labor' && <LaborTwice />}
    >
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}
