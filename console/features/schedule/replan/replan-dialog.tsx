import { Button, Callout, Dialog, DialogBody, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_DAYS } from '../../../../domain/plan/terms.ts';
import type { ReplanAnswer, ReplanKind } from '../../../../optimizer/answers/replan.schema.ts';
import { scheduleQuery } from '../../../entities/schedule/schedule.ts';
import { dayAfter } from '../../../entities/schedule/wall-dates.ts';
import { DateInput } from '../../../ui/inputs/date-input.tsx';
import { LANDING } from '../../../ui/keyboard/focus.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { formatWeekday } from '../../../ui/values/format.ts';
import { NotApplied } from '../optimize/not-applied.tsx';
import { againstDate } from '../optimize/optimizer-plan.ts';
import { Running } from '../optimize/plan-running.tsx';
import { PlanView } from '../plans/plan-view.tsx';
import { usePlanActs } from '../plans/use-kept-plan.ts';
import { ReplanMoves } from './replan-moves.tsx';
import { movesSentence } from './replan-words.ts';
import { type ReplanAsked, replanner } from './use-replan.ts';

const WORDS: Readonly<Record<ReplanKind, { title: string; does: string; run: string }>> = {
  rain_day: {
    title: 'Rain Day',
    does: 'Clears a rained-out day: jobs that have not started go to the next days with room.',
    run: 'Plan the rain day',
  },
  truck_down: {
    title: 'Truck Down',
    does: 'Clears the day of a crew whose truck is down: jobs that have not started go to the other crews, or to the next days with room.',
    run: 'Plan around the truck',
  },
};

/** How many days later work may move by default. */
const USUAL_DAYS = 7;

interface ReplanDialogProps {
  kind: ReplanKind;
  /** The day and crew it was opened for. */
  date: string;
  crewId: string | undefined;
  /** `YYYY-MM-DD`, in the company's time zone. */
  today: string;
  openJob(id: string): void;
  /** Shows what was done, and whom to tell. */
  onApplied(planId: string): void;
  onClose(): void;
}

/** A rain day, or a truck that is down: what has to move, where to, and whom to tell; applied as one act. */
export function ReplanDialog({ kind, date, crewId, today, openJob, onApplied, onClose }: ReplanDialogProps) {
  const run = replanner.useRun();
  // A run of the other kind has been started since.
  const isOther = run.asked !== null && run.asked.kind !== kind;
  const shown = isOther ? ({ step: 'asking', asked: null, said: null } as const) : run;
  const first = date < today ? today : date;
  const preset = { kind, date: first, from: '', crewId: crewId ?? '', to: dayAfter(first, USUAL_DAYS) };
  return (
    <Dialog
      isOpen
      onClose={() => {
        replanner.leave();
        onClose();
      }}
      title={WORDS[kind].title}
      className={shown.step === 'done' ? 'hw-dialog hw-optimizer hw-optimizer-wide' : 'hw-dialog hw-optimizer'}
      canOutsideClickClose={false}
    >
      <DialogBody>
        {shown.step === 'asking' && (
          <Ask
            preset={shown.asked ?? preset}
            said={shown.said}
            today={today}
            onRun={(asked) => void replanner.run(asked)}
          />
        )}
        {shown.step === 'running' && (
          <Running {...shown} what={`Planning around ${formatWeekday(shown.asked.date)}`} onStop={replanner.stop} />
        )}
        {shown.step === 'done' && (
          <Done asked={shown.asked} answer={shown.answer} openJob={openJob} onApplied={onApplied} />
        )}
      </DialogBody>
    </Dialog>
  );
}

interface AskProps {
  preset: ReplanAsked;
  said: { text: string; isFailure: boolean } | null;
  today: string;
  onRun(asked: ReplanAsked): void;
}

