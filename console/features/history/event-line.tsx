import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import { addressOf } from '../../entities/addresses.ts';
import { OpenLink } from '../../records/record/record-link.tsx';
import { formatMomentIn, formatTimeIn } from '../../ui/values/format.ts';
import { detailOf, saidOf, whoOf, whyNot } from './event-words.ts';
import { nameOfEvent } from './get-events.ts';

interface EventLineProps {
  /** Of one act, newest first; or one alone. */
  events: readonly [AuditEvent, ...AuditEvent[]];
  zone: string | undefined;
  /** The event that is open beside the list. */
  openEvent: string | undefined;
  children?: ReactNode;
}

/** When, what, of which record and who: the words lead to the event, the title to its record. */
export function EventLine({ events, zone, openEvent, children }: EventLineProps) {
  const { words, of } = saidOf(events);
  const name = nameOfEvent(of);
  const why = whyNot(of);
  const detail = detailOf(of);
  const { recordedAt } = of;
  return (
    <div className="hw-log-line" aria-current={name !== null && name === openEvent ? 'true' : undefined}>
      {recordedAt === null ? (
        <span />
      ) : (
        <time dateTime={recordedAt} title={formatMomentIn(recordedAt, zone)}>
          {formatTimeIn(recordedAt, zone)}
        </time>
      )}
      <div className="hw-log-what">
        {name === null ? (
          <strong className="hw-muted">{words}</strong>
        ) : (
          <OpenLink id={name} opens="event" className="hw-record-link">
            {words}
          </OpenLink>
        )}
        <About event={of} />
        {detail !== null && <span className="hw-muted">{detail}</span>}
        {children}
        {why !== null && <small className={of.error === null ? 'hw-muted' : 'hw-log-problem'}>{why}</small>}
      </div>
      <span className="hw-log-who">{whoOf(of)}</span>
    </div>
  );
}

/** The record that an event is about, by what it is called today, where it has a name. */
export function About({ event: { category, recordId, title } }: { event: AuditEvent }) {
  if (category === null || recordId === null || title === null) return null;
  const address = addressOf(category, recordId);
  return address ? <Link {...address}>{title}</Link> : <span>{title}</span>;
}
