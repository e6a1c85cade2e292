import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ACCOUNT_KEYS, ACCOUNTS } from '../../../domain/accounts/terms.ts';
import { pagingOf } from '../../data/paged-query.ts';
import { Choice } from '../../ui/inputs/choice.tsx';
import { More } from '../../ui/layout/more.tsx';
import { Section } from '../../ui/layout/section.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import type { Days } from '../../ui/values/days.ts';
import type { AccountingSearch } from './accounting-search.ts';
import { asCsv, journalPath, linesQuery, trialBalanceQuery } from './get-accounting.ts';
import { LinesTable } from './lines-table.tsx';

interface JournalProps {
  days: Days;
  account: string | undefined;
  onSearch: OnSearch<AccountingSearch>;
}

/** Every journal line of some days, or only those of one account. */
export function JournalSection({ days, account, onSearch }: JournalProps) {
  const path = journalPath(days, account);
  const query = useInfiniteQuery(linesQuery(path));
  // The owner's account names, which the trial balance has loaded.
  const names = new Map(useQuery(trialBalanceQuery(days)).data?.rows.map((row) => [row.accountKey, row.account]));
  return (
    <Section
      title="Journal"
      actions={
        <a className="bp6-button bp6-minimal" href={asCsv(path)} aria-label="Journal as CSV">
          CSV
        </a>
      }
    >
      <Choice<string>
        label="Account"
        value={account}
        choices={ACCOUNT_KEYS.map((key) => [key, names.get(key) ?? ACCOUNTS[key]])}
        none="All accounts"
        onChoice={(next) => onSearch({ account: next })}
      />
      <DataArea
        query={query}
        isEmpty={(lines) => lines.length === 0 && !query.hasNextPage}
        firstUse={{ title: 'Nothing is booked on these days', description: 'Choose other days to see more.' }}
        filtered={
          account === undefined
            ? null
            : {
                title: 'Nothing in this account',
                description: 'Not on these days.',
                clear: () => onSearch({ account: undefined }),
              }
        }
        skeleton={<SkeletonRows rows={12} />}
      >
        {(lines) => (
          <>
            <LinesTable title="Journal" lines={lines} />
            <More paging={pagingOf(query)} label="lines" />
          </>
        )}
      </DataArea>
    </Section>
  );
}
