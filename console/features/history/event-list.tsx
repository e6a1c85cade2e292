import { Button } from '@blueprintjs/core';
import { ChevronDown, ChevronUp } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import { ApiError } from '../../data/api.ts';
import { pagingOf } from '../../data/paged-query.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { cleared, isFiltered } from '../../records/list/list-search.ts';
import { useRowKeys } from '../../records/record/record-link.tsx';
import { More } from '../../ui/layout/more.tsx';
import { DataArea, Failure, Nothing, SkeletonRows } from '../../ui/status/data-area.tsx';
import { formatDay, formatWeekday } from '../../ui/values/format.ts';
import { wallAt } from '../../ui/values/wall-time.ts';
import { EventLine } from './event-line.tsx';
import { type ActShown, actsOf } from './event-words.ts';
import { eventsQuery, lookedQuery, MOST_NEWER, newerQuery, type ReadEvents, showNewer } from './get-events.ts';
import { eventsCall, FILTER_KEYS, type HistorySearch } from './history-search.ts';

type Props = Pick<PageProps<HistorySearch>, 'search' | 'onSearch'>;

/** The events that the URL asks for, an act a line, under the day on which they were recorded. */
export function EventList({ search, onSearch }: Props) {
  const call = eventsCall(search);
  const query = useInfiniteQuery(eventsQuery(call));
  const { data: settings, isLoading } = useQuery(settingsQuery);
  const clear = () => onSearch(cleared(FILTER_KEYS));
  const isNarrowed = isFiltered(search, FILTER_KEYS);
  return (
    <DataArea
      // Days are those of the company.
      query={isLoading ? { ...query, data: undefined, error: null } : query}
      isEmpty={({ events, next }: ReadEvents) => events.length === 0 && next === null}
      firstUse={{ title: 'Nothing has happened yet', description: 'Every change will show here.' }}
      filtered={
        isNarrowed ? { title: 'No events found', description: 'The whole history has none like this.', clear } : null
      }
      failure={(error) => (
        <NotRead error={error} retry={() => void query.refetch()} clear={isNarrowed ? clear : null} />
      )}
      skeleton={<SkeletonRows rows={14} />}
    >
      {(read) => (
        <>
          {!query.isPlaceholderData && search.act === undefined && (
            <Newer call={call} newest={read.events[0]?.position} />
          )}
          <Days
            days={daysOf(groupsOf(read.events, search), settings?.timeZone)}
            zone={settings?.timeZone}
            openEvent={search.event}
          />
          <End
            // Another list begins to look anew.
            key={call}
            read={read}
            paging={pagingOf(query)}
            isNarrowed={isNarrowed}
            // In a single stream places are no positions, and nothing is far.
            isFar={search.stream === undefined && search.record === undefined && search.act === undefined}
            isAct={search.act !== undefined}
            zone={settings?.timeZone}
          />
        </>
      )}
    </DataArea>
  );
}

/** What a filter in the URL is refused for, in the server's words, and a way out. */
function NotRead({ error, retry, clear }: { error: Error; retry(): void; clear: (() => void) | null }) {
  const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 403);
  if (!isRefused || clear === null) return <Failure error={error} retry={retry} />;
  const description = error.issues[0]?.message ?? error.message;
  return (
    <Nothing
      title="This cannot be looked for"
      description={description}
      action={<Button intent="primary" text="Clear filters" onClick={clear} />}
    />
  );
}

