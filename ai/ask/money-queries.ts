import { z } from 'zod';
import { COST_CATEGORY_LABELS } from '../../domain/cost/terms.ts';
import { INVOICE_FILTERS, INVOICE_STATUS_LABELS } from '../../domain/invoice/terms.ts';
import { SERVICE_TYPE_LABELS } from '../../domain/job/terms.ts';
import { LEAD_SOURCE_LABELS, LEAD_SOURCES, type LeadSource } from '../../domain/lead/terms.ts';
import { dayBefore, timeThis } from './periods.ts';
import { amount, askQuery, choice, day, first, recordOf } from './query.ts';
import { amountWords, daysWords, dayWords, joined, spanWords } from './words.ts';

const REVENUE = [
  'revenue',
  'income',
  'receive',
  'received',
  'profit',
  'earn',
  'earned',
  'earnings',
  'make',
  'made',
  'money',
  'sales',
  'turnover',
  'take in',
  'took in',
  'bring in',
  'brought in',
  'come in',
  'came in',
  'cash flow',
  'did we collect',
  'collected',
];
/** What came in, and not what was left of it. */
const RECEIVED = REVENUE.filter((word) => word !== 'profit' && word !== 'cash flow');
export const MOST = ['most', 'best', 'highest', 'top', 'biggest', 'largest'];
const LATE_PAYERS = ['late paying', 'late to pay', 'behind on payments', 'behind on paying'];
const OWE = ['owe', 'owed', 'debt', 'receivable', 'aging'];
const OPEN = ['open', 'unpaid', 'outstanding', 'overdue', 'past due', 'not paid', 'late', ...OWE];
export const CUSTOMERS = ['customer', 'client'];

/** Phrases that mean a service, beside its label. */
export const SERVICE_WORDS = {
  tree_removal: ['tree removal', 'removal', 'removing tree', 'tree removed'],
  tree_trimming: ['tree trimming', 'trimming'],
  pruning: ['pruning', 'pruned'],
  stump_grinding: ['stump grinding', 'stump', 'grinding', 'grind', 'stumps did we grind'],
  emergency_cleanup: ['emergency cleanup', 'emergency', 'storm cleanup', 'storm', 'storm work', 'storm damage'],
  hedge_trimming: ['hedge trimming', 'hedge'],
  tree_health_assessment: ['tree health assessment', 'health assessment', 'assessment'],
} as const;

const SOURCE_LABELS = Object.fromEntries(
  LEAD_SOURCES.map((source) => [source, LEAD_SOURCE_LABELS[source] ?? source]),
) as Record<LeadSource, string>;
export const source = () => choice('source', 'Source', SOURCE_LABELS);
/** Phrases that mean a source, beside its label. */
export const SOURCE_WORDS = {
  Referral: ['referred', 'word of mouth'],
  'Google Ads': ['google'],
  'Facebook Ads': ['facebook'],
  Website: ['web site'],
  website_widget: ['widget'],
  'Customer Portal': ['portal'],
};

/** This year through today. */
export const thisYear = (today: string) => ({ from: `${today.slice(0, 4)}-01-01`, to: today });

export const service = () => choice('service', 'Service', SERVICE_TYPE_LABELS);
const from = () => day('from', 'First day');
const to = () => day('to', 'Last day');
const period = { times: { period: ['from', 'to'] }, isPast: true } as const;

const span = ({ from: first = '', to: last = '' }: { from?: string | undefined; to?: string | undefined }) =>
  spanWords(first, last);

/** What asks for the figures of a time, without a word for them. */
const HOW_IT_GOES = ['how did we do', 'how are we doing', 'how have we done'];

const revenueByMonth = askQuery({
  name: 'revenue_by_month',
  title: 'Revenue by month',
  tells: 'What came in, what was spent, and the profit of each month.',
  needs: ['finance:read'],
  parameters: z.strictObject({ from: from(), to: to() }),
  preset: thisYear,
  ...period,
  core: [
    [...REVENUE, 'invoiced', 'billed', 'did we invoice', 'did we bill', 'best month', 'worst month', ...HOW_IT_GOES],
  ],
  more: ['month', 'monthly', 'cost', 'trend', 'company', 'business'],
  says: (given) => `Revenue received, invoiced and profit by month, ${span(given)}`,
  examples: ['Revenue by month this year', 'How much profit did we make last month?'],
});

