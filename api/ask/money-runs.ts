import type { GivenOf } from '../../ai/ask/catalog.ts';
import { AMOUNT_WORDS } from '../../domain/books/terms.ts';
import { COST_CATEGORY_LABELS } from '../../domain/cost/terms.ts';
import { AGES, ageOf, openAt } from '../../domain/invoice/open-amounts.ts';
import { INVOICE_STATUS_LABELS, PAYMENT_METHOD_LABELS } from '../../domain/invoice/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { costs } from '../../projections/costs.ts';
import { payments } from '../../projections/payments.ts';
import type { Query, ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { cashFlowOf, daysIn, earnedByMonth } from '../analytics/figures.ts';
import { revenueForecastOf } from '../analytics/forecast.ts';
import { profitabilityOf } from '../analytics/profitability.ts';
import { invoiceKind } from '../invoices/record.ts';
import { invoiceList, paymentList } from '../invoices/schema.ts';
import { queryOf } from '../kit/lists/list-queries.ts';
import { AGE_LABELS } from '../reports/export.ts';
import { namesOfCustomers } from '../reports/names.ts';
import { invoicesThatMayBeOpen, receivablesAt } from '../reports/receivables.ts';
import { receivedBySourceOf } from './by-source.ts';
import { comparedOf } from './compared.ts';
import {
  type Asker,
  day,
  daysOf,
  dollars,
  fileOf,
  link,
  listed,
  MOST_ROWS,
  money,
  month,
  number,
  percent,
  recordRow,
  row,
  type Table,
  tableOf,
  text,
  withoutPage,
} from './table.ts';

// Each figure is that of the page it is on: none is defined here.

const FORECAST_MONTHS = 6;
/** The most payments to read at a time without holding up others. */
const PAGE = 500;
/** The most customers who paid in a period. */
const MOST_PAYERS = 100_000;

export const MONEY_RUNS = {
  async revenue_by_month({ context }: Asker, { from = '', to = '' }: GivenOf<'revenue_by_month'>): Promise<Table> {
    const range = { startDate: from, endDate: to };
    const { months } = await cashFlowOf(context, range);
    const earned = await earnedByMonth(context.readModels.current(), range);
    const invoiced = (of: string) => earned.get(of)?.invoiced ?? 0;
    const sum = (of: (each: (typeof months)[number]) => number) =>
      dollars(months.reduce((all, each) => all + Math.round(of(each) * 100), 0) / 100);
    return tableOf(
      [
        month('month', 'Month'),
        money('received', AMOUNT_WORDS.received),
        money('costs', 'Costs'),
        money('invoiced', 'Invoiced before tax and deposits'),
        money('profit', AMOUNT_WORDS.profit),
      ],
      months.map((each) =>
        row(
          each.month,
          dollars(each.revenue),
          dollars(each.costs),
          formatCents(invoiced(each.month)),
          dollars(each.profitBeforeTax),
        ),
      ),
      {
        sums: [
          null,
          sum(({ revenue }) => revenue),
          sum((each) => each.costs),
          formatCents(months.reduce((all, each) => all + invoiced(each.month), 0)),
          sum(({ profitBeforeTax }) => profitBeforeTax),
        ],
        link: link('Financial Analytics for these days', '/financial-dashboard', { from, to }),
      },
    );
  },

  async finished_work({ context, most }: Asker, given: GivenOf<'finished_work'>): Promise<Table> {
    const { by = 'service', order = 'revenue', from, to, service, crew } = given;
    const sort = order === 'profit' ? '-profit' : '-revenue';
    const found = await profitabilityOf(context, {
      by,
      sort,
      startDate: from,
      endDate: to,
      limit: most,
      offset: 0,
      ...(service !== undefined && { service }),
      ...(crew !== undefined && { crew }),
    });
    const figures = ({ revenue, actualCost, profit, margin }: (typeof found)['total']) => [
      dollars(revenue),
      dollars(actualCost),
      dollars(profit),
      margin,
    ];
    const kind = { job: 'job', crew: 'crew', service: null }[by];
    const left = found.withoutPrice + found.withoutHours;
    return {
      columns: [
        text('name', { job: 'Job', crew: 'Crew', service: 'Service' }[by]),
        number('jobs', 'Jobs'),
        money('revenue', 'Price before tax'),
        money('cost', 'Costs'),
        money('profit', 'Profit'),
        percent('margin', 'Margin'),
      ],
      rows: found.rows.map((each) => recordRow(kind ?? '', kind && each.id, each.name, each.jobs, ...figures(each))),
      total: found.count,
      sums: [null, found.total.jobs, ...figures(found.total)],
      note:
        left === 0
          ? null
          : `${found.completedJobs} jobs were finished; ${left} of them have no price or no recorded hours, so that their profit is not known, and are left out.`,
      link: pageOfWork(by, { sort, from, to, service, crew }),
    };
  },

  async received_by_customer({ context, most }: Asker, given: GivenOf<'received_by_customer'>): Promise<Table> {
    const { from = '', to = '', customer } = given;
    const models = context.readModels.current();
    const where = daysIn({ startDate: from, endDate: to });
    const groups = await models.sum(payments.collection, {
      where,
      groupBy: ['customerId'],
      sum: ['cash'],
      mostGroups: MOST_PAYERS,
    });
    const paid = groups
      .map(({ by, sums }) => ({ id: by['customerId'] as string | null, cents: sums['cash'] ?? 0 }))
      .filter(({ id, cents }) => cents !== 0 && (customer === undefined || id === customer))
      .sort((one, other) => other.cents - one.cents);
    const shown = paid.slice(0, most);
    const names = await namesOfCustomers(
      models,
      shown.flatMap(({ id }) => id ?? []),
    );
    return {
      columns: [text('customer', 'Customer'), money('received', AMOUNT_WORDS.received)],
      rows: shown.map(({ id, cents }) =>
        recordRow('customer', id, names.get(id ?? '') ?? 'Customer', formatCents(cents)),
      ),
      total: paid.length,
      sums: [null, formatCents(paid.reduce((sum, { cents }) => sum + cents, 0))],
      ...(customer === undefined
        ? {
            note: null,
            link: link('The payments of these days', '/financial-dashboard', { rows: 'payments', from, to }),
          }
        : withoutPage(null)),
    };
  },

  async costs({ context }: Asker, { by = 'category', category, from = '', to = '' }: GivenOf<'costs'>): Promise<Table> {
    const where = { removed: null, ...daysIn({ startDate: from, endDate: to }) };
    const groups = await context.readModels
      .current()
      .sum(costs.collection, { where, groupBy: ['month', 'category'], sum: ['amount'] });
    const sums = new Map<string, { count: number; cents: number }>();
    for (const group of groups) {
      if (category !== undefined && group.by['category'] !== category) continue;
      const key = String(group.by[by]);
      const before = sums.get(key) ?? { count: 0, cents: 0 };
      sums.set(key, { count: before.count + group.count, cents: before.cents + (group.sums['amount'] ?? 0) });
    }
    const sorted = [...sums].sort(([one, a], [other, b]) =>
      by === 'month' ? (one < other ? -1 : 1) : b.cents - a.cents,
    );
    const all = sorted.reduce((sum, [, each]) => ({ count: sum.count + each.count, cents: sum.cents + each.cents }), {
      count: 0,
      cents: 0,
    });
    return tableOf(
      [
        by === 'month' ? month('month', 'Month') : text('category', 'Category'),
        number('count', 'Costs'),
        money('amount', 'Amount'),
      ],
      sorted.map(([key, { count, cents }]) =>
        row(by === 'month' ? key : (COST_CATEGORY_LABELS[key] ?? key), count, formatCents(cents)),
      ),
      {
        sums: [null, all.count, formatCents(all.cents)],
        link: link('Costs of these days', '/costs', { category, from, to }),
      },
    );
  },

  async open_invoices({ context, today, most }: Asker, given: GivenOf<'open_invoices'>): Promise<Table> {
    const { asOf = '', which, customer } = given;
    const note =
      'As the books had it at the end of that day; without credit that was spent and whose payment was voided.';
    const models = context.readModels.current();
    const open: { id: string; number: string | null; customerId: string; dueDate: string; cents: number }[] = [];
    for await (const invoice of invoicesThatMayBeOpen(models, asOf)) {
      const { id, invoiceNumber, customerId, dueDate } = invoice;
      const cents = openAt(invoice, asOf);
      if (cents === 0 || (customer !== undefined && customerId !== customer)) continue;
      if (which === 'overdue' && ageOf(dueDate, asOf) === 'current') continue;
      open.push({ id, number: invoiceNumber, customerId, dueDate, cents });
    }
    open.sort((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
    const shown = open.slice(0, most);
    const names = await namesOfCustomers(models, [...new Set(shown.map(({ customerId }) => customerId))]);
    return {
      columns: [
        text('invoice', 'Invoice'),
        text('customer', 'Customer'),
        day('due', 'Due'),
        text('age', 'Age'),
        money('open', 'Open'),
      ],
      rows: shown.map(({ id, number, customerId, dueDate, cents }) =>
        recordRow(
          'invoice',
          id,
          number ?? 'Invoice',
          names.get(customerId) ?? 'Customer',
          dueDate,
          AGE_LABELS[ageOf(dueDate, asOf)],
          formatCents(cents),
        ),
      ),
      total: open.length,
      sums: [null, null, null, null, formatCents(open.reduce((sum, { cents }) => sum + cents, 0))],
      ...(pageOfOpen(today, given) ? { note, link: pageOfOpen(today, given) } : withoutPage(note)),
    };
  },

  async customers_who_owe({ context }: Asker, { asOf = '' }: GivenOf<'customers_who_owe'>): Promise<Table> {
    const owed = await receivablesAt(context, asOf);
    return tableOf(
      [
        text('customer', 'Customer'),
        ...AGES.map((age) => money(age, AGE_LABELS[age])),
        money('total', AGE_LABELS.total),
      ],
      owed.rows.map((each) =>
        recordRow(
          'customer',
          each.customerId,
          each.customerName ?? 'Customer',
          ...AGES.map((age) => each[age]),
          each.total,
        ),
      ),
      {
        sums: [null, ...AGES.map((age) => owed[age]), owed.total],
        link: link('Receivables as of this day', '/reports', { asOf }),
      },
    );
  },

  async invoices(asker: Asker, given: GivenOf<'invoices'>): Promise<Table> {
    const { status, customer, dated = 'issued', from, to, amountFrom, amountTo, order } = given;
    const isPaid = dated === 'paid' && (from ?? to) !== undefined;
    const narrowed = {
      status: isPaid ? 'paid' : status,
      ...daysOf(INVOICE_DAYS[dated], from, to),
      amountFrom,
      amountTo,
      sort: order === 'amount' ? '-totalAmount' : dated === 'due' ? 'dueDate' : '-issuedOn',
    };
    const asked = { ...narrowed, customerId: customer };
    const found = await listed(
      asker,
      invoiceKind,
      invoiceList,
      asked,
      (each) =>
        recordRow(
          'invoice',
          each.id,
          each.invoiceNumber,
          each.customer,
          INVOICE_STATUS_LABELS[each.isOverdue ? 'overdue' : each.status] ?? each.status,
          each.issuedOn,
          each.dueDate,
          each.totalAmount,
          each.balance,
        ),
      { days: order === 'amount' && dated !== 'paid' && (from ?? to) !== undefined ? INVOICE_DAY[dated] : undefined },
    );
    return {
      columns: [
        text('invoice', 'Invoice'),
        text('customer', 'Customer'),
        text('status', 'Status'),
        day('issued', 'Issued'),
        day('due', 'Due'),
        money('total', 'Amount'),
        money('balance', 'Open'),
      ],
      ...found,
      sums: null,
      note: isPaid
        ? 'By the day on which they were paid in full; payments on invoices that are still open are not here. “Payments received” tells every payment.'
        : null,
      file: fileOf('/api/invoices', asked),
      link: link('The same invoices', '/invoices', { ...narrowed, customer }),
    };
  },

  async payments({ context }: Asker, given: GivenOf<'payments'>): Promise<Table> {
    const { which, customer, from = '', to = '' } = given;
    const isRefunds = which === 'refunds';
    const order = isRefunds ? { refunds: 'true', sort: 'amount' } : { sort: '-processedDate' };
    const asked = { customerId: customer, from, to, ...order };
    const note = isRefunds
      ? 'By the day on which it was paid back, also credit; a refund that was voided counts as $0.'
      : 'By the day of payment; refunds are taken off.';
    const models = context.readModels.current();
    const { where, order: sorted } = queryOf(paymentList, asked);
    const query = { ...(where && { where }), ...(sorted && { order: sorted }) };
    const { documents } = await models.find(payments.collection, { ...query, limit: MOST_ROWS });
    const all = customer === undefined && !isRefunds ? cashOfDays(models, from, to) : cashOf(models, query);
    const { count, cents } = await all;
    return {
      columns: [
        text('customer', 'Customer'),
        day('day', 'Day'),
        text('what', 'What'),
        text('invoice', 'Invoice'),
        text('method', 'Method'),
        money('amount', 'Amount'),
      ],
      rows: documents.map((each) =>
        recordRow(
          'customer',
          each.customerId,
          each.customerName ?? 'Customer',
          each.day,
          each.isVoided ? 'Voided, counts as $0' : (PAYMENT_KINDS[each.kind] ?? each.kind),
          each.invoiceNumber ?? null,
          PAYMENT_METHOD_LABELS[each.method] ?? each.method,
          formatCents(each.cash),
        ),
      ),
      total: count,
      sums: [null, null, null, null, null, formatCents(cents)],
      file: fileOf('/api/payments', asked),
      ...(customer === undefined && !isRefunds
        ? { note, link: link('Payments of these days', '/financial-dashboard', { rows: 'payments', from, to }) }
        : withoutPage(note)),
    };
  },

  compared: comparedOf,

  received_by_source: receivedBySourceOf,

  async revenue_forecast({ context }: Asker): Promise<Table> {
    const told = await revenueForecastOf(context, FORECAST_MONTHS);
    const note =
      told.method === null
        ? `There is no forecast yet: ${told.monthsNeeded} months with payments are needed, and ${told.monthsKnown} are over.`
        : `${told.method} Four times out of five a month is between its lowest and its highest, if errors stay as they were.`;
    return tableOf(
      [
        month('month', 'Month'),
        money('revenue', AMOUNT_WORDS.received),
        money('low', 'Lowest'),
        money('high', 'Highest'),
        money('received', 'So far'),
      ],
      told.months.map((each) =>
        row(
          each.month,
          dollars(each.revenue),
          dollars(each.low),
          dollars(each.high),
          each.received === null ? null : dollars(each.received),
        ),
      ),
      { note, link: link('The forecast', '/financial-dashboard', { tab: 'forecast' }) },
    );
  },
} as const;

const INVOICE_DAYS = { issued: ['from', 'to'], due: ['dueFrom', 'dueTo'], paid: ['paidFrom', 'paidTo'] } as const;

/** The order of those days. */
const INVOICE_DAY = { issued: 'issuedOn', due: 'dueDate' } as const;

const PAYMENT_KINDS: Readonly<Record<string, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  credit_refund: 'Credit paid back',
};

/** How many payments there are on some days, and what they come to. */
async function cashOfDays(models: ReadModels, from: string, to: string): Promise<{ count: number; cents: number }> {
  const where = daysIn({ startDate: from, endDate: to });
  const groups = await models.sum(payments.collection, { where, groupBy: ['month'], sum: ['cash'] });
  return groups.reduce(
    (sum, { count, sums }) => ({ count: sum.count + count, cents: sum.cents + (sums['cash'] ?? 0) }),
    {
      count: 0,
      cents: 0,
    },
  );
}

/** The same of a few of them. */
async function cashOf(models: ReadModels, query: Omit<Query, 'limit'>): Promise<{ count: number; cents: number }> {
  const sum = { count: 0, cents: 0 };
  for await (const page of pagesOf(models, payments.collection, { ...query, limit: PAGE })) {
    sum.count += page.length;
    for (const { cash } of page) sum.cents += cash;
  }
  return sum;
}

/** The page that shows the same open invoices; null if none does. Lists of invoices show them as they are now. */
function pageOfOpen(today: string, { asOf, which, customer }: GivenOf<'open_invoices'>): Table['link'] {
  if (which !== 'overdue' && customer === undefined) return link('Receivables as of this day', '/reports', { asOf });
  if (asOf !== today) return null;
  return link('The same invoices', '/invoices', {
    status: which === 'overdue' ? 'overdue' : 'pending',
    customer,
    sort: 'dueDate',
  });
}

/** The page narrows jobs alone to a service or a crew. */
function pageOfWork(
  by: string,
  search: Readonly<Record<'sort' | 'from' | 'to' | 'service' | 'crew', string | undefined>>,
) {
  const isNarrow = search.service !== undefined || search.crew !== undefined;
  const label = isNarrow && by !== 'job' ? 'The jobs behind it' : 'Profitability for these days';
  return link(label, '/financial-dashboard', { tab: 'profitability', by: isNarrow ? 'job' : by, ...search });
}
