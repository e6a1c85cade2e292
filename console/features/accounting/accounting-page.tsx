import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { AccountingPeriods } from '../../../api/accounting/schema.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { PeriodInput } from '../../ui/inputs/period.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import { DataArea, SkeletonSection } from '../../ui/status/data-area.tsx';
import { type Days, monthOf } from '../../ui/values/days.ts';
import { formatDay } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import type { AccountingSearch } from './accounting-search.ts';
import { CorrectionsSection } from './corrections.tsx';
import { ExportsSection } from './exports.tsx';
import { asCsv, journalPath, periodsQuery, trialBalancePath } from './get-accounting.ts';
import { JournalSection } from './journal.tsx';
import { MonthsSection } from './months.tsx';
import { TrialBalanceSection } from './trial-balance.tsx';

/** The books for a bookkeeper: past exports, the next one, and what it contains. */
export function AccountingPage({ account, search, onSearch }: PageProps<AccountingSearch>) {
  const today = todayIn(useCompanyZone());
  const query = useQuery(periodsQuery);
  const days: Days = { from: search.from ?? `${monthOf(today)}-01`, to: search.to ?? today };
  const isInOrder = days.from <= days.to;
  return (
    <Page
      title="Accounting"
      subtitle="The journal for your bookkeeping program, month by month"
      actions={<Downloads days={days} />}
    >
      <DataArea
        query={query}
        isEmpty={({ months, exports }) => months.length === 0 && exports.length === 0}
        firstUse={{
          title: 'Nothing is booked yet',
          description: 'The first invoice, payment or cost makes the first entry in the journal.',
        }}
        filtered={null}
        skeleton={<Places />}
      >
        {(books) => (
          <>
            <Figures books={books} />
            <ExportsSection books={books} isOwner={account.role === 'owner'} />
            <CorrectionsSection waiting={books.corrections} />
            <MonthsSection months={books.months} shown={days} today={today} onSearch={onSearch} />
          </>
        )}
      </DataArea>
      {/* Its place is known once all above it is there: else it would jump. */}
      {!query.isPending && (
        <>
          <Toolbar>
            <PeriodInput value={days} today={today} onChange={onSearch} />
          </Toolbar>
          {isInOrder ? (
            <>
              <TrialBalanceSection days={days} account={search.account} onSearch={onSearch} />
              <JournalSection days={days} account={search.account} onSearch={onSearch} />
            </>
          ) : (
            <p role="alert">The last day is before the first. Choose a later day in To.</p>
          )}
        </>
      )}
    </Page>
  );
}

/** Placeholders for the figures, exports and months while they load. */
function Places() {
  return (
    <>
      <FigureRow>
        <Figure label="Exported up to" note="Export 12" />
        <Figure label="Comes next" note="to Nov 30, 2026" />
        <Figure label="Corrections waiting" note="Nothing changed in exported days" />
      </FigureRow>
      <SkeletonSection lines={12} />
      <SkeletonSection lines={12} />
    </>
  );
}

/** What a bookkeeper needs besides the journal. */
function Downloads({ days }: { days: Days }) {
  const within = `${formatDay(days.from)} to ${formatDay(days.to)}`;
  const menu = (
    <Menu>
      <MenuItem text={`Journal, ${within}`} href={asCsv(journalPath(days))} />
      <MenuItem text={`Trial balance, ${within}`} href={asCsv(trialBalancePath(days))} />
      <MenuItem text="Invoices" href="/api/invoices?format=csv" />
      <MenuItem text="Payments" href="/api/payments?format=csv" />
      <MenuItem text="Customers" href="/api/customers?format=csv" />
    </Menu>
  );
  return (
    <Popover content={menu}>
      <Button icon={<Download />} text="Download CSV" aria-haspopup="menu" />
    </Popover>
  );
}

function Figures({ books: { exports, next, corrections } }: { books: AccountingPeriods }) {
  const [last] = exports;
  return (
    <FigureRow>
      <Figure
        label="Exported up to"
        value={last ? formatDay(last.to) : 'Nothing yet'}
        note={last ? `Export ${last.number}` : 'Hand over the first month below'}
      />
      <Figure
        label="Comes next"
        value={next ? formatDay(next.from) : 'Tomorrow'}
        note={next ? `to ${formatDay(next.to)}` : 'All days up to today are exported'}
      />
      <Figure
        label="Corrections waiting"
        value={corrections.entries.toLocaleString('en-US')}
        note={
          corrections.entries === 0 ? (
            'Nothing changed in exported days'
          ) : (
            <>
              <Money amount={corrections.amount} /> in exported days
            </>
          )
        }
      />
    </FigureRow>
  );
}
