import { useInfiniteQuery } from '@tanstack/react-query';
import type { PlanRow } from '../../../../api/plans/schema.ts';
import { pagingOf } from '../../../data/paged-query.ts';
import { More } from '../../../ui/layout/more.tsx';
import { DataArea, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { formatInstant } from '../../../ui/values/format.ts';
import { formatDays } from '../optimize/optimizer-plan.ts';
import { askedBy, PlanStatusTag, planName } from './plan-words.tsx';
import { plansQuery } from './use-kept-plan.ts';

/** Every plan ever made, newest first: each still opens with its reasons, even months later. */
export function EarlierPlans({ open }: { open(id: string): void }) {
  const query = useInfiniteQuery(plansQuery());
  return (
    <DataArea
      query={query}
      isEmpty={(plans) => plans.length === 0}
      firstUse={{ title: 'No plans yet', description: 'Plans from the optimizer are kept here, with the reasons.' }}
      filtered={null}
      skeleton={<SkeletonRows rows={6} />}
    >
      {(plans) => (
        <>
          <ul className="hw-plan-rows">
            {plans.map((plan) => (
              <li key={plan.id}>
                <Row plan={plan} open={open} />
              </li>
            ))}
          </ul>
          <More paging={pagingOf(query)} label="plans" />
        </>
      )}
    </DataArea>
  );
}

function Row({ plan, open }: { plan: PlanRow; open(id: string): void }) {
  const { id, from, to, createdAt, totals } = plan;
  return (
    <button type="button" className="hw-plan-row-button" onClick={() => open(id)}>
      <span>
        <strong>{formatDays({ date: from, to })}</strong>
        <span className="hw-muted">
          {planName(plan)}
          {totals && `, ${totals.jobs} ${totals.jobs === 1 ? 'job' : 'jobs'}`}
        </span>
      </span>
      <span>
        <PlanStatusTag plan={plan} />
        <span className="hw-muted">
          {askedBy(plan)}, {formatInstant(createdAt)}
        </span>
      </span>
    </button>
  );
}
