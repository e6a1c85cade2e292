import { Button, Callout, Dialog, DialogBody, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schedule } from '../../../../api/schedule/schema.ts';
import { MOST_DAYS } from '../../../../domain/plan/terms.ts';
import type { ReplanAnswer, ReplanKind } from '../../../../optimizer/answers/replan.schema.ts';
import { hasRight } from '../../../entities/account/rights.ts';
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
import { applyWords, movesSentence, outageSentence } from './replan-words.ts';
import { isOutage, type ReplanAsked, replanner } from './use-replan.ts';

const WORDS: Readonly<Record<ReplanKind, { title: string; does: string; run: string; day: string }>> = {
  rain_day: {
    title: 'Rain Day',
    does: 'Clears a rained-out day: jobs that have not started go to the next days with room.',
    run: 'Plan the rain day',
    day: 'Day',
  },
  truck_down: {
    title: 'Truck Down',
    does: 'Clears the day of a crew whose truck is down: jobs that have not started go to the other crews, or to the next days with room. With the machine that broke, the crew goes on without it: only what needs it moves.',
    run: 'Plan around it',
    day: 'Day',
  },
  absence: {
    title: 'Somebody Is Sick',
    does: 'Jobs that their crew cannot do without them go to the other crews, or to the next days with room. The rest stays with the crew.',
    run: 'Plan without them',
    day: 'First day',
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

/** A rain day, a truck that is down, somebody who is sick: what has to move, where to, and whom to tell; applied as one act. */
export function ReplanDialog({ kind, date, crewId, today, openJob, onApplied, onClose }: ReplanDialogProps) {
  const run = replanner.useRun();
  // A run of the other kind has been started since.
  const isOther = run.asked !== null && run.asked.kind !== kind;
  const shown = isOther ? ({ step: 'asking', asked: null, said: null } as const) : run;
  const first = date < today ? today : date;
  const preset = {
    kind,
    date: first,
    from: '',
    crewId: crewId ?? '',
    machineId: '',
    personId: '',
    until: first,
    to: usualEnd(first, first),
  };
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
  const { kind, date, from, crewId, personId, to } = asked;
  const change = (changed: Partial<ReplanAsked>) => setAsked((before) => ({ ...before, ...changed }));
  const { data: schedule } = useQuery(scheduleQuery(date || today, date || today));
  const crews = schedule?.crews.filter(({ isActive }) => isActive) ?? [];
  const { wrongDate, wrongUntil, wrongTo, canRun } = checked(asked, today);
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
        {kind === 'absence' && <Person schedule={schedule} crewId={crewId} value={personId} change={change} />}
        <FormGroup
          label={WORDS[kind].day}
          labelFor="replan-date"
          intent={wrongDate ? 'danger' : 'none'}
          helperText={wrongDate}
        >
          <DateInput
            id="replan-date"
            min={today}
            required
            autoFocus
            value={date}
            onValueChange={(value) => change(fromDay(value))}
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
        {kind !== 'absence' && <Crew asked={asked} crews={crews} change={change} />}
        {kind === 'truck_down' && <Machine asked={asked} schedule={schedule} change={change} />}
        {isOutage(asked) && <Until asked={asked} wrong={wrongUntil} change={change} />}
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

/** The last day that work moves to, if nobody says otherwise. */
function usualEnd(date: string, until: string): string {
  const [usual, most] = [dayAfter(until || date, USUAL_DAYS), dayAfter(date, MOST_DAYS)];
  return usual < most ? usual : most;
}

/** Another first day, with the days that follow from it. */
function fromDay(date: string): Partial<ReplanAsked> {
  return { date, ...(date !== '' && { until: date, to: usualEnd(date, date) }) };
}

/** Whether it is said what is missing. */
function isSaid({ kind, crewId, machineId, personId }: ReplanAsked): boolean {
  if (kind === 'absence') return personId !== '';
  return kind !== 'truck_down' || crewId !== '' || machineId !== '';
}

/** What is wrong with the days, and whether a run can start. */
function checked(asked: ReplanAsked, today: string) {
  const { date, until, to } = asked;
  const wrongDate = againstDate(date, today);
  const wrongUntil = isOutage(asked) ? againstUntil(date, until) : null;
  const wrongTo = againstTo({ date, until: isOutage(asked) ? until : date }, to);
  const canRun = date !== '' && to !== '' && isSaid(asked) && !(wrongDate ?? wrongUntil ?? wrongTo);
  return { wrongDate, wrongUntil, wrongTo, canRun };
}

interface FieldProps {
  asked: ReplanAsked;
  change(changed: Partial<ReplanAsked>): void;
}

function Crew({ asked: { kind, crewId }, crews, change }: FieldProps & { crews: Schedule['crews'] }) {
  const isOfCrew = kind === 'truck_down';
  return (
    <FormGroup label="Crew" labelFor="replan-crew">
      <HTMLSelect
        id="replan-crew"
        fill
        value={crewId}
        onChange={({ target }) => change({ crewId: target.value, machineId: '' })}
      >
        <option value="">{isOfCrew ? 'Choose the crew' : 'All crews'}</option>
        {crews.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}

/** The machines of the crew, or all while none is chosen. */
function Machine({ asked, schedule, change }: FieldProps & { schedule: Schedule | undefined }) {
  const { crewId, machineId } = asked;
  const crew = schedule?.crews.find(({ id }) => id === crewId);
  const machines = (schedule?.machines ?? []).filter(
    ({ id, assignedTo }) => !crew || crew.equipmentIds.includes(id) || assignedTo === crewId,
  );
  const told = machineId === '' ? 'None: the crew cannot drive.' : 'It is out of service as soon as you apply this.';
  if (!hasRight('equipment:change')) return null;
  return (
    <FormGroup label="What broke" labelFor="replan-machine" helperText={told}>
      <HTMLSelect
        id="replan-machine"
        fill
        value={machineId}
        onChange={({ target }) => change({ machineId: target.value })}
        aria-describedby="replan-machine-helper"
      >
        <option value="">The whole truck</option>
        {machines.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}

function Until({ asked: { kind, date, until }, wrong, change }: FieldProps & { wrong: string | null }) {
  return (
    <FormGroup
      label={kind === 'absence' ? 'Last day' : 'Without it until'}
      labelFor="replan-until"
      intent={wrong ? 'danger' : 'none'}
      helperText={wrong}
    >
      <DateInput
        id="replan-until"
        min={date}
        required
        value={until}
        onValueChange={(value) => change({ until: value, to: usualEnd(date, value) })}
        aria-invalid={wrong !== null}
        aria-describedby={wrong ? 'replan-until-helper' : undefined}
      />
    </FormGroup>
  );
}

interface PersonProps extends Pick<FieldProps, 'change'> {
  schedule: Schedule | undefined;
  /** The crew whose people come first. */
  crewId: string;
  value: string;
}

/** Who is in a crew, crew by crew. */
function Person({ schedule, crewId, value, change }: PersonProps) {
  const people = new Map(schedule?.people.map((person) => [person.id, person]));
  const crews = (schedule?.crews ?? []).toSorted((a, b) => Number(b.id === crewId) - Number(a.id === crewId));
  return (
    <FormGroup label="Who" labelFor="replan-person">
      <HTMLSelect
        id="replan-person"
        fill
        required
        value={value}
        onChange={({ target }) => change({ personId: target.value })}
      >
        <option value="">Choose who is sick</option>
        {crews.map(({ id, name, memberIds }) => (
          <optgroup key={id} label={name}>
            {memberIds.flatMap((member) => {
              const person = people.get(member);
              return person ? (
                <option key={member} value={member}>
                  {person.name ?? 'Without a name'}
                </option>
              ) : (
                []
              );
            })}
          </optgroup>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}

/** Why nothing can be missing until a day; null if it can. */
function againstUntil(date: string, until: string): string | null {
  if (until === '') return 'Enter the last day.';
  if (until < date) return 'This is before the first day.';
  return until > dayAfter(date, MOST_DAYS) ? `At most ${MOST_DAYS} days after the first.` : null;
}

/** Why work cannot move until a day; null if it can. */
function againstTo({ date, until }: { date: string; until: string }, to: string): string | null {
  if (date === '' || to === '') return null;
  if (to < date) return 'This is before the day being cleared.';
  if (to < until) return 'This is before the last day without it.';
  return to > dayAfter(date, MOST_DAYS) ? `At most ${MOST_DAYS} days after that day.` : null;
}

interface DoneProps {
  asked: ReplanAsked;
  answer: ReplanAnswer;
  openJob(id: string): void;
  onApplied(planId: string): void;
}

function Done({ asked, answer, openJob, onApplied }: DoneProps) {
  const { plan_id: planId, moves, outage } = answer;
  const acts = usePlanActs(planId ?? '', answer.kind, () => {
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
      {outage && <p>{outageSentence(outage)}</p>}
      <ReplanMoves moves={moves} openJob={openJob} />
      <Disclosure summary="How the days will look" className="hw-plan-whole">
        <PlanView answer={answer} schedule={schedule} isOpen={false} openJob={openJob} />
      </Disclosure>
      <ActionBar>
        <Button text="Change" disabled={acts.isBusy} onClick={replanner.clear} />
        {planId !== null && (
          <Button intent="primary" text={applyWords(moves.length, outage)} loading={acts.isBusy} onClick={acts.apply} />
        )}
      </ActionBar>
    </>
  );
}
