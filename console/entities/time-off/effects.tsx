import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TimeOffEffects, TimeOffRecord } from '../../../api/hr/schema.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { dayAfter, formatWallSpan, wallDate } from '../schedule/wall-dates.ts';
import { BalanceSection, ColleaguesSection } from './outlook.tsx';
import { timeOffEffectsQuery } from './time-off.ts';

type Visit = TimeOffEffects['visits'][number];

/**
 * Where the schedule is planned around an absence: the other places of the one visit that lacks somebody, or the
 * optimizer on the first day with one of several. Null if none does.
 */
export function planAround(effects: TimeOffEffects | undefined) {
  const [first, ...others] = effects?.visits.filter(isShort) ?? [];
  if (!first) return null;
  if (others.length === 0) return otherPlaces(first);
  return { to: '/schedule', search: { date: first.day, view: 'crews', optimize: true } } as const;
}

/** Where a visit could go instead: other crews on its day, and the week after. */
function otherPlaces({ day, jobId }: Visit) {
  return { to: '/schedule', search: { date: day, insert: jobId, from: day, to: dayAfter(day, WEEK) } } as const;
}

const WEEK = 7;

function isShort({ missing }: Visit): boolean {
  return missing.length > 0;
}

interface TimeOffEffectsProps {
  request: Pick<TimeOffRecord, 'id' | 'status' | 'requestType'>;
  /** Whether visits that lack somebody can be moved from here, once it is approved. */
  canMove?: boolean;
}

/**
 * What a request does: to the balance, to the crew where others are off too, and to the schedule, with its visits of
 * those days and what each lacks then.
 */
export function TimeOffEffectsSection({ request: { id, status, requestType }, canMove = false }: TimeOffEffectsProps) {
  const query = useQuery(timeOffEffectsQuery(id));
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'Nothing is planned' }}
      filtered={null}
      skeleton={<SkeletonLines lines={4} />}
    >
      {(effects) => (
        <>
          <BalanceSection requestType={requestType} balance={effects.balance} />
          <ColleaguesSection colleagues={effects.colleagues} />
          <section className="hw-effects" aria-label="On the schedule">
            <h3>On the schedule</h3>
            <Effects effects={effects} isApproved={status === 'approved'} canMove={canMove} />
          </section>
        </>
      )}
    </DataArea>
  );
}

/** More than these are folded away, as long as nothing lacks. */
const FEW = 3;

interface EffectsProps {
  effects: TimeOffEffects;
  /** It is no longer a question. */
  isApproved: boolean;
  canMove: boolean;
}

function Effects({ effects, isApproved, canMove }: EffectsProps) {
  const { visits, short } = effects;
  const fine = visits.filter((visit) => !isShort(visit));
  return (
    <>
      <p>{summaryOf(effects, isApproved)}</p>
      {short > 0 && <Visits visits={visits.filter(isShort)} canMove={isApproved && canMove} />}
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

function Visits({ visits, canMove = false }: { visits: readonly Visit[]; canMove?: boolean }) {
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
          {canMove && (
            <Link {...otherPlaces(visit)} className="hw-in-text">
              Another crew or time
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
