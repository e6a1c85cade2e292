import { Button, Card, Tag } from '@blueprintjs/core';
import { Issue, Tick } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { defaultParseSearch, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AttentionAnswer } from '../../../api/dashboard/schema.ts';
import { useTouched } from '../../data/touched.ts';
import { addressOf } from '../../entities/addresses.ts';
import { KINDS } from '../../entities/kinds.ts';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatDaysFrom, formatNear, formatWeekday } from '../../ui/values/format.ts';
import { attentionQuery, FEW_WAITING, MANY_WAITING } from './get-dashboard.ts';

type Group = AttentionAnswer['groups'][number];

/** What needs attention, by kind, most urgent first; each line links to its record, each heading to its list. */
export function Today() {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const query = useQuery(attentionQuery(opened.length > 0 ? MANY_WAITING : FEW_WAITING));
  const { today } = query.data ?? {};
  return (
    <section className="hw-today" aria-labelledby="today">
      <h2 id="today">Today {today && <Day iso={today} format={formatWeekday} />}</h2>
      <DataArea
        query={query}
        isEmpty={() => false}
        firstUse={{ title: 'Nothing here yet' }}
        filtered={null}
        skeleton={<TodayPlaces />}
      >
        {({ today, groups }) =>
          groups.length === 0 ? (
            <p className="hw-today-clear">
              <Tick /> Nothing needs you right now.
            </p>
          ) : (
            <div className="hw-today-groups">
              {groups.map((group) => (
                <Waiting
                  key={group.id}
                  group={group}
                  today={today}
                  isOpen={opened.includes(group.id)}
                  onOpen={() => setOpened([...opened, group.id])}
                />
              ))}
            </div>
          )
        }
      </DataArea>
    </section>
  );
}

/** Placeholders for the groups, each with a few lines. */
export function TodayPlaces() {
  return (
    <div className="hw-today-groups">
      {Array.from({ length: 3 }, (_, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
        <Card key={group} className="hw-need" compact>
          <h3>
            <SkeletonText length={20} />
          </h3>
          <ul>
            {Array.from({ length: FEW_WAITING }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
              <li key={line}>
                <SkeletonText length={14} />
                <SkeletonText length={20} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

interface WaitingProps {
  group: Group;
  today: string;
  /** All are shown, not just the first few. */
  isOpen: boolean;
  onOpen(): void;
}

function Waiting({ group, today, isOpen, onOpen }: WaitingProps) {
  const { label, category, page, count } = group;
  const KindIcon = KINDS[category]?.icon ?? Issue;
  const records = isOpen ? group.records : group.records.slice(0, FEW_WAITING);
  const left = count - records.length;
  return (
    <Card className="hw-need" compact>
      <h3>
        <KindIcon size={16} />
        {page ? <PageLink page={page}>{label}</PageLink> : label}
        <Tag round minimal intent="warning">
          {count}
        </Tag>
      </h3>
      <ul>
        {records.map((record) => (
          <Line key={record.id} category={category} record={record} today={today} />
        ))}
      </ul>
      {left > 0 && (
        <p className="hw-need-all">
          {page ? (
            <PageLink page={page}>{`Show all ${count}`}</PageLink>
          ) : isOpen ? (
            <span className="hw-muted">and {left} more</span>
          ) : (
            <Button size="small" text={`Show all ${count}`} onClick={onOpen} />
          )}
        </p>
      )}
    </Card>
  );
}

function PageLink({ page, children }: { page: string; children: string }) {
  const [to = '/', search = ''] = page.split('?');
  return (
    <Link to={to} search={defaultParseSearch(search) as Record<string, unknown>}>
      {children}
    </Link>
  );
}

function Line({ category, record, today }: { category: string; record: Group['records'][number]; today: string }) {
  const { id, title, note, day } = record;
  const isTouched = useTouched().has(id);
  const address = addressOf(category, id);
  const name = title ?? 'Unnamed';
  return (
    <li className={isTouched ? 'hw-touched' : undefined}>
      {address ? <Link {...address}>{name}</Link> : <span>{name}</span>}
      <span className="hw-muted">
        {note} <Day iso={day} format={(each) => formatNear(each, today)} /> · {formatDaysFrom(day, today)}
      </span>
    </li>
  );
}
