import { useQuery } from '@tanstack/react-query';
import type { Comparison } from '../../../api/compare/schema.ts';
import { ApiError } from '../../data/api.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { HistoryFrame } from '../../entities/history/history-frame.tsx';
import { KINDS } from '../../entities/kinds.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, Failure, Nothing, SkeletonSection } from '../../ui/status/data-area.tsx';
import { formatMomentIn } from '../../ui/values/format.ts';
import { CompareForm } from './compare-form.tsx';
import type { CompareSearch } from './compare-search.ts';
import { callName, listName } from './compared-kinds.ts';
import { ComparedRecordView, type Moments } from './compared-record.tsx';
import { type Compared, comparisonQuery } from './get-comparison.ts';

/** Two moments of a record or a list, side by side: what changed, by whom, and what was done in between. */
export function ComparePage(props: PageProps<CompareSearch>) {
  const { search } = props;
  const query = useQuery(comparisonQuery(search));
  const { data: settings, isLoading } = useQuery(settingsQuery);
  const zone = settings?.timeZone;
  const isAsked = search.from !== undefined && (search.of ?? search.path) !== undefined;
  // The form comes first, and all below it with it: nothing moves.
  return (
    <HistoryFrame>
      {!isLoading && (
        <CompareForm
          // What the address says is what the form begins with.
          key={JSON.stringify(search)}
          {...props}
          zone={zone}
          comparison={query.data?.comparison}
          again={() => void query.refetch()}
        />
      )}
      {isAsked && !isLoading && (
        <DataArea
          query={query}
          isEmpty={() => false}
          firstUse={{ title: 'Nothing' }}
          filtered={null}
          failure={(error) => <NotCompared error={error} retry={() => void query.refetch()} />}
          skeleton={<SkeletonSection lines={8} />}
        >
          {(compared) => <Result compared={compared} zone={zone} />}
        </DataArea>
      )}
    </HistoryFrame>
  );
}

/** Why it cannot be compared, in the server's words. */
function NotCompared({ error, retry }: { error: Error; retry(): void }) {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!isRefused) return <Failure error={error} retry={retry} />;
  return <Nothing title="This cannot be compared" description={inWordsOfPage(error.message)} />;
}

/** The server names what it was asked by the names of the call; the page has other words for it. */
function inWordsOfPage(message: string): string {
  return message
    .replace(/^from\b/, 'The earlier moment')
    .replace(/^to\b/, 'The later moment')
    .replace(/, like \/api\/.*$/, '.');
}

function Result({ compared: { comparison, kinds }, zone }: { compared: Compared; zone: string | undefined }) {
  const { from, to, toIsNow, records, of } = comparison;
  const moments: Moments = {
    from: formatMomentIn(from, zone),
    to: toIsNow ? `Now (${formatMomentIn(to, zone)})` : formatMomentIn(to, zone),
  };
  return (
    <>
      <Section title={titleOf(comparison)}>
        <p>
          <strong>{moments.from}</strong> and <strong>{moments.to}</strong>
        </p>
        <p role="status">{of === 'list' ? countsOf(comparison) : saidOf(records)}</p>
        {comparison.more && (
          <p className="hw-muted">
            The first {records.length} that differ are shown. Narrow the list, or bring the moments nearer, to see the
            others.
          </p>
        )}
        {comparison.unread && (
          <p className="hw-muted">
            The list is longer than can be compared at once: of rows beyond its first 5,000 nothing is said here. Narrow
            it to compare all.
          </p>
        )}
      </Section>
      {records.map((record, index) => (
        <ComparedRecordView
          key={record.id ?? index}
          record={record}
          kind={record.category === null ? undefined : kinds.get(record.category)}
          comparison={comparison}
          moments={moments}
          zone={zone}
        />
      ))}
    </>
  );
}

/** What became of one record. */
function saidOf([record]: Comparison['records']): string {
  if (record?.what === 'added') return 'It was not there yet at the earlier moment.';
  if (record?.what === 'removed') return 'It was no longer there at the later moment.';
  return record?.what === 'changed' ? 'It differs in what is marked below.' : 'Nothing differs.';
}

/** `2 changed, 1 added, none removed, 40 the same` */
function countsOf({ changed, added, removed, unchanged }: Comparison): string {
  if (changed + added + removed === 0) return `Nothing differs in ${inWords(unchanged)} rows.`;
  const counts = [
    [changed, 'changed'],
    [added, 'only later'],
    [removed, 'only earlier'],
    [unchanged, 'the same'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${inWords(count)} ${what}`)
    .join(' · ');
}

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}

/** What is compared: the kind of the record, or the list. */
function titleOf({ of, category, records, path }: Comparison): string {
  if (of === 'record') {
    return KINDS[records[0]?.category ?? '']?.noun ?? callName(path);
  }
  return (category !== null && listName(category)) || callName(path);
}