const WORK_BY = { service: 'Service', crew: 'Crew', job: 'Job' } as const;
const WORK_ORDER = { revenue: 'Most revenue first', profit: 'Most profit first' } as const;

const finishedWork = askQuery({
  name: 'finished_work',
  title: 'Finished work by service, crew or job',
  tells: 'What the jobs finished in a period brought in, cost and earned.',
  needs: ['finance:read'],
  parameters: z.strictObject({
    by: choice('by', 'By', WORK_BY),
    service: service(),
    crew: recordOf('crew', 'Crew'),
    order: choice('order', 'Order', WORK_ORDER),
    from: from(),
    to: to(),
    first: first(),
  }),
  preset: (today) => ({ by: 'service', order: 'revenue', ...thisYear(today) }),
  ...period,
  core: [
    [...REVENUE, 'profitable', 'margin'],
    ['@by', '@service', '@crew'],
  ],
  more: [...MOST, 'work', 'price', 'cost', 'finished', 'completed', 'done'],
  choices: {
    by: { service: ['service', 'kind of work'], crew: ['crew', 'team'], job: ['job'] },
    service: SERVICE_WORDS,
    order: { profit: ['profit', 'profitable', 'margin'], revenue: ['revenue', 'income'] },
  },
  says: (given, { label }) =>
    joined(
      `Finished work by ${label('by').toLowerCase()}, ${label('order').toLowerCase()}`,
      label('service'),
      given.crew && `crew ${label('crew')}`,
      span(given),
    ),
  examples: ['Which service made the most profit this year?', 'Revenue by crew last quarter'],
});

const PAID = [...RECEIVED, 'pay', 'paid', 'payment', 'spend', 'spent'];

const receivedByCustomer = askQuery({
  name: 'received_by_customer',
  title: 'Revenue received by customer',
  tells: 'Who paid how much in a period, refunds taken off.',
  needs: ['finance:read'],
  parameters: z.strictObject({ customer: recordOf('customer', 'Customer'), from: from(), to: to(), first: first() }),
  preset: thisYear,
  ...period,
  core: [
    [...PAID, ...MOST],
    [...CUSTOMERS, 'who', '@customer'],
  ],
  more: [...MOST, 'us', 'valuable'],
  doubt: ({ from: first }, isSaid) =>
    first !== undefined || PAID.some(isSaid) || !MOST.some(isSaid) ? null : 'Say in which time.',
  says: (given, { label }) => joined('Revenue received by customer', given.customer && label('customer'), span(given)),
  examples: ['Who paid the most this year?', 'Top 5 customers this year', 'Biggest customers last year'],
});

const receivedBySource = askQuery({
  name: 'received_by_source',
  title: 'Revenue received by lead source',
  tells: 'What was paid in a period, refunds taken off, by the source of the lead that it came of.',
  needs: ['finance:read', 'leads:read'],
  parameters: z.strictObject({ source: source(), from: from(), to: to() }),
  preset: thisYear,
  ...period,
  core: [
    [...RECEIVED, 'pay', 'paid', 'spend', 'spent'],
    ['source', 'lead source', '@source'],
  ],
  more: [...MOST, 'lead', 'customer', 'bring', 'brought', 'come', 'came', 'us', 'marketing'],
  choices: { source: SOURCE_WORDS },
  says: (given, { label }) => joined('Revenue received by lead source', label('source'), span(given)),
  examples: ['Revenue by lead source this year'],
});

const payments = askQuery({
  name: 'payments',
  title: 'Payments received, and refunds',
  tells: 'Every payment and refund of some days, by the day of payment; or the refunds alone, the largest first.',
  needs: ['invoices:read'],
  parameters: z.strictObject({
    which: choice('which', 'Which', { all: 'Payments and refunds', refunds: 'Refunds' }),
    customer: recordOf('customer', 'Customer'),
    from: from(),
    to: to(),
  }),
  preset: (today) => ({ which: 'all', ...thisYear(today) }),
  ...period,
  core: [['payment', '@which']],
  more: ['received', 'receive', 'came in', 'come in', 'made', 'get', 'list', 'money', 'customer', 'paid'],
  choices: { which: { refunds: ['refund', 'refunded', 'refunding', 'paid back', 'pay back'] } },
  within: { which: { all: ['refunds'] } },
  says: (given, { label }) => joined(label('which'), given.customer && `customer ${label('customer')}`, span(given)),
  examples: ['Payments received last week', 'How much did we refund this year?'],
});

