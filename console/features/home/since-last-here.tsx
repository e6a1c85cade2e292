import { Card, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import type { SinceAnswer } from '../../../api/since/schema.ts';
import { wordsOf } from '../../entities/activity-words.ts';
import { addressOf } from '../../entities/addresses.ts';
import { KINDS } from '../../entities/kinds.ts';
import { WholeHistory } from '../../records/record/whole-history.ts';
import { Ago } from '../../ui/values/duration.tsx';
import { sinceQuery } from './get-dashboard.ts';

/** Lines of the card; what is beyond them is counted. */
const LINES = 8;

type Group = SinceAnswer['groups'][number];

/** What others did since somebody was last here, by what it was; nothing where nothing happened. */
export function SinceLastHere() {
  const seesHistory = useContext(WholeHistory);
  const { data: answer } = useQuery(sinceQuery);
  if (!answer || answer.since === null || answer.count === 0) return null;
  const { since, count, more } = answer;
  const lines = linesOf(answer.groups);
  const shown = lines.slice(0, LINES);
  const left = count - shown.reduce((sum, line) => sum + line.count, 0);
  return (
    <Card className="hw-need hw-home-since" compact role="region" aria-labelledby="since-last-here">
      <h3 id="since-last-here">
        Since you were last here
        <span className="hw-muted">
          <Ago since={since} />
        </span>
        {seesHistory && (
          <Link to="/history" search={{ from: since }}>
            All of it
          </Link>
        )}
      </h3>
      <ul>
        {shown.map((line) => (
          <li key={line.words}>
            <span>
              <Tag round minimal>
                {line.count}
              </Tag>{' '}
              {line.words}
            </span>
            <span className="hw-home-since-records">
              <Records line={line} />
            </span>
          </li>
        ))}
      </ul>
      {(left > 0 || more) && <p className="hw-muted">{beyond(left, count, more)}</p>}
    </Card>
  );
}

function beyond(left: number, count: number, more: boolean): string {
  const others = left > 0 ? `And ${left.toLocaleString('en-US')} of other kinds.` : '';
  return more ? `${others} There was more than the last ${count.toLocaleString('en-US')}.`.trim() : others;
}

function Records({ line: { records, count } }: { line: Line }) {
  const named = records.filter(({ title }) => title !== null);
  const others = count - named.length;
  return (
    <>
      {named.map(({ category, id, title }, index) => {
        const address = addressOf(category, id);
        return (
          <span key={id}>
            {address ? <Link {...address}>{title}</Link> : title}
            {index < named.length - 1 && ', '}
          </span>
        );
      })}
      {named.length > 0 && others > 0 && <span className="hw-muted"> and {others.toLocaleString('en-US')} more</span>}
      {named.length === 0 && <span className="hw-muted">{KINDS[records[0]?.category ?? '']?.noun}</span>}
    </>
  );
}

interface Line extends Pick<Group, 'count' | 'records'> {
  words: string;
}

/** What is said in the same words is one line. */
function linesOf(groups: readonly Group[]): Line[] {
  return [...Map.groupBy(groups, wordsOf)].map(([words, alike]) => ({
    words,
    count: alike.reduce((sum, { count }) => sum + count, 0),
    records: unique(alike.flatMap(({ records }) => records)).slice(0, 3),
  }));
}

function unique(records: Group['records']): Group['records'] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
