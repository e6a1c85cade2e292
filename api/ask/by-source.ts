import type { GivenOf } from '../../ai/ask/catalog.ts';
import { AMOUNT_WORDS } from '../../domain/books/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { customers } from '../../projections/customers.ts';
import { invoices } from '../../projections/invoices.ts';
import { leads } from '../../projections/leads.ts';
import { type PaymentDocument, payments } from '../../projections/payments.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { daysIn } from '../analytics/figures.ts';
import { type Asker, link, money, number, row, type Table, tableOf, text, withoutPage } from './table.ts';
import { sourceLabel } from './win-rate.ts';

/** The most payments to read at a time without holding up others. */
const PAGE = 500;
const NO_LEAD = 'No lead';
const NOTE =
  'By the lead of the invoice that was paid; where it has none, by the lead that its customer came from. Refunds count as payments below zero.';

interface Tally {
  cents: number;
  payments: number;
  customers: Set<string>;
}

/**
 * What was paid on some days, refunds taken off, by where it came from: the lead of the invoice, as campaigns count it, and
 * where the invoice has none, the lead that its customer was.
 */
export async function receivedBySourceOf(
  { context }: Asker,
  { source, from = '', to = '' }: GivenOf<'received_by_source'>,
): Promise<Table> {
  const models = context.readModels.current();
  const tallies = new Map<string, Tally>();
  const query = {
    where: { removed: null, ...daysIn({ startDate: from, endDate: to }) },
    order: { field: 'day', direction: 'asc' },
    limit: PAGE,
  } as const;
  for await (const page of pagesOf(models, payments.collection, query)) {
    const sourceOf = await sourcesOf(models, page);
    for (const payment of page) {
      const found = sourceOf(payment);
      if (payment.cash === 0 || (source !== undefined && found !== source)) continue;
      const label = found === undefined ? NO_LEAD : sourceLabel(found);
      const tally = tallies.get(label) ?? { cents: 0, payments: 0, customers: new Set<string>() };
      tally.cents += payment.cash;
      tally.payments++;
      tally.customers.add(payment.customerId);
      tallies.set(label, tally);
    }
  }
  const rows = [...tallies].sort(([, one], [, other]) => other.cents - one.cents);
  return tableOf(
    [
      text('source', 'Source'),
      number('customers', 'Customers'),
      number('payments', 'Payments'),
      money('received', AMOUNT_WORDS.received),
    ],
    rows.map(([label, tally]) => row(label, tally.customers.size, tally.payments, formatCents(tally.cents))),
    {
      sums: [
        null,
        new Set(rows.flatMap(([, tally]) => [...tally.customers])).size,
        rows.reduce((sum, [, tally]) => sum + tally.payments, 0),
        formatCents(rows.reduce((sum, [, { cents }]) => sum + cents, 0)),
      ],
      ...(source === undefined
        ? {
            note: NOTE,
            link: link('The payments of these days', '/financial-dashboard', { rows: 'payments', from, to }),
          }
        : withoutPage(NOTE)),
    },
  );
}

/** The source of the lead behind a payment: null for a lead without one, undefined where there is no lead. */
async function sourcesOf(
  models: ReadModels,
  page: readonly PaymentDocument[],
): Promise<(payment: PaymentDocument) => string | null | undefined> {
  const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const [paid, payers] = await Promise.all([
    models.get(invoices.collection, idsOf(page.map(({ invoiceId }) => invoiceId))),
    models.get(customers.collection, idsOf(page.map(({ customerId }) => customerId))),
  ]);
  const leadOf = ({ invoiceId, customerId }: PaymentDocument) =>
    paid.get(invoiceId ?? '')?.leadId ?? payers.get(customerId)?.leadId ?? null;
  const known = await models.get(leads.collection, idsOf(page.map(leadOf)));
  return (payment) => known.get(leadOf(payment) ?? '')?.leadSource;
}
