import { Button, Callout, Dialog, DialogBody, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageProps } from '../../../entities/account/session.ts';
import { scheduleQuery } from '../../../entities/schedule/schedule.ts';
import { DateInput } from '../../../ui/inputs/date-input.tsx';
import { LANDING } from '../../../ui/keyboard/focus.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { useIsSmallWindow } from '../../../ui/layout/use-media.ts';
import type { MakeItFit } from '../insertion/insertion-words.ts';
import { EarlierPlans } from '../plans/earlier-plans.tsx';
import { KeptPlan } from '../plans/kept-plan.tsx';
import { PlanView } from '../plans/plan-view.tsx';
import { planRecordQuery, usePlanActs } from '../plans/use-kept-plan.ts';
import { type ScheduleSearch, type ScheduleView, shownDays } from '../schedule-search.ts';
import { NotApplied, OutOfDate } from './not-applied.tsx';
import { againstDate, againstThrough, daysToPlan, formatDays, MODE_WORDS, type Mode } from './optimizer-plan.ts';
import { Running } from './plan-running.tsx';
import { type Asked, type Optimizer, useOptimizer } from './use-optimizer.ts';

const MODES = Object.keys(MODE_WORDS) as Mode[];

interface OptimizerDialogProps extends Pick<PageProps<ScheduleSearch>, 'search' | 'onSearch'> {
  /** The day that the board shows. */
  date: string;
  /** `YYYY-MM-DD`, in the company's time zone. */
  today: string;
}

