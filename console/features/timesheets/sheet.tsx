import { Button, Callout } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { TimesheetRecord } from '../../../api/timesheets/schema.ts';
import { daysOf, type OvertimeRule, spokenMinutes, TIMESHEET_STATUS_LABELS } from '../../../domain/timesheet/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { changesOwn } from '../../entities/account/rights.ts';
import type { Account } from '../../entities/account/session.ts';
import { formatWallDay, startOfDay } from '../../entities/schedule/wall-dates.ts';
import { sourceName, useRemoveFromTimesheet, useTimesheetStep } from '../../entities/timesheet/timesheet.ts';
import { timesheetKind } from '../../entities/timesheet/timesheet-kind.ts';
import { timesheetTone } from '../../entities/tones.ts';
import { RecordHistory } from '../../records/record/record-history.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Day } from '../../ui/values/day.tsx';
import { AddHoursDialog, CorrectDialog, type Correcting } from './hours-dialogs.tsx';

interface SheetProps {
  sheet: TimesheetRecord;
  account: Account;
  /** Where the company is. */
  today: string;
}

/** One person's week: what was worked each day, and what becomes of it. */
export function Sheet({ sheet, account, today }: SheetProps) {
  const { id, status, person, week, revision, minutes, overtime, regular, rule } = sheet;
  const [adding, setAdding] = useState<string | null>(null);
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const rights = rightsTo(sheet, account, today);
  const step = useTimesheetStep(sheet);
  return (
    <>
      <Section
        title={person ?? 'Somebody'}
        actions={<StatusTag tone={timesheetTone(status)}>{TIMESHEET_STATUS_LABELS[status] ?? status}</StatusTag>}
      >
        <FigureRow isStrip>
          <Figure label="Hours" value={spokenMinutes(minutes)} />
          <Figure label="Regular" value={spokenMinutes(regular)} />
          <Figure label="Overtime" value={spokenMinutes(overtime)} note={ruleWords(rule)} />
        </FigureRow>
        <Notices sheet={sheet} onCorrect={rights.correct ? setCorrecting : null} />
        {Object.values(rights).some(Boolean) && (
          <ActionBar at="start">
            {rights.add && (
              <Button text="Add hours" aria-haspopup="dialog" onClick={() => setAdding(lastDay(week, today))} />
            )}
            {rights.submit && (
              <Button intent="primary" text="Submit" disabled={step.isPending} onClick={() => step.mutate('submit')} />
            )}
            {rights.approve && (
              <Button
                intent="primary"
                text="Approve"
                disabled={step.isPending}
                onClick={() => step.mutate('approve')}
              />
            )}
            {rights.correct && (
              <Button
                text="Correct"
                aria-haspopup="dialog"
                onClick={() => setCorrecting({ day: lastDay(week, today) })}
              />
            )}
            {rights.reopen && (
              <Button
                text={status === 'approved' ? 'Take back approval' : 'Take back'}
                disabled={step.isPending}
                onClick={() => step.mutate('reopen')}
              />
            )}
          </ActionBar>
        )}
      </Section>
      <Section title="Day by day">
        <Days sheet={sheet} canChange={rights.add} />
      </Section>
      {sheet.corrections.length > 0 && <Corrections sheet={sheet} canChange={rights.correct} />}
      {revision >= 0 && (
        <Section>
          <Disclosure summary="History">
            <RecordHistory kind={timesheetKind} id={id} canChange={rights.add || rights.reopen} restore={null} />
          </Disclosure>
        </Section>
      )}
      {adding !== null && <AddHoursDialog sheet={sheet} day={adding} today={today} onClose={() => setAdding(null)} />}
      {correcting && (
        <CorrectDialog sheet={sheet} correcting={correcting} today={today} onClose={() => setCorrecting(null)} />
      )}
    </>
  );
}

/** What somebody may do with a week now. */
function rightsTo(
  { status, personId, week, corrections, erased, running }: TimesheetRecord,
  { id, role }: Account,
  today: string,
) {
  const isOffice = may(role, 'timesheets:change');
  const changes = !erased && (isOffice || (changesOwn(role, 'timesheets') && personId === id));
  const decides = !erased && isOffice && (role === 'owner' || personId !== id);
  const isApproved = status === 'approved';
  const isStopped = running.length === 0;
  return {
    add: changes && !isApproved && week <= today,
    submit: changes && isStopped && status === 'open' && week <= today,
    approve: decides && isStopped && status === 'submitted',
    correct: decides && isApproved,
    reopen: isApproved ? decides && corrections.length === 0 : changes && status === 'submitted',
  };
}

/** Today, or the last day of a week that is over. */
function lastDay(week: string, today: string): string {
  return daysOf(week).findLast((day) => day <= today) ?? week;
}

function ruleWords({ weekHours, dayHours }: OvertimeRule): string {
  const parts = [weekHours !== null && `${weekHours} hours a week`, dayHours !== null && `${dayHours} a day`];
  const words = parts.filter(Boolean).join(' or ');
  return words === '' ? 'None by the settings' : `Over ${words}`;
}

