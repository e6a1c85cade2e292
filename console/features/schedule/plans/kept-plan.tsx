import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanRecord } from '../../../../api/plans/schema.ts';
import type { PlanAnswer } from '../../../../optimizer/answers/replan.schema.ts';
import { PreparedMessages } from '../../../entities/mail/prepared-messages.tsx';
import { scheduleQuery } from '../../../entities/schedule/schedule.ts';
import { LANDING } from '../../../ui/keyboard/focus.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { DataArea, SkeletonLines } from '../../../ui/status/data-area.tsx';
import { formatInstant } from '../../../ui/values/format.ts';
import type { MakeItFit } from '../insertion/insertion-words.ts';
import { NotApplied, OutOfDate } from '../optimize/not-applied.tsx';
import { formatDays, MODE_WORDS, type Mode } from '../optimize/optimizer-plan.ts';
import type { Asked } from '../optimize/use-optimizer.ts';
import { ReplanMoves } from '../replan/replan-moves.tsx';
import { outageSentence } from '../replan/replan-words.ts';
import { PlanView } from './plan-view.tsx';
import { askedBy, PlanStatusTag, planName } from './plan-words.tsx';
import { keptPlanQuery, type PlanActs, planRecordQuery, undoBatch, usePlanActs } from './use-kept-plan.ts';

interface KeptPlanProps {
  id: string;
  today: string;
  openJob(id: string): void;
  makeItFit: MakeItFit;
  /** Plans the same days again. */
  optimize(asked: Asked): void;
  onApplied(): void;
}

/** A saved plan: who asked for it, its content and reasons, and what can be done with it now. */
export function KeptPlan(props: KeptPlanProps) {
  const record = useQuery(planRecordQuery(props.id));
  const answer = useQuery(keptPlanQuery(props.id));
  const both = record.data && answer.data ? { record: record.data, answer: answer.data } : undefined;
  const query = {
    data: both,
    error: record.error ?? answer.error,
    refetch: () => Promise.all([record.refetch(), answer.refetch()]),
  };
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'Nothing here yet' }}
      filtered={null}
      skeleton={<SkeletonLines lines={10} />}
    >
      {(plan) => <Kept {...props} {...plan} />}
    </DataArea>
  );
}

interface KeptProps extends KeptPlanProps {
  record: PlanRecord;
  answer: PlanAnswer;
}

function Kept({ id, record, answer, today, openJob, makeItFit, optimize, onApplied }: KeptProps) {
  const { from, to, kind, mode, status, staleReason, createdAt, appliedAt, batchId } = record;
  const acts = usePlanActs(id, kind, onApplied);
  const { data: schedule } = useQuery(scheduleQuery(from, to));
  const isOpen = status === 'proposed' || status === 'stale';
  const isAhead = to >= today;
  const days = { date: from < today ? today : from, to };
  const again =
    kind === 'schedule' && isAhead && mode in MODE_WORDS ? () => optimize({ ...days, mode: mode as Mode }) : undefined;
  return (
    <>
      <h3 className="hw-plan-title" tabIndex={-1} {...LANDING}>
        {formatDays({ date: from, to })} <span className="hw-muted">{planName(record)}</span>
      </h3>
      <p className="hw-plan-kept">
        <PlanStatusTag plan={record} />
        <span className="hw-muted">
          {askedBy(record)}, {formatInstant(createdAt)}
          {appliedAt && ` · applied ${formatInstant(appliedAt)}`}
        </span>
      </p>
      {status === 'stale' && <OutOfDate reason={staleReason} onAgain={again} />}
      {status === 'applied' && batchId && <PreparedMessages batchId={batchId} />}
      {acts.applyError && <NotApplied error={acts.applyError} onAgain={again} />}
      {answer.outage && status !== 'undone' && <p>{outageSentence(answer.outage, status === 'applied')}</p>}
      {kind !== 'schedule' && <ReplanMoves moves={answer.moves} openJob={openJob} />}
      <PlanView
        answer={answer}
        schedule={schedule}
        isOpen={isOpen && kind === 'schedule'}
        openJob={openJob}
        makeItFit={isAhead ? (jobId) => makeItFit(jobId, { from: days.date, to }) : undefined}
      />
      <KeptActs record={record} isAhead={isAhead} acts={acts} again={again} />
    </>
  );
}

interface KeptActsProps {
  record: PlanRecord;
  /** Whether any of its days are still to come. */
  isAhead: boolean;
  acts: PlanActs;
  again: (() => void) | undefined;
}

function KeptActs({ record: { status, isKept, batchId }, isAhead, acts, again }: KeptActsProps) {
  const isOpen = status === 'proposed' || status === 'stale';
  return (
    <ActionBar>
      {status === 'proposed' && !isKept && isAhead && (
        <Button text="Keep for later" disabled={acts.isBusy} onClick={acts.keep} />
      )}
      {isOpen && <Button text="Dismiss" disabled={acts.isBusy} onClick={acts.dismiss} />}
      {status === 'dismissed' && <Button text="Bring back" disabled={acts.isBusy} onClick={acts.restore} />}
      {again && status !== 'applied' && status !== 'stale' && (
        <Button text="Re-optimize" intent={status === 'proposed' ? 'none' : 'primary'} onClick={again} />
      )}
      {status === 'proposed' && isAhead && (
        <Button intent="primary" text="Apply Schedule" loading={acts.isBusy} onClick={acts.apply} />
      )}
      {status === 'applied' && batchId && <Button text="Undo" onClick={() => void undoBatch(batchId)} />}
    </ActionBar>
  );
}
