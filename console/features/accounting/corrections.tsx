import { useInfiniteQuery } from '@tanstack/react-query';
import { pagingOf } from '../../data/paged-query.ts';
import { More } from '../../ui/layout/more.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { linesQuery } from './get-accounting.ts';
import { LinesTable } from './lines-table.tsx';

/** More than a window shows. */
const MOST_PLACES = 20;

/** Changes to exported days since their export; nothing if there are none. */
export function CorrectionsSection({ waiting }: { waiting: { entries: number } }) {
  if (waiting.entries === 0) return null;
  return (
    <Section title="Corrections waiting">
      <p className="hw-report-note">
        These entries belong to days that were already exported. They go into the next export, dated its first day,
        because your books are closed for the original days. Each memo gives the original day.
      </p>
      <Waiting entries={waiting.entries} />
    </Section>
  );
}

function Waiting({ entries }: { entries: number }) {
  const query = useInfiniteQuery(linesQuery('/api/accounting/corrections'));
  return (
    <DataArea
      query={query}
      isEmpty={(lines) => lines.length === 0 && !query.hasNextPage}
      firstUse={{ title: 'Nothing waiting' }}
      filtered={null}
      skeleton={<SkeletonRows rows={Math.min(entries, MOST_PLACES) + 1} />}
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
