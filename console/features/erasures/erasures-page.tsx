import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ErasureTold } from '../../../api/erasures/schema.ts';
import { pagingOf } from '../../data/paged-query.ts';
import { addressOf } from '../../entities/addresses.ts';
import { HistoryFrame } from '../../entities/history/history-frame.tsx';
import { fileCount, recordCount, recordsText } from '../../records/acts/erased-where.ts';
import { More } from '../../ui/layout/more.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { erasuresQuery, keptOf, leftOf } from './get-erasures.ts';

/** Who was erased, as far as that may still be said: when, by whom, what went where, and what stays. */
export function ErasuresPage() {
  const query = useInfiniteQuery(erasuresQuery);
  return (
    <HistoryFrame>
      <Section title="Erasures of people">
        <p className="hw-muted">
          Nothing here says who they were. Backups and exports made before an erasure still hold the person: delete them
          by the date that you promised.
        </p>
        <div className="hw-erasures-area">
          <DataArea
            query={query}
            isEmpty={(all) => all.length === 0}
            firstUse={{
              title: 'Nobody has been erased',
              description: 'An owner erases a person on their own page: a customer, a lead, somebody who left.',
            }}
            filtered={null}
            skeleton={<SkeletonLines lines={8} />}
          >
            {(all) => (
              <>
                <ol className="hw-erasures" aria-label="Erasures, newest first">
                  {all.map((each) => (
                    <Erased key={each.id} erasure={each} />
                  ))}
                </ol>
                <More paging={pagingOf(query)} label="erasures" />
              </>
            )}
          </DataArea>
        </div>
      </Section>
    </HistoryFrame>
  );
}

function Erased({ erasure }: { erasure: ErasureTold }) {
  const { event, act, at, byName, by, category, recordId, records, keys, isScrubbed, isPastGone, isComplete } = erasure;
  const left = leftOf(erasure);
  // Of somebody whom a record names, the page of that record.
  const address = addressOf(event.slice(0, event.indexOf('-')), recordId);
  // Without the `1`.
  const whom = `Erased ${recordCount(category, 1).slice(2)}`;
  return (
    <li>
      <div className="hw-erasure-head">
        <strong>{address ? <Link {...address}>{whom}</Link> : whom}</strong>
        <StatusTag tone={isComplete ? 'green' : 'amber'}>{isComplete ? 'Finished' : 'In progress'}</StatusTag>
        <span className="hw-muted">
          <Instant iso={at} /> · {byName ?? by}
        </span>
        <Link to="/history" search={{ act }} className="hw-in-text">
          In the history
        </Link>
      </div>
      {!isComplete && <p role="status">Still to do: {left.join('; ')}. It goes on by itself, even after a restart.</p>}
      <dl className="hw-erasure-where">
        <dt>Records</dt>
        <dd>{recordsText(records)}</dd>
        <dt>Files</dt>
        <dd>{filesText(erasure)}</dd>
        <dt>History and backups of it</dt>
        <dd>{keysText(keys)}</dd>
        <dt>Lists and search</dt>
        <dd>{isScrubbed ? 'Written anew, without what they held.' : 'Not written anew yet.'}</dd>
        <dt>Earlier moments</dt>
        <dd>{isPastGone ? 'Those that were looked at are gone.' : 'Those that were looked at are not gone yet.'}</dd>
        <dt>Kept</dt>
        <dd>{keptOf(category)}</dd>
      </dl>
    </li>
  );
}

function keysText({ count, left }: ErasureTold['keys']): string {
  if (left > 0) return 'Can still be read until the key is destroyed.';
  return `${count === 1 ? 'The key is destroyed' : `${count} keys are destroyed`}: nobody can read it again.`;
}

function filesText({ files: { count, shared, left } }: ErasureTold): string {
  if (count === 0) return 'There were none.';
  if (left > 0) return `${fileCount(left)} not deleted yet.`;
  const gone = `${fileCount(count - shared)} deleted`;
  return shared === 0 ? `${gone}.` : `${gone}; ${shared} stay, because a record of somebody else has the same picture.`;
}
