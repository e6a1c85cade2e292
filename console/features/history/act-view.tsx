import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditAct, AuditLink } from '../../../api/audit/acts.schema.ts';
import { isNotFound } from '../../data/api.ts';
import { addressOf } from '../../entities/addresses.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, Failure, Nothing, SkeletonSection } from '../../ui/status/data-area.tsx';
import { formatMomentIn } from '../../ui/values/format.ts';
import { actWords, recordWords, whoOf } from './event-words.ts';
import { actQuery } from './get-events.ts';
import { eventsOf } from './history-search.ts';
import { UndoAct } from './undo-act.tsx';

/**
 * What one click did over all its records: what it came from, and what came of it.
 * @param props.canUndo whether it can be undone from here
 * @param props.children its events: they are shown below once it is here, so that nothing moves
 */
export function ActView({ id, canUndo, children }: { id: string; canUndo: boolean; children: ReactNode }) {
  const query = useQuery(actQuery(id));
  const zone = useQuery(settingsQuery).data?.timeZone;
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'Nothing' }}
      filtered={null}
      failure={(error) =>
        isNotFound(error) ? (
          <Nothing
            title="No such act"
            description={error.message}
            action={<Link {...eventsOf({})}>Show all events</Link>}
          />
        ) : (
          <Failure error={error} retry={() => void query.refetch()} />
        )
      }
      skeleton={<SkeletonSection lines={6} />}
    >
      {({ act, from, followed, cut }) => (
        <>
          <Section title={actWords(act)} actions={canUndo && <UndoAct key={id} act={act} />}>
            <p className="hw-muted">{whoAndWhen(act, zone)}</p>
            <p>
              {counted(act)}
              <Records act={act} />
            </p>
            {from.length + followed.length > 0 && (
              <>
                <h3 className="hw-acts-title">How it came about, and what came of it</h3>
                <ul className="hw-acts">
                  {ancestorsOf(from).map((link) => (
                    <li key={link.id}>
                      <ActLine act={link} zone={zone} />
                    </li>
                  ))}
                  <li aria-current="true">
                    <ActLine act={act} zone={zone} isHere />
                    <Followed links={followed} zone={zone} />
                  </li>
                </ul>
              </>
            )}
            {cut && <p className="hw-muted">There is more than can be shown here: open an act to follow it further.</p>}
          </Section>
          {children}
        </>
      )}
    </DataArea>
  );
}

/** All that an act came from, in the order in which it was done; what several came from stands once. */
function ancestorsOf(from: readonly AuditLink[]): AuditLink[] {
  const all = new Map<string, AuditLink>();
  const add = (links: readonly AuditLink[]) => {
    for (const link of links) {
      all.set(link.id, link);
      add(link.links);
    }
  };
  add(from);
  return [...all.values()].sort((a, b) => (a.position < b.position ? -1 : 1));
}

function Followed({ links, zone }: { links: readonly AuditLink[]; zone: string | undefined }) {
  if (links.length === 0) return null;
  return (
    <ul className="hw-acts">
      {links.map((link) => (
        <li key={link.id}>
          <ActLine act={link} zone={zone} />
          <Followed links={link.links} zone={zone} />
        </li>
      ))}
    </ul>
  );
}

interface ActLineProps {
  act: AuditAct;
  zone: string | undefined;
  /** It is the act that is shown. */
  isHere?: boolean;
}

function ActLine({ act, zone, isHere = false }: ActLineProps) {
  const words = actWords(act);
  const [record] = act.records;
  const title = record?.title ?? null;
  return (
    <div className="hw-act">
      {isHere ? <strong>{words}</strong> : <Link {...eventsOf({ act: act.id })}>{words}</Link>}{' '}
      {title !== null && <span>{title}</span>}
      <small className="hw-muted">{whoAndWhen(act, zone)}</small>
    </div>
  );
}

function whoAndWhen(act: AuditAct, zone: string | undefined): string {
  const when = act.recordedAt === null ? null : formatMomentIn(act.recordedAt, zone);
  return [whoOf(act), when].filter((each) => each !== null).join(' · ');
}

/** `12 events on 3 records:` */
function counted({ events, recordCount }: AuditAct): string {
  const of = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
  return recordCount === 0 ? of(events, 'event') : `${of(events, 'event')} on ${of(recordCount, 'record')}: `;
}

function Records({ act: { records, recordCount } }: { act: AuditAct }) {
  return (
    <>
      {records.map((record, index) => {
        const { category, id } = record;
        const address = addressOf(category, id);
        const text = recordWords(record);
        return (
          <span key={`${category}/${id}`}>
            {index > 0 && ', '}
            {address ? <Link {...address}>{text}</Link> : text}
          </span>
        );
      })}
      {recordCount > records.length && `, and ${recordCount - records.length} more`}
    </>
  );
}