/** What stands in the way of the next step, or differs since the approval. */
function Notices({ sheet, onCorrect }: { sheet: TimesheetRecord; onCorrect: ((what: Correcting) => void) | null }) {
  const { running, differences, status, submittedByName, approvedByName, submittedAt, approvedAt } = sheet;
  return (
    <>
      {running.length > 0 && status !== 'approved' && (
        <Callout compact intent="warning">
          The clock runs on {running.map(({ jobNumber }) => jobNumber ?? 'a job').join(', ')}. It counts once it is
          stopped; then the week can be {status === 'open' ? 'submitted' : 'approved'}.
        </Callout>
      )}
      {submittedAt && (
        <p className="hw-muted">
          Submitted by {submittedByName ?? 'somebody'}, <Day iso={submittedAt} />
          {approvedAt && (
            <>
              {'. Approved by '}
              {approvedByName ?? 'somebody'}, <Day iso={approvedAt} />. The hours are locked.
            </>
          )}
        </p>
      )}
      {differences.length > 0 && (
        <Callout compact intent="warning" title="Not in the approved hours">
          <ul className="hw-entries">
            {differences.map((each) => (
              <li key={`${each.day} ${each.kind} ${each.jobId}`}>
                <span>
                  <Day iso={each.day} /> · {sourceName(each)}
                </span>
                <span className="hw-figure">{signed(each.minutes)}</span>
                {onCorrect && (
                  <Button size="small" text="Correct" aria-haspopup="dialog" onClick={() => onCorrect(each)} />
                )}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

function signed(minutes: number): string {
  return minutes > 0 ? `+${spokenMinutes(minutes)}` : spokenMinutes(minutes);
}

function Days({ sheet, canChange }: { sheet: TimesheetRecord; canChange: boolean }) {
  const remove = useRemoveFromTimesheet(sheet);
  return (
    <>
      {sheet.days.map(({ day, minutes, overtime, overlapping, sources }) => (
        <section key={day}>
          <p className="hw-entries-sum">
            <strong>{formatWallDay(startOfDay(day))}</strong>
            {overtime > 0 && <span className="hw-muted">{spokenMinutes(overtime)} overtime</span>}
            <strong className="hw-figure">{minutes === 0 ? '–' : spokenMinutes(minutes)}</strong>
          </p>
          <ul className="hw-entries">
            {sources
              .filter(({ kind }) => kind === 'job')
              .map((source) => (
                <Line key={`${source.kind} ${source.jobId} ${source.by}`} minutes={source.minutes}>
                  {source.jobId === null ? (
                    sourceName(source)
                  ) : (
                    <Link to="/jobs/$id" params={{ id: source.jobId }} className="hw-in-text">
                      {sourceName(source)}
                    </Link>
                  )}
                  <span className="hw-muted">
                    {source.jobTitle && ` · ${source.jobTitle}`}
                    {source.by === 'hand' && ` · entered by ${source.enteredByName ?? 'hand'}`}
                  </span>
                </Line>
              ))}
            {sheet.entries
              .filter((entry) => entry.day === day)
              .map((entry) => (
                <Line
                  key={entry.entryId}
                  minutes={entry.minutes}
                  act={
                    canChange && (
                      <Button
                        size="small"
                        variant="minimal"
                        icon={<Trash size={14} />}
                        aria-label={`Remove ${sourceName({ ...entry, jobNumber: null })}, ${formatWallDay(startOfDay(day))}`}
                        title="Remove"
                        onClick={() => remove.mutate({ part: 'entries', partId: entry.entryId })}
                      />
                    )
                  }
                >
                  {sourceName({ ...entry, jobNumber: null })}
                  <span className="hw-muted">
                    {entry.note && ` · ${entry.note}`}
                    {entry.enteredByName && ` · entered by ${entry.enteredByName}`}
                  </span>
                </Line>
              ))}
            {overlapping > 0 && (
              <li>
                <span className="hw-muted">
                  {spokenMinutes(overlapping)} on two clocks at once: counted once, for the job that was started first
                </span>
              </li>
            )}
          </ul>
        </section>
      ))}
    </>
  );
}

function Line({ minutes, act, children }: { minutes: number; act?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span>{children}</span>
      <span className="hw-figure">{spokenMinutes(minutes)}</span>
      {act}
    </li>
  );
}

function Corrections({ sheet, canChange }: { sheet: TimesheetRecord; canChange: boolean }) {
  const remove = useRemoveFromTimesheet(sheet);
  const newest = sheet.corrections.at(-1)?.correctionId;
  return (
    <Section title="Corrections">
      <ul className="hw-entries">
        {sheet.corrections.map((each) => (
          <Line
            key={each.correctionId}
            minutes={each.minutes}
            act={
              canChange &&
              each.correctionId === newest && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Trash size={14} />}
                  aria-label="Take the newest correction back"
                  title="Take back"
                  onClick={() => remove.mutate({ part: 'corrections', partId: each.correctionId })}
                />
              )
            }
          >
            <Day iso={each.day} /> · {sourceName(each)}
            <span className="hw-muted">
              {` · ${each.reason ?? ''} · ${each.correctedByName ?? 'Somebody'}, `}
              <Day iso={each.correctedAt} />
            </span>
          </Line>
        ))}
      </ul>
    </Section>
  );
}