/** Plans one or more days for all crews, shows the reasons and the changes, and applies the plan. */
export function OptimizerDialog({ search, onSearch, date, today }: OptimizerDialogProps) {
  const view: ScheduleView = useIsSmallWindow() ? 'day' : (search.view ?? 'month');
  const close = () => onSearch({ optimize: undefined, plan: undefined, plans: undefined });
  const optimizer = useOptimizer(close);
  const { run } = optimizer;
  const { plan, plans, optimize } = search;
  if (!plan && !plans && !optimize) return null;
  const openJob = (job: string) => onSearch({ job });
  const makeItFit: MakeItFit = (insert, days) => onSearch({ insert, ...days });
  const openAll = () => onSearch({ optimize: undefined, plan: undefined, plans: true });
  const begin = (asked: Asked) => {
    onSearch({ optimize: true, plan: undefined, plans: undefined });
    optimizer.optimize(asked);
  };
  const isWide = plan !== undefined || (!plans && run.step === 'done');
  return (
    <Dialog
      isOpen
      onClose={() => {
        optimizer.leave();
        close();
      }}
      title="AI Schedule Optimizer"
      className={isWide ? 'hw-dialog hw-optimizer hw-optimizer-wide' : 'hw-dialog hw-optimizer'}
      canOutsideClickClose={false}
    >
      <DialogBody>
        {plan ? (
          <KeptPlan
            key={plan}
            id={plan}
            optimize={begin}
            onApplied={close}
            today={today}
            openJob={openJob}
            makeItFit={makeItFit}
          />
        ) : plans ? (
          <EarlierPlans open={(id) => onSearch({ plan: id, plans: undefined })} />
        ) : (
          <>
            {run.step === 'asking' && (
              <Ask
                {...run}
                days={daysToPlan(shownDays(date, view), date, today)}
                today={today}
                onRun={optimizer.optimize}
                openAll={openAll}
              />
            )}
            {run.step === 'running' && (
              <Running
                {...run}
                what={`Planning ${formatDays(run.asked)} (${MODE_WORDS[run.asked.mode].name})`}
                onStop={optimizer.stop}
              />
            )}
            {run.step === 'done' && <Done run={run} optimizer={optimizer} openJob={openJob} makeItFit={makeItFit} />}
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}

interface AskProps {
  /** What is asked for without a previous request. */
  days: Pick<Asked, 'date' | 'to'>;
  /** The previous request. */
  asked: Asked | null;
  today: string;
  said: { text: string; isFailure: boolean } | null;
  onRun(asked: Asked): void;
  /** Shows earlier plans. */
  openAll(): void;
}

function Ask({ asked, days, today, said, onRun, openAll }: AskProps) {
  const [{ date, to, mode }, setAsked] = useState<Asked>(asked ?? { ...days, mode: 'balanced' });
  const change = (changed: Partial<Asked>) => setAsked((before) => ({ ...before, ...changed }));
  const wrongDate = againstDate(date, today);
  const wrongThrough = againstThrough(date, to);
  const canRun = date !== '' && to !== '' && !wrongDate && !wrongThrough;
  return (
    <form
      className="hw-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canRun) onRun({ date, to, mode });
      }}
    >
      <p className="hw-muted">
        Plans one or more days for all crews: who does which jobs, in what order, and when. Nothing changes until you
        apply it.
      </p>
      {said && (
        <Callout compact intent={said.isFailure ? 'danger' : 'warning'} role="status">
          {said.text}
        </Callout>
      )}
      <div className="hw-form-fields">
        <FormGroup label="Date" labelFor="optimizer-date" intent={wrongDate ? 'danger' : 'none'} helperText={wrongDate}>
          <DateInput
            id="optimizer-date"
            min={today}
            required
            autoFocus
            value={date}
            // A single day, unless a later last day was chosen.
            onValueChange={(value) => change({ date: value, ...((to === date || to < value) && { to: value }) })}
            aria-invalid={wrongDate !== null}
            aria-describedby={wrongDate ? 'optimizer-date-helper' : undefined}
          />
        </FormGroup>
        <FormGroup
          label="Through"
          labelFor="optimizer-to"
          intent={wrongThrough ? 'danger' : 'none'}
          helperText={wrongThrough}
        >
          <DateInput
            id="optimizer-to"
            min={date}
            required
            value={to}
            onValueChange={(value) => change({ to: value })}
            aria-invalid={wrongThrough !== null}
            aria-describedby={wrongThrough ? 'optimizer-to-helper' : undefined}
          />
        </FormGroup>
      </div>
      <FormGroup label="Mode" labelFor="optimizer-mode" helperText={MODE_WORDS[mode].weighs}>
        <HTMLSelect
          id="optimizer-mode"
          fill
          value={mode}
          onChange={({ target }) => change({ mode: target.value as Mode })}
        >
          {MODES.map((each) => (
            <option key={each} value={each}>
              {MODE_WORDS[each].name}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      <ActionBar>
        <Button text="Earlier plans" variant="minimal" onClick={openAll} />
        <Button
          type="submit"
          intent="primary"
          text={said?.isFailure ? 'Try again' : 'Optimize Schedule'}
          disabled={!canRun}
        />
      </ActionBar>
    </form>
  );
}

interface DoneProps {
  run: Extract<Optimizer['run'], { step: 'done' }>;
  optimizer: Optimizer;
  openJob(id: string): void;
  makeItFit: MakeItFit;
}

function Done({ run: { asked, answer }, optimizer, openJob, makeItFit }: DoneProps) {
  const { applyError, isApplying } = optimizer;
  const { data: schedule } = useQuery(scheduleQuery(asked.date, asked.to));
  const { data: record } = useQuery({ ...planRecordQuery(answer.plan_id ?? ''), enabled: answer.plan_id !== null });
  const isStale = record?.status === 'stale';
  const acts = usePlanActs(answer.plan_id ?? '', 'schedule', optimizer.kept, optimizer.kept);
  const again = () => optimizer.optimize(asked);
  return (
    <>
      <h3 className="hw-plan-title" tabIndex={-1} {...LANDING}>
        {formatDays(asked)} <span className="hw-muted">{MODE_WORDS[asked.mode].name}</span>
      </h3>
      {isStale && !applyError && <OutOfDate reason={record.staleReason} onAgain={again} />}
      {applyError && <NotApplied error={applyError} onAgain={again} />}
      <PlanView
        answer={answer}
        schedule={schedule}
        openJob={openJob}
        makeItFit={(jobId) => makeItFit(jobId, { from: asked.date, to: asked.to })}
      />
      <ActionBar>
        <Button text="Re-optimize" disabled={isApplying} onClick={optimizer.clear} />
        {record?.status === 'proposed' && !record.isKept && (
          <Button text="Keep for later" loading={acts.isBusy} disabled={isApplying} onClick={acts.keep} />
        )}
        {answer.schedules.length > 0 && !isStale && (
          <Button
            intent="primary"
            text="Apply Schedule"
            loading={isApplying}
            onClick={() => optimizer.apply(answer.schedules)}
          />
        )}
      </ActionBar>
    </>
  );
}
