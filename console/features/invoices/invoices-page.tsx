import { Button, NonIdealStateIconSize } from '@blueprintjs/core';
import { CreditCard } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { AMOUNT_WORDS } from '../../../domain/books/terms.ts';
import { INVOICE_FILTERS, INVOICE_LIMITS, INVOICE_STATUS_LABELS } from '../../../domain/invoice/terms.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { OfCampaign } from '../../entities/campaign/campaign-input.tsx';
import { invoiceFiguresQuery, invoicesQuery } from '../../entities/invoice/invoice.ts';
import { invoiceKind } from '../../entities/invoice/invoice-kind.ts';
import { InvoiceStatusTag, shownStatus } from '../../entities/invoice/invoice-tags.tsx';
import { ClearFilters } from '../../records/list/clear-filters.tsx';
import { moneyColumn } from '../../records/list/common-columns.tsx';
import { Ranges } from '../../records/list/ranges.tsx';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, type ShownList, usePagedList } from '../../records/list/record-list-page.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { Failure } from '../../ui/status/data-area.tsx';
import { Day } from '../../ui/values/day.tsx';
import { ERASED } from '../../ui/values/erased.ts';
import { Money } from '../../ui/values/money.tsx';
import { useSendInvoices } from './email-invoice.tsx';
import { GenerateInvoiceDialog } from './generate-invoice-dialog.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { RemindersAhead } from './invoice-reminders.tsx';
import { INVOICE_RANGES, INVOICE_SORTS, type InvoicesSearch, pathOf } from './invoices-search.ts';

const COLUMNS: readonly RecordColumn<InvoiceRecord>[] = [
  { id: 'invoiceNumber', header: 'Invoice', value: ({ invoiceNumber }) => invoiceNumber ?? 'Invoice' },
  {
    id: 'customer',
    header: 'Customer',
    stays: true,
    value: ({ customer, erased }) => (erased ? ERASED : customer),
  },
  { id: 'job', header: 'Job', value: ({ job }) => job, widest: 320 },
  {
    id: 'status',
    header: 'Status',
    value: shownStatus,
    cell: (invoice) => <InvoiceStatusTag invoice={invoice} />,
    stays: true,
  },
  { ...moneyColumn('totalAmount', 'Amount'), stays: true },
  moneyColumn('balance', 'Balance'),
  {
    id: 'dueDate',
    header: 'Due date',
    value: ({ dueDate }) => dueDate,
    cell: ({ dueDate }) => <Day iso={dueDate} />,
  },
];

/** The status filter's value for unsent invoices. */
const TO_SEND = 'toSend';

const FILTER_KEYS = [
  'q',
  'status',
  'toSend',
  'customer',
  'quote',
  'campaign',
  ...INVOICE_RANGES.flatMap(({ keys }) => keys),
];

/** The invoices: who owes how much by when, and what was paid. */
export function InvoicesPage(props: PageProps<InvoicesSearch>) {
  const { search, onSearch } = props;
  const path = pathOf(search);
  const list = usePagedList(invoicesQuery(path), path, INVOICE_SORTS);
  const wanted = search.job;
  return (
    <RecordListPage
      {...listOf(props, 'invoices')}
      title="Invoices"
      kind={invoiceKind}
      plural="invoices"
      param="invoice"
      list={list}
      columns={COLUMNS}
      placeholder="Search invoices by number, customer, or job..."
      filterKeys={FILTER_KEYS}
      above={
        <>
          <Figures />
          <RemindersAhead />
        </>
      }
      filters={
        <>
          <Choice
            label="Status"
            value={search.toSend ? TO_SEND : search.status}
            choices={[...labeled(INVOICE_FILTERS, INVOICE_STATUS_LABELS), [TO_SEND, 'Not sent']]}
            none="All"
            onChoice={(which) =>
              onSearch({ status: which === TO_SEND ? undefined : which, toSend: which === TO_SEND || undefined })
            }
          />
          {search.toSend && listOf(props, 'invoices').canChange && <SendAll list={list} />}
          {search.campaign && <OfCampaign id={search.campaign} onClear={() => onSearch({ campaign: undefined })} />}
          <Ranges ranges={INVOICE_RANGES} search={search} onSearch={onSearch} />
          <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
        </>
      }
      add={{
        text: 'Generate Invoice',
        shortcut: 'Generate an invoice',
        how: (onClose) => (
          <GenerateInvoiceDialog
            jobId={wanted}
            onOpen={(invoice, how) => onSearch({ new: undefined, job: undefined, invoice }, how)}
            onClose={() => (wanted === undefined ? onClose() : onSearch({ new: undefined, job: undefined }))}
          />
        ),
      }}
      drawer={(open) => <InvoiceDrawer key={open.id} {...open} search={search} onSearch={onSearch} />}
      firstUse={{
        title: 'No invoices found',
        icon: <CreditCard size={NonIdealStateIconSize.SMALL} />,
        description: 'Generate one from a finished job, or write one for a customer.',
      }}
      nothingFound={{ title: 'No invoices found' }}
      failure={(error) => (
        <Failure error={error} text="Failed to fetch invoices" retry={() => void list.query.refetch()} />
      )}
    />
  );
}

/** Sends all shown invoices, up to the limit of one call. */
function SendAll({ list: { records, paging } }: { list: ShownList<InvoiceRecord> }) {
  const send = useSendInvoices();
  const ids = records.slice(0, INVOICE_LIMITS.atOnce).map(({ id }) => id);
  if (ids.length === 0) return null;
  const isAll = ids.length === records.length && !paging?.more;
  return (
    <Button
      intent="primary"
      text={`${isAll ? 'Email all' : 'Email these'} ${ids.length}`}
      loading={send.isPending}
      onClick={() => send.mutate(ids)}
    />
  );
}

/** Of all invoices, ignoring the list's filters; each links to its rows. */
function Figures() {
  const { data, isError: isFailed } = useQuery(invoiceFiguresQuery);
  const money = (amount: string | undefined) => (amount === undefined ? {} : { value: <Money amount={amount} /> });
  return (
    <FigureRow isStrip>
      <Figure
        label="Total Revenue"
        isFailed={isFailed}
        to="/invoices"
        search={{ status: 'paid' }}
        {...money(data?.totalRevenue)}
        note={AMOUNT_WORDS.paid}
      />
      <Figure
        label="Pending Payments"
        isFailed={isFailed}
        to="/invoices"
        search={{ status: 'pending' }}
        {...money(data?.pending.amount)}
      />
      <Figure
        label="Overdue"
        isFailed={isFailed}
        to="/invoices"
        search={{ status: 'overdue' }}
        {...money(data?.overdue.amount)}
      />
    </FigureRow>
  );
}
