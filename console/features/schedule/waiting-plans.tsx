import { Button } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PlanRow } from '../../../api/plans/schema.ts';
import { formatDays } from './optimizer-plan.ts';
import { plansQuery } from './use-kept-plan.ts';

interface WaitingPlansProps {
  /** The days that are shown, `YYYY-MM-DD`. */
  from: string;
  to: string;
  today: string;
  /** Opens a plan. */
  review(id: string): void;
  openAll(): void;
}

/** The next plan of the days that are shown, where one waits for approval. */
export function WaitingPlans({ from, to, today, review, openAll }: WaitingPlansProps) {
  const { data } = useInfiniteQuery(plansQuery('proposed'));
  const waiting = waitingIn(data ?? [], { from: from < today ? today : from, to });
  const [first, ...others] = waiting;
  if (!first) return null;
  return (
    <p className="hw-plan-waiting" role="status">
      A plan for {formatDays({ date: first.from, to: first.to })} waits for approval
      <Button size="small" text="Review" aria-haspopup="dialog" onClick={() => review(first.id)} />
      {others.length > 0 && (
        <Button
          size="small"
          variant="minimal"
          text={`${others.length} more`}
          aria-haspopup="dialog"
          onClick={openAll}
        />
      )}
    </p>
  );
}

/** Plans of some days by their first day; of several for the same days the newest. @param plans the newest first */
export function waitingIn(plans: readonly PlanRow[], { from, to }: { from: string; to: string }): PlanRow[] {
  const byDays = new Map<string, PlanRow>();
  for (const plan of plans) {
    const days = `${plan.from} ${plan.to}`;
    // A rain day is looked at and applied by the same person: it waits for nobody.
    const isMeant = plan.kind === 'schedule' && plan.from <= to && plan.to >= from;
    if (isMeant && !byDays.has(days)) byDays.set(days, plan);
  }
  return [...byDays.values()].sort((one, other) => one.from.localeCompare(other.from));
}