function Ask({ preset, said, today, onRun }: AskProps) {
  const [asked, setAsked] = useState(preset);
  const { kind, date, from, crewId, to } = asked;
  const change = (changed: Partial<ReplanAsked>) => setAsked((before) => ({ ...before, ...changed }));
  const { data: schedule } = useQuery(scheduleQuery(date || today, date || today));
  const crews = schedule?.crews.filter(({ isActive }) => isActive) ?? [];
  const wrongDate = againstDate(date, today);
  const wrongTo = againstTo(date, to);
  const isOfCrew = kind === 'truck_down';
  const canRun = date !== '' && to !== '' && !wrongDate && !wrongTo && (crewId !== '' || !isOfCrew);
  return (
    <form
      className="hw-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canRun) onRun(asked);
      }}
    >
      <p className="hw-muted">
        {WORDS[kind].does} Days promised to customers are kept first. Nothing changes until you apply it.
      </p>
      {said && (
        <Callout compact intent={said.isFailure ? 'danger' : 'warning'} role="status">
          {said.text}
        </Callout>
      )}
      <div className="hw-form-fields">
        <FormGroup label="Day" labelFor="replan-date" intent={wrongDate ? 'danger' : 'none'} helperText={wrongDate}>
          <DateInput
            id="replan-date"
            min={today}
            required
            autoFocus
            value={date}
            onValueChange={(value) => change({ date: value, ...(value !== '' && { to: dayAfter(value, USUAL_DAYS) }) })}
            aria-invalid={wrongDate !== null}
            aria-describedby={wrongDate ? 'replan-date-helper' : undefined}
          />
        </FormGroup>
        <FormGroup
          label="From"
          labelFor="replan-from"
          helperText={date === today ? 'Empty: from now on.' : 'Empty: the whole day.'}
        >
          <DateInput
            id="replan-from"
            type="time"
            value={from}
            onValueChange={(value) => change({ from: value })}
            aria-describedby="replan-from-helper"
          />
        </FormGroup>
        <FormGroup label="Crew" labelFor="replan-crew">
          <HTMLSelect
            id="replan-crew"
            fill
            required={isOfCrew}
            value={crewId}
            onChange={({ target }) => change({ crewId: target.value })}
          >
            <option value="">{isOfCrew ? 'Choose the crew' : 'All crews'}</option>
            {crews.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
        <FormGroup
          label="Move it no later than"
          labelFor="replan-to"
          intent={wrongTo ? 'danger' : 'none'}
          helperText={wrongTo}
        >
          <DateInput
            id="replan-to"
            min={date}
            required
            value={to}
            onValueChange={(value) => change({ to: value })}
            aria-invalid={wrongTo !== null}
            aria-describedby={wrongTo ? 'replan-to-helper' : undefined}
          />
        </FormGroup>
      </div>
      <ActionBar>
        <Button
          type="submit"
          intent="primary"
          text={said?.isFailure ? 'Try again' : WORDS[kind].run}
          disabled={!canRun}
        />
      </ActionBar>
    </form>
  );
}

/** Why work cannot move until a day; null if it can. */
function againstTo(date: string, to: string): string | null {
  if (date === '' || to === '') return null;
  if (to < date) return 'This is before the day being cleared.';
  return to > dayAfter(date, MOST_DAYS) ? `At most ${MOST_DAYS} days after that day.` : null;
}

interface DoneProps {
  asked: ReplanAsked;
  answer: ReplanAnswer;
  openJob(id: string): void;
  onApplied(planId: string): void;
}

function Done({ asked, answer, openJob, onApplied }: DoneProps) {
  const { plan_id: planId, moves } = answer;
  const acts = usePlanActs(planId ?? '', asked.kind, () => {
    replanner.reset();
    onApplied(planId ?? '');
  });
  const { data: schedule } = useQuery(scheduleQuery(asked.date, asked.to));
  return (
    <>
      <h3 className="hw-plan-title" tabIndex={-1} {...LANDING}>
        {formatWeekday(asked.date)} <span className="hw-muted">{WORDS[asked.kind].title}</span>
      </h3>
      {acts.applyError && <NotApplied error={acts.applyError} onAgain={() => void replanner.run(asked)} />}
      <p role="status">{movesSentence(moves)}</p>
      <ReplanMoves moves={moves} openJob={openJob} />
      <Disclosure summary="How the days will look" className="hw-plan-whole">
        <PlanView answer={answer} schedule={schedule} isOpen={false} openJob={openJob} />
      </Disclosure>
      <ActionBar>
        <Button text="Change" disabled={acts.isBusy} onClick={replanner.clear} />
        {planId !== null && (
          <Button
            intent="primary"
            text={moves.length === 1 ? 'Move 1 job' : `Move ${moves.length} jobs`}
            loading={acts.isBusy}
            onClick={acts.apply}
          />
        )}
      </ActionBar>
    </>
  );
}
