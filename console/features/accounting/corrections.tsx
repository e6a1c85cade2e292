import { useInfiniteQuery } from '@tanstack/react-query';
import { pagingOf } from '../../data/paged-query.ts';
import { DataArea, SkeletonRows } from '../../ui/data-area.tsx';
import { More } from '../../ui/more.tsx';
import { Section } from '../../ui/section.tsx';
import { linesQuery } from './get-accounting.ts';
import { LinesTable } from './lines-table.tsx';

/** What was recorded of exported days since then; nothing where nothing was. */
export function CorrectionsSection({ waiting }: { waiting: { entries: number } }) {
  if (waiting.entries === 0) return null;
  return (
    <Section title="Corrections waiting">
      <p className="hw-report-note">
        These entries are of days that are exported already, and were recorded afterwards. They come in the next export,
        dated on its first day, because your bookkeeping has closed theirs. Their memo names the day that they are of.
      </p>
      <Waiting />
    </Section>
  );
}

function Waiting() {
  const query = useInfiniteQuery(linesQuery('/api/accounting/corrections'));
  return (
    <DataArea
      query={query}
      isEmpty={(lines) => lines.length === 0 && !query.hasNextPage}
      firstUse={{ title: 'Nothing waits' }}
      filtered={null}
      skeleton={<SkeletonRows rows={2} />}
    >
      {(lines) => (
        <>
          <LinesTable title="Corrections waiting" lines={lines} />
          <More paging={pagingOf(query)} label="corrections" />
        </>
      )}
    </DataArea>
  );
}
