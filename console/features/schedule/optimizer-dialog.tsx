import { Button, Callout, Dialog, DialogBody, FormGroup, HTMLSelect, InputGroup, ProgressBar } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunEvent } from '../../../optimizer/service/schedule.schema.ts';
import type { ApiError } from '../../data/api.ts';
import { scheduleQuery } from '../../entities/schedule/schedule.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Skeleton, SkeletonLines } from '../../ui/data-area.tsx';
import { Figure, FigureRow } from '../../ui/figure.tsx';
import { LANDING } from '../../ui/focus.ts';
import { againstDate, againstThrough, formatDays, MODE_WORDS, type Mode } from './optimizer-plan.ts';
import { PlanView } from './plan-view.tsx';
import { type Asked, type Optimizer, useOptimizer } from './use-optimizer.ts';

const MODES = Object.keys(MODE_WORDS) as Mode[];

interface OptimizerDialogProps {
  isOpen: boolean;
  /** `YYYY-MM-DD`, where the company is. */
  today: string;
  /** Opens a job's details over the plan. */
  openJob(id: string): void;
  /** Opens what would make a job fit that was left out. */
  makeItFit?: (jobId: string) => void;
  onClose(): void;
}

/** Plans a day or several for all crews, shows why they are planned so and what that changes, and applies it. */
export function OptimizerDialog({ isOpen, today, openJob, makeItFit, onClose }: OptimizerDialogProps) {
  const optimizer = useOptimizer(onClose);
  const { run } = optimizer;
  if (!isOpen) return null;
  return (
    <Dialog
      isOpen
      onClose={() => {
        optimizer.leave();
        onClose();
      }}
      title="AI Schedule Optimizer"
      className={run.step === 'done' ? 'hw-dialog hw-optimizer hw-optimizer-wide' : 'hw-dialog hw-optimizer'}
      canOutsideClickClose={false}
    >
      <DialogBody>
        {run.step === 'asking' && <Ask {...run} today={today} onRun={optimizer.optimize} />}
        {run.step === 'running' && <Running {...run} onStop={optimizer.stop} />}
        {run.step === 'done' && <Done run={run} optimizer={optimizer} openJob={openJob} makeItFit={makeItFit} />}
      </DialogBody>
    </Dialog>
  );
}

interface AskProps {
  /** What was asked before. */
  asked: Asked | null;
  today: string;
  said: { text: string; isFailure: boolean } | null;
  onRun(asked: Asked): void;
}

function Ask({ asked, today, said, onRun }: AskProps) {
  const [{ date, to, mode }, setAsked] = useState<Asked>(asked ?? { date: today, to: today, mode: 'balanced' });
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
        Plans a day or several for all crews: who does which jobs, in which order and when. Nothing changes before you
        apply it.
      </p>
      {said && (
        <Callout compact intent={said.isFailure ? 'danger' : 'warning'} role="status">
          {said.text}
        </Callout>
      )}
      <div className="hw-form-fields">
        <FormGroup label="Date" labelFor="optimizer-date" intent={wrongDate ? 'danger' : 'none'} helperText={wrongDate}>
          <InputGroup
            id="optimizer-date"
            type="date"
            min={today}
            required
            autoFocus
            value={date}
            // One day, unless more were chosen and still are.
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
          <InputGroup
            id="optimizer-to"
            type="date"
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

interface RunningProps {
  asked: Asked;
  progress: RunEvent | null;
  isStopping: boolean;
  onStop(): void;
}

function Running({ asked, progress, isStopping, onStop }: RunningProps) {
  return (
    <>
      <p role="status">
        Planning {formatDays(asked)} ({MODE_WORDS[asked.mode].name}){progress && `. ${progress.message}`}
      </p>
      <ProgressBar
        aria-label="Search for the best plan"
        {...(progress?.state === 'running' && { value: progress.done })}
      />
      <Skeleton>
        <FigureRow>
          {['Average efficiency', 'Total travel', 'Jobs'].map((label) => (
            <Figure key={label} label={label} />
          ))}
        </FigureRow>
        <SkeletonLines lines={6} />
      </Skeleton>
      <ActionBar>
        <Button text="Stop and take the best so far" loading={isStopping} onClick={onStop} {...LANDING} />
      </ActionBar>
    </>
  );
}

interface DoneProps {
  run: Extract<Optimizer['run'], { step: 'done' }>;
  optimizer: Optimizer;
  openJob(id: string): void;
  makeItFit: OptimizerDialogProps['makeItFit'];
}

function Done({ run: { asked, answer }, optimizer, openJob, makeItFit }: DoneProps) {
  const { applyError, isApplying } = optimizer;
  const { data: schedule } = useQuery(scheduleQuery(asked.date, asked.to));
  return (
    <>
      <h3 className="hw-plan-title" tabIndex={-1} {...LANDING}>
        {formatDays(asked)} <span className="hw-muted">{MODE_WORDS[asked.mode].name}</span>
      </h3>
      {applyError && <NotApplied error={applyError} onAgain={() => optimizer.optimize(asked)} />}
      <PlanView answer={answer} schedule={schedule} openJob={openJob} makeItFit={makeItFit} />
      <ActionBar>
        <Button text="Re-optimize" disabled={isApplying} onClick={optimizer.clear} />
        {answer.schedules.length > 0 && (
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

/** Why nothing was applied: what has moved since, or that the service cannot be reached. */
function NotApplied({ error, onAgain }: { error: ApiError; onAgain(): void }) {
  const isMoved = error.status === 409;
  const moved = (error.body['moved'] ?? []) as readonly { text: string }[];
  return (
    <Callout compact intent="danger" role="alert" {...(isMoved && { title: 'The schedule has changed' })}>
      <p>{error.message}</p>
      {moved.length > 0 && (
        <ul className="hw-plan-list">
          {moved.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {isMoved && <Button text="Optimize again" onClick={onAgain} />}
    </Callout>
  );
}
