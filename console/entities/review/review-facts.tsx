import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReviewFacts } from '../../../api/reviews/schema.ts';
import type { CertificationState } from '../../../domain/staff/terms.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { formatDay } from '../../ui/values/format.ts';
import { jobPage } from '../job/job.ts';
import { type Reviewed, reviewFactsQuery } from './review.ts';

/** What the records say about somebody's work over some days: each figure opens the rows it counts. */
export function FiguresOfPeriod({ employeeId, from, to }: Reviewed) {
  const isAsked = [employeeId, from, to].every(Boolean);
  return (
    <section className="hw-review-figures" aria-label="Figures of the period">
      <h3>Figures of the period</h3>
      {isAsked ? (
        <Figures employeeId={employeeId} from={from} to={to} />
      ) : (
        <p className="hw-muted">Choose a person and a period to see what the records say.</p>
      )}
    </section>
  );
}

function Figures(reviewed: Reviewed) {
  const query = useQuery(reviewFactsQuery(reviewed));
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'Nothing recorded' }}
      filtered={null}
      skeleton={<SkeletonRows rows={6} />}
      failure={(error) => <p className="hw-muted">{error.message}</p>}
    >
      {(facts) => <FactRows facts={facts} to={reviewed.to} />}
    </DataArea>
  );
}

function FactRows({ facts, to }: { facts: ReviewFacts; to: string }) {
  const { hours, jobs, quoted, callbacks, safety, certificates } = facts;
  return (
    <>
      <Fact
        label="Hours"
        value={hoursText(hours.total)}
        note="All hours entered for them on jobs, by the day worked"
        rows={hours.days.map((row) => [
          `${row.jobId}/${row.day}`,
          <JobRow key="row" job={row}>
            {formatDay(row.day)}: {hoursText(row.hours)}
          </JobRow>,
        ])}
      />
      <Fact
        label="Jobs"
        value={String(jobs.length)}
        note="Jobs that these hours are on"
        rows={jobs.map((row) => [
          row.jobId,
          <JobRow key="row" job={row}>
            {spanOf(row)}: {hoursText(row.hours)}
          </JobRow>,
        ])}
      />
      <Fact
        label="Quoted against actual hours"
        value={quoted.jobs.length === 0 ? '—' : `${hoursText(quoted.quoted)} / ${hoursText(quoted.actual)}`}
        note="Estimated hours / hours the clock ran, of those of these jobs that were finished in the period"
        rows={quoted.jobs.map((row) => [
          row.jobId,
          <JobRow key="row" job={row}>
            {formatDay(row.completedOn)}: {hoursText(row.quoted)} / {hoursText(row.actual)}
          </JobRow>,
        ])}
      />
      <Fact
        label="Callbacks"
        value={String(callbacks.length)}
        note="Jobs without a price, or closed without an invoice, entered for the same property within 30 days after one of these was finished"
        rows={callbacks.map((row) => [
          row.jobId,
          <JobRow key="row" job={row}>
            {formatDay(row.createdOn)}, after <Link to={jobPage(row.afterJobId)}>{row.afterJobNumber ?? 'a job'}</Link>{' '}
            on {formatDay(row.completedOn)}
          </JobRow>,
        ])}
      />
      <Fact
        label="Safety notes"
        value={String(safety.length)}
        note="Jobs among these with safety notes or hazards"
        rows={safety.map((row) => [
          row.jobId,
          <JobRow key="row" job={row}>
            {[...row.hazards, row.safetyNotes].filter(Boolean).join(' · ')}
          </JobRow>,
        ])}
      />
      <Fact
        label="Certificates"
        value={certificatesText(certificates.map(({ state }) => state))}
        note={`On file today, as they stood on ${formatDay(to)}`}
        rows={certificates.map(({ name, expiresOn, state }) => [
          `${name}/${expiresOn}`,
          <>
            {name}{' '}
            <span className="hw-muted">
              {STATES[state]}
              {expiresOn !== null && `, until ${formatDay(expiresOn)}`}
            </span>
          </>,
        ])}
      />
    </>
  );
}

interface FactProps {
  label: string;
  value: string;
  /** How it is reckoned. */
  note: string;
  rows: readonly (readonly [key: string, row: ReactNode])[];
}

/** One figure, which opens the rows it counts. */
function Fact({ label, value, note, rows }: FactProps) {
  const figure = (
    <>
      {label} <strong>{value}</strong>
      <span className="hw-review-note">{note}</span>
    </>
  );
  if (rows.length === 0) return <div className="hw-review-figure">{figure}</div>;
  return (
    <Disclosure summary={figure} className="hw-review-figure">
      <ul>
        {rows.map(([key, row]) => (
          <li key={key}>{row}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

interface JobRowProps {
  job: { jobId: string; jobNumber: string | null; title: string | null };
  children: ReactNode;
}

function JobRow({ job: { jobId, jobNumber, title }, children }: JobRowProps) {
  return (
    <>
      <Link to={jobPage(jobId)}>{[jobNumber, title].filter(Boolean).join(' ') || 'Job'}</Link>{' '}
      <span className="hw-muted">{children}</span>
    </>
  );
}

function hoursText(hours: number): string {
  return `${hours.toLocaleString('en-US', { maximumFractionDigits: 2 })} h`;
}

function spanOf({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  return firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
}

const STATES: Readonly<Record<CertificationState, string>> = {
  valid: 'valid',
  'expires soon': 'expiring',
  expired: 'expired',
};

/** `2 valid, 1 expired` */
function certificatesText(states: readonly CertificationState[]): string {
  const counted = Object.entries(STATES).flatMap(([state, word]) => {
    const count = states.filter((each) => each === state).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return counted.join(', ') || 'None on file';
}
