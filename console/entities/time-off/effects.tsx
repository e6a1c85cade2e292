import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TimeOffEffects, TimeOffRecord } from '../../../api/hr/schema.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { formatWallSpan, wallDate } from '../schedule/wall-dates.ts';
import { timeOffEffectsQuery } from './time-off.ts';

type Visit = TimeOffEffects['visits'][number];

/** Where the schedule is planned anew around an absence: the first day that lacks somebody; null if none does. */
export function planAround(effects: TimeOffEffects | undefined) {
  const first = effects?.visits.find(isShort);
  return first ? ({ to: '/schedule', search: { date: first.day, view: 'crews', optimize: true } } as const) : null;
}

function isShort({ missing }: Visit): boolean {
  return missing.length > 0;
}

/** What a request does to the schedule: its visits of those days, and what each lacks then. */
export function TimeOffEffectsSection({ request: { id, status } }: { request: Pick<TimeOffRecord, 'id' | 'status'> }) {
  const query = useQuery(timeOffEffectsQuery(id));
  return (
    <section className="hw-effects" aria-label="On the schedule">
      <h3>On the schedule</h3>
      <DataArea
        query={query}
        isEmpty={() => false}
        firstUse={{ title: 'Nothing is planned' }}
        filtered={null}
        skeleton={<SkeletonLines lines={2} />}
      >
        {(effects) => <Effects effects={effects} isApproved={status === 'approved'} />}
      </DataArea>
    </section>
  );
}

/** More than these are folded away, as long as nothing lacks. */
const FEW = 3;

interface EffectsProps {
  effects: TimeOffEffects;
  /** It is no longer a question. */
  isApproved: boolean;
}

function Effects({ effects, isApproved }: EffectsProps) {
  const { visits, short } = effects;
  const fine = visits.filter((visit) => !isShort(visit));
  return (
    <>
      <p>{summaryOf(effects, isApproved)}</p>
      {short > 0 && <Visits visits={visits.filter(isShort)} />}
      {fine.length > 0 && fine.length <= FEW && <Visits visits={fine} />}
      {fine.length > FEW && (
        <Disclosure summary={`${fine.length} visits that can go ahead`}>
          <Visits visits={fine} />
        </Disclosure>
      )}
    </>
  );
}

function summaryOf({ crews, visits, short }: TimeOffEffects, isApproved: boolean): string {
  const names = crews.join(' and ');
  if (crews.length === 0) return 'Not on a crew: no visit changes.';
  if (visits.length === 0) return `${names} ${crews.length === 1 ? 'has' : 'have'} no visits on these days.`;
  const all = visits.length === 1 ? '1 visit' : `${visits.length} visits`;
  if (short === 0) return `${all} of ${names} on these days: people and skills are still enough.`;
  const lacks = isApproved ? (short === 1 ? 'lacks' : 'lack') : 'would lack';
  return `${short} of ${all} of ${names} ${lacks} people or skills.`;
}

function Visits({ visits }: { visits: readonly Visit[] }) {
  return (
    <ul>
      {visits.map((visit) => (
        <li key={`${visit.jobId} ${visit.start}`}>
          <Link to="/schedule" search={{ date: visit.day, job: visit.jobId }} className="hw-in-text">
            {formatWallSpan(wallDate(visit.start), wallDate(visit.end))}
          </Link>{' '}
          <strong>{visit.customer ?? visit.title ?? 'A job'}</strong> <span className="hw-muted">{visit.number}</span>{' '}
          {!visit.hasPeople && <StatusTag tone="red">Too few people</StatusTag>}{' '}
          {!visit.hasSkills && <StatusTag tone="red">Skill missing</StatusTag>}
          {visit.missing.map(({ message }) => (
            <div key={message} className="hw-muted">
              {message}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