/** Over the list: how many events were appended since. They come when they are asked for, and move nobody. */
function Newer({ call, newest }: { call: string; newest: string | undefined }) {
  const newer = useQuery(newerQuery(call, newest)).data ?? [];
  const count = newer.length > MOST_NEWER ? `More than ${MOST_NEWER}` : String(newer.length);
  return (
    <div className="hw-history-newer" role="status">
      {newer.length > 0 && (
        <Button
          intent="primary"
          text={`${count} newer`}
          onClick={() => {
            showNewer(call, newer);
            document.getElementById('content')?.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}

interface DaysProps {
  days: readonly DayShown[];
  zone: string | undefined;
  /** `stream@revision` */
  openEvent: string | undefined;
}

function Days({ days, zone, openEvent }: DaysProps) {
  const list = useRowKeys<HTMLDivElement>();
  return (
    <div ref={list} className="hw-log">
      {days.map(({ day, acts }) => (
        <section key={acts[0]?.id} aria-label={day === null ? 'Events without a time' : formatDay(day)}>
          <h2>{day === null ? 'No time can be read' : `${formatWeekday(day)}, ${day.slice(0, 4)}`}</h2>
          <ol>
            {acts.map((act) => (
              <Act key={act.id} act={act} zone={zone} openEvent={openEvent} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** An act in one line; where one act is all that is asked for, its events. */
function groupsOf(events: readonly AuditEvent[], { act }: Pick<HistorySearch, 'act'>): ActShown[] {
  return act === undefined ? actsOf(events) : events.flatMap((event) => actsOf([event]));
}

interface DayShown {
  day: string | null;
  acts: ActShown[];
}

/** In the order of the log, which is not that of the clock: the same day may come again. */
function daysOf(acts: readonly ActShown[], zone: string | undefined): DayShown[] {
  const days: DayShown[] = [];
  for (const act of acts) {
    const at = act.events[0]?.recordedAt ?? null;
    const day = at === null ? null : wallAt(at, zone).slice(0, 'YYYY-MM-DD'.length);
    const last = days.at(-1);
    if (last && last.day === day) last.acts.push(act);
    else days.push({ day, acts: [act] });
  }
  return days;
}

/** The acts that were opened: on the way back they still are, and the list is as long as it was left. */
const openActs = new Set<string>();

/** One act in one line; what else it did is opened below it. */
function Act({ act, zone, openEvent }: { act: ActShown; zone: string | undefined; openEvent: string | undefined }) {
  const [isOpen, setOpen] = useState(() => openActs.has(act.id));
  const [newest, ...others] = act.events;
  if (!newest) return null;
  const toggle = () => {
    if (isOpen) openActs.delete(act.id);
    else openActs.add(act.id);
    setOpen(!isOpen);
  };
  return (
    <li>
      <EventLine events={[newest, ...others]} zone={zone} openEvent={openEvent}>
        {others.length > 0 && (
          <Button
            variant="minimal"
            size="small"
            className="hw-log-more"
            text={`and ${others.length} more`}
            rightIcon={isOpen ? <ChevronUp /> : <ChevronDown />}
            aria-expanded={isOpen}
            onClick={toggle}
          />
        )}
      </EventLine>
      {isOpen && others.length > 0 && (
        <ol>
          {act.events.map((event) => (
            <li key={event.position}>
              <EventLine events={[event]} zone={zone} openEvent={openEvent} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** How many pages without an event are read by themselves. */
const BY_ITSELF = 3;

interface EndProps {
  read: ReadEvents;
  paging: ReturnType<typeof pagingOf>;
  isNarrowed: boolean;
  isFar: boolean;
  isAct: boolean;
  zone: string | undefined;
}

/** The end of what was read: it goes on by itself as long as something is found, and says how far it looked. */
function End({ read: { events, emptyPages, next }, paging, isNarrowed, isFar, isAct, zone }: EndProps) {
  const [patience, setPatience] = useState(BY_ITSELF);
  const isSeeking = isFar && emptyPages > 0 && next !== null;
  const looked = useQuery({ ...lookedQuery(next ?? ''), enabled: isSeeking }).data;
  const isWaiting = emptyPages >= patience;
  const goOn = isSeeking && !isWaiting && !paging.isLoading && !paging.hasFailed ? paging.more : null;
  useEffect(() => goOn?.(), [goOn]);
  if (next === null) {
    if (events.length === 0) return null;
    const isAll = isNarrowed ? 'The whole history has no more like this.' : 'This is where the history begins.';
    return <p className="hw-log-end">{isAct ? 'That is all that this act did.' : isAll}</p>;
  }
  if (!isSeeking || paging.hasFailed) return <More paging={paging} label="events" />;
  return (
    <div className="hw-log-end">
      <p role="status">
        {looked ? `Looked through to ${formatDay(wallAt(looked, zone).slice(0, 10))}.` : 'Looking further back…'}
      </p>
      <Button
        text={isWaiting ? 'Look further' : 'Looking…'}
        onClick={() => isWaiting && setPatience(emptyPages + BY_ITSELF)}
      />
    </div>
  );
}
