import { NonIdealStateIconSize } from '@blueprintjs/core';
import { Document as QuoteIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { QUOTE_STATUS_LABELS, QUOTE_STATUSES } from '../../../domain/quote/terms.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { OfCampaign } from '../../entities/campaign/campaign-input.tsx';
import { quoteFiguresQuery, quoteName, quotePage, quotesQuery } from '../../entities/quote/quote.ts';
import { NO_CONTEXT, quoteKind } from '../../entities/quote/quote-kind.tsx';
import { QuoteStatusTag } from '../../entities/quote/quote-tags.tsx';
import { addedColumn, moneyColumn } from '../../records/list/common-columns.tsx';
import { Ranges } from '../../records/list/ranges.tsx';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { Day } from '../../ui/values/day.tsx';
import { Money } from '../../ui/values/money.tsx';
import { QUOTE_RANGES, QUOTE_SORTS, type QuotesSearch, quotesPath } from './quotes-search.ts';

const KIND = quoteKind(NO_CONTEXT);

const COLUMNS: readonly RecordColumn<QuoteRecord>[] = [
  { id: 'quoteNumber', header: 'Quote', value: ({ quoteNumber }) => quoteNumber },
  { id: 'customerName', header: 'Customer', value: quoteName, stays: true },
  {
    id: 'status',
    header: 'Status',
    value: ({ status }) => QUOTE_STATUS_LABELS[status] ?? status,
    cell: (quote) => <Status quote={quote} />,
    stays: true,
  },
  { ...moneyColumn('total', 'Total'), stays: true },
  { id: 'propertyAddress', header: 'Address', value: ({ propertyAddress }) => propertyAddress },
  {
    id: 'validUntil',
    header: 'Valid until',
    value: ({ validUntil }) => validUntil,
    cell: ({ validUntil }) => validUntil && <Day iso={validUntil} />,
  },
  { id: 'version', header: 'Version', value: ({ version }) => version, isFigure: true },
  addedColumn,
];

function Status({ quote }: { quote: QuoteRecord }) {
  const { openQuestions, approvedVersion, version } = quote;
  const also = [
    openQuestions > 0 && (openQuestions === 1 ? '1 question' : `${openQuestions} questions`),
    approvedVersion !== null && approvedVersion < version && 'change order',
  ].filter(Boolean);
  return (
    <>
      <QuoteStatusTag quote={quote} />
      {also.length > 0 && <span className="hw-muted"> {also.join(', ')}</span>}
    </>
  );
}

const FILTER_KEYS = ['q', 'status', 'waits', 'campaign', 'removed', ...QUOTE_RANGES.flatMap(({ keys }) => keys)];

/** The quotes: what was offered to whom, and what needs attention. */
export function QuotesPage(props: PageProps<QuotesSearch>) {
  const { search, onSearch } = props;
  const path = quotesPath(search);
  return (
    <RecordListPage
      {...listOf(props, 'quotes')}
      title="Quotes"
      kind={KIND}
      plural="quotes"
      page={quotePage}
      list={usePagedList(quotesQuery(path), path, QUOTE_SORTS)}
      columns={COLUMNS}
      placeholder="Search quotes by number, customer, or address..."
      filterKeys={FILTER_KEYS}
      above={<QuoteFigures />}
      filters={
        <>
          <Choice
            label="Which"
            value={whichOf(search)}
            choices={Object.entries(WHICH).map(([which, { text }]) => [which, text])}
            onChoice={(which = '') => onSearch({ ...NONE, ...WHICH[which]?.asks })}
          />
          {search.campaign && <OfCampaign id={search.campaign} onClear={() => onSearch({ campaign: undefined })} />}
          <Ranges ranges={QUOTE_RANGES} search={search} onSearch={onSearch} />
        </>
      }
      add={{ text: 'Create Quote', shortcut: 'Create a quote', how: () => <Navigate to="/quotes" replace /> }}
      firstUse={{
        icon: <QuoteIcon size={NonIdealStateIconSize.SMALL} />,
        description: 'Create one from a photo of the tree, and send it to the customer for approval.',
      }}
    />
  );
}

type Which = Pick<QuotesSearch, 'status' | 'waits' | 'removed'>;
const NONE: Which = { status: undefined, waits: undefined, removed: undefined };

/** The choices of one select, each with its URL parameters. */
const WHICH: Readonly<Record<string, { text: string; asks: Which }>> = {
  all: { text: 'All quotes', asks: {} },
  ...Object.fromEntries(
    QUOTE_STATUSES.map((status) => [status, { text: QUOTE_STATUS_LABELS[status] ?? status, asks: { status } }]),
  ),
  questions: { text: 'With open questions', asks: { waits: 'questions' } },
  expiring: { text: 'Expiring soon', asks: { waits: 'expiring' } },
  removed: { text: 'Removed', asks: { removed: true } },
};

function whichOf({ status, waits, removed }: QuotesSearch): string {
  return removed ? 'removed' : (waits ?? status ?? 'all');
}

/** The statuses counted, each with a link to its rows. */
const COUNTED = ['draft', 'sent', 'approved', 'declined'] as const;

function QuoteFigures() {
  const { data, isError: isFailed } = useQuery(quoteFiguresQuery);
  return (
    <FigureRow isStrip>
      {COUNTED.map((status) => {
        const { count = 0, total = null } = data?.statuses.find((each) => each.status === status) ?? {};
        const failed = status === 'sent' ? (data?.undelivered.count ?? 0) : 0;
        return (
          <Figure
            key={status}
            label={QUOTE_STATUS_LABELS[status] ?? status}
            isFailed={isFailed}
            note={
              <>
                <Money amount={total} isRounded />
                {failed > 0 && ` · ${failed} not delivered`}
              </>
            }
            {...(data && { value: String(count) })}
            to="/quotes/list"
            search={{ status }}
          />
        );
      })}
    </FigureRow>
  );
}