const COSTS = ['cost', 'spend', 'spent', 'spending', 'expense'];

const costs = askQuery({
  name: 'costs',
  title: 'Costs by category or month',
  tells: 'What was spent in a period.',
  needs: ['costs:read'],
  parameters: z.strictObject({
    by: choice('by', 'By', { category: 'Category', month: 'Month' }),
    category: choice('category', 'Category', COST_CATEGORY_LABELS),
    from: from(),
    to: to(),
  }),
  preset: (today) => ({ by: 'category', ...thisYear(today) }),
  ...period,
  core: [COSTS],
  more: ['money', 'most'],
  choices: {
    by: { category: ['category', 'on what', 'for what'], month: ['month', 'monthly'] },
    category: {
      labor: ['wages'],
      equipment: ['machines'],
      material: ['materials'],
      disposal: ['dump', 'dumping', 'dump fees', 'tipping fees', 'disposal fees'],
    },
  },
  says: (given, { label }) => joined(`Costs by ${given.by ?? ''}`, label('category'), span(given)),
  examples: ['Costs by category this year', 'What did we spend on equipment by month?'],
});

const openInvoices = askQuery({
  name: 'open_invoices',
  title: 'Open invoices as of a day',
  tells: 'Which invoices were not paid at the end of a day, and how long they were past due.',
  needs: ['invoices:read'],
  parameters: z.strictObject({
    asOf: day('asOf', 'As of'),
    which: choice('which', 'Which', { open: 'All open', overdue: 'Past due' }),
    customer: recordOf('customer', 'Customer'),
  }),
  preset: (today) => ({ asOf: today, which: 'open' }),
  times: { asOf: ['asOf'] },
  core: [
    ['invoice', 'payment', ...LATE_PAYERS],
    [...OPEN, ...LATE_PAYERS],
  ],
  more: ['customer', 'list', 'due', 'still'],
  choices: {
    which: {
      overdue: ['overdue', 'past due', 'late', ...LATE_PAYERS],
      open: ['open', 'unpaid', 'outstanding', 'not paid'],
    },
  },
  says: (given, { label }) =>
    joined(
      `${given.which === 'overdue' ? 'Invoices past due' : 'Open invoices'} as of ${dayWords(given.asOf ?? '')}`,
      given.customer && `customer ${label('customer')}`,
    ),
  examples: ['Which invoices are overdue?', 'Open invoices at the end of last month'],
});

const customersWhoOwe = askQuery({
  name: 'customers_who_owe',
  title: 'Customers who owe money as of a day',
  tells: 'Who owed how much at the end of a day, by how long it was past due.',
  needs: ['finance:read'],
  parameters: z.strictObject({ asOf: day('asOf', 'As of'), first: first() }),
  preset: (today) => ({ asOf: today }),
  times: { asOf: ['asOf'] },
  core: [
    [...CUSTOMERS, 'who', 'receivable', 'aging', 'owed', 'us', 'how much'],
    [...OWE, 'unpaid', 'outstanding', 'not paid'],
  ],
  more: ['money', 'age', ...MOST],
  doubt: (_, isSaid) => (isSaid('we owe') ? 'What the company owes is not in its records.' : null),
  says: ({ asOf = '' }) => `Customers who owe money as of ${dayWords(asOf)}, by how long it is past due`,
  examples: ['Who owes us money?'],
});

const INVOICE_DATED = { issued: 'Issued', due: 'Due', paid: 'Paid in full' } as const;

