import { Button } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDays, waitingIn } from '../optimize/optimizer-plan.ts';
import { plansQuery } from './use-kept-plan.ts';

interface WaitingPlansProps {
  /** The days shown, `YYYY-MM-DD`. */
  from: string;
  to: string;
  today: string;
  /** Opens a plan. */
  review(id: string): void;
  openAll(): void;
}

/** The next plan of the days that are shown, where one is waiting for approval. */
export function WaitingPlans({ from, to, today, review, openAll }: WaitingPlansProps) {
  const { data } = useInfiniteQuery(plansQuery('true'));
  const waiting = waitingIn(data ?? [], { from: from < today ? today : from, to });
  const [first, ...others] = waiting;
  if (!first) return null;
  return (
    <p className="hw-plan-waiting" role="status">
      A plan for {formatDays({ date: first.from, to: first.to })} is waiting for approval
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
