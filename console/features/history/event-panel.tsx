import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { SidePanel } from '../../ui/layout/side-panel.tsx';
import { Failure, Nothing, Skeleton, SkeletonLines } from '../../ui/status/data-area.tsx';
import { copyText } from '../../ui/values/copy.ts';
import { formatMomentIn } from '../../ui/values/format.ts';
import { About } from './event-line.tsx';
import { detailOf, eventWords, whoOf, whyNot } from './event-words.ts';
import { eventQuery, nameOfEvent } from './get-events.ts';
import { eventsOf } from './history-search.ts';

/** One event: what it says, what it belongs to, and all of it as it is stored. */
export function EventPanel({ name, onClose }: { name: string; onClose(): void }) {
  const { data: event, error, refetch } = useQuery(eventQuery(name));
  return (
    <SidePanel title={event ? eventWords(event) : 'Event'} onClose={onClose}>
      <div className="hw-drawer-body">
        {event && <Event event={event} />}
        {event === null && (
          <Nothing
            title="There is no such event"
            description="The link is of another history, or of an event that your role is not told."
          />
        )}
        {event === undefined &&
          (error ? (
            <Failure error={error} retry={() => void refetch()} />
          ) : (
            <Skeleton>
              <SkeletonLines lines={12} />
            </Skeleton>
          ))}
      </div>
    </SidePanel>
  );
}

function Event({ event }: { event: AuditEvent }) {
  const zone = useQuery(settingsQuery).data?.timeZone;
  const { recordedAt, actor, category, correlationId, recordId, causationId, stream, type, position, revision } = event;
  const name = nameOfEvent(event);
  const why = whyNot(event);
  const who = whoOf(event);
  const detail = detailOf(event);
  return (
    <>
      {why !== null && <p className="hw-log-problem">{why}</p>}
      <dl className="hw-details hw-log-facts">
        {detail !== null && <Fact label="What">{detail}</Fact>}
        {event.title !== null && (
          <Fact label="Of">
            <About event={event} />
          </Fact>
        )}
        {who !== null && <Fact label="By">{who}</Fact>}
        {recordedAt !== null && <Fact label="Recorded">{formatMomentIn(recordedAt, zone)}</Fact>}
        <Fact label="Place in the history">
          {Number(position).toLocaleString('en-US')}
          {stream !== null && `, step ${Number(revision) + 1} of its record`}
        </Fact>
      </dl>
      <ul className="hw-log-ways">
        {correlationId !== null && <Way filter={{ act: correlationId }}>Everything that this act did</Way>}
        {category !== null && recordId !== null && (
          <Way filter={{ record: `${category}:${recordId}` }}>Everything of this record</Way>
        )}
        {actor !== null && (
          <Way filter={{ actor }}>
            {event.actorName === null ? 'Everything that came about in this way' : `Everything by ${event.actorName}`}
          </Way>
        )}
        {type !== null && <Way filter={{ type }}>Everything of this kind</Way>}
        {causationId !== null && (
          <li>
            <Link to="/history" search={(now: object) => ({ ...now, event: causationId })}>
              What it followed from
            </Link>
          </li>
        )}
        {name !== null && <Way filter={{ cause: name }}>What followed from it at once</Way>}
      </ul>
      <Raw event={event} />
    </>
  );

  function Way({ filter, children }: { filter: Parameters<typeof eventsOf>[0]; children: ReactNode }) {
    return (
      <li>
        <Link {...eventsOf(filter)}>{children}</Link>
      </li>
    );
  }
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="hw-detail">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The event as the log has it. */
function Raw({ event }: { event: AuditEvent }) {
  const [told, setTold] = useState('');
  const text = JSON.stringify(event, null, 2);
  return (
    <section className="hw-log-raw" aria-label="As it is stored">
      <div className="hw-section-head">
        <h3>As it is stored</h3>
        <Button
          icon={<Duplicate />}
          text="Copy"
          onClick={async () => setTold((await copyText(text)) ? 'Copied.' : 'The browser does not allow it here.')}
        />
      </div>
      <p role="status" className="hw-muted">
        {told}
      </p>
      <pre>{text}</pre>
    </section>
  );
}