const invoices = askQuery({
  name: 'invoices',
  title: 'Invoices',
  tells: 'The invoices of a period or a customer, as they are now.',
  needs: ['invoices:read'],
  parameters: z.strictObject({
    status: choice(
      'status',
      'Status',
      Object.fromEntries(INVOICE_FILTERS.map((status) => [status, INVOICE_STATUS_LABELS[status] ?? status])) as Record<
        (typeof INVOICE_FILTERS)[number],
        string
      >,
    ),
    customer: recordOf('customer', 'Customer'),
    dated: choice('dated', 'By the day', INVOICE_DATED),
    from: from(),
    to: to(),
    amountFrom: amount('amountFrom', 'Amount from'),
    amountTo: amount('amountTo', 'Amount up to'),
    order: choice('order', 'Order', { latest: 'Latest first', amount: 'Highest amount first' }),
    first: first(),
  }),
  preset: (_, { status }) => ({ dated: status === 'paid' ? 'paid' : 'issued', order: 'latest' }),
  times: { period: ['from', 'to'] },
  looksBack: ({ dated }) => dated !== 'due',
  amounts: ['amountFrom', 'amountTo'],
  core: [['invoice']],
  more: ['sent', 'in full', 'bill'],
  choices: {
    status: { pending: ['unpaid', 'not paid', 'open', 'outstanding'], overdue: ['past due', 'late'] },
    dated: {
      issued: ['issued', 'send', 'wrote', 'written', 'created', 'made', 'sent', 'new'],
      due: ['due', 'fall due', 'come due'],
    },
    order: { amount: MOST },
  },
  meant: (given) =>
    // Only what is open is still to be paid.
    given['dated'] === 'due' && given['status'] === undefined ? { ...given, status: 'pending' } : given,
  doubt({ status, dated, from: first }) {
    const isDated = first !== undefined;
    if (dated !== undefined && !isDated) return `Say when they were ${dated === 'due' ? 'due' : 'issued'}.`;
    if (isDated && dated === undefined && status !== undefined && status !== 'paid')
      return 'Say whether the invoices were issued or due on these days.';
    return null;
  },
  says: (given, { label }) =>
    joined(
      'Invoices',
      !(given.status === 'paid' && given.dated === 'paid' && (given.from ?? given.to)) && label('status'),
      given.customer && `customer ${label('customer')}`,
      (given.from ?? given.to) && `${label('dated').toLowerCase()} ${daysWords(given.from, given.to)}`,
      amountWords('amount', given.amountFrom, given.amountTo),
      given.order === 'amount' && 'highest amount first',
    ),
  examples: [
    'Invoices issued last month',
    'Invoices paid last month',
    'Invoices due next week',
    'Biggest invoices this year',
  ],
});

const DOES = ['do', 'doing', 'did', 'business', 'company', 'performance', 'compare'];
const CHANGE = [
  'more',
  'less',
  'fewer',
  'better',
  'worse',
  'higher',
  'lower',
  'up',
  'down',
  'busier',
  'change',
  'growth',
];

const compared = askQuery({
  name: 'compared',
  title: 'Two times compared',
  tells: 'Revenue, costs and profit, completed jobs and new leads of two times, and the difference.',
  needs: ['finance:read', 'jobs:read', 'leads:read'],
  parameters: z.strictObject({
    from: from(),
    to: to(),
    thanFrom: day('thanFrom', 'Compared with, first day'),
    thanTo: day('thanTo', 'Compared with, last day'),
  }),
  preset(today) {
    const month = timeThis('month', today);
    return {
      from: month.from,
      to: today,
      thanFrom: dayBefore(month.from, { months: 1 }),
      thanTo: dayBefore(month.from, { days: 1 }),
    };
  },
  times: { period: ['from', 'to'], than: ['thanFrom', 'thanTo'] },
  isPast: true,
  core: [['@thanFrom']],
  more: [
    ...REVENUE,
    ...COSTS,
    ...CHANGE,
    ...DOES,
    'invoiced',
    'billed',
    'job',
    'lead',
    'completed',
    'finished',
    'new lead',
    'came in',
    'figures',
    'numbers',
  ],
  says: (given) =>
    `Revenue, costs, profit, jobs and leads: ${span(given)} compared with ${spanWords(given.thanFrom ?? '', given.thanTo ?? '')}`,
  examples: ['Revenue this month compared to last month', 'This year vs last year'],
});

const forecast = askQuery({
  name: 'revenue_forecast',
  title: 'Revenue forecast',
  tells: 'What this month and the next five may bring in, from the months before.',
  needs: ['finance:read'],
  parameters: z.strictObject({}),
  times: { period: [] },
  core: [
    ['forecast', 'expect', 'expected', 'predict', 'predicted', 'prediction'],
    [...REVENUE, 'forecast'],
  ],
  more: ['month', 'next month', 'next quarter', 'next year'],
  says: () => 'Revenue forecast, this month and the next five',
  examples: ['What revenue can we expect in the next months?'],
});

/** What is asked about money. */
export const MONEY_QUERIES = [
  revenueByMonth,
  compared,
  finishedWork,
  receivedByCustomer,
  receivedBySource,
  payments,
  costs,
  openInvoices,
  customersWhoOwe,
  invoices,
  forecast,
] as const;
