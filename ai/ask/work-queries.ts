import { z } from 'zod';
import {
  INSIGHT_CATEGORY_LABELS,
  INSIGHT_SEVERITY_LABELS,
  type InsightCategory,
  type InsightSeverity,
} from '../../domain/insight/terms.ts';
import { JOB_STATUS_LABELS, SERVICE_TYPE_LABELS } from '../../domain/job/terms.ts';
import { LEAD_SOURCE_LABELS, LEAD_SOURCES, LEAD_STATUSES, type LeadSource } from '../../domain/lead/terms.ts';
import { QUOTE_STATUS_LABELS } from '../../domain/quote/terms.ts';
import { CUSTOMERS, SERVICE_WORDS, service, thisYear } from './money-queries.ts';
import { askQuery, choice, day, recordOf } from './query.ts';
import { daysWords, dayWords, joined, spanWords } from './words.ts';

const QUOTES = ['quote', 'estimate', 'bid', 'proposal'];

const SOURCE_LABELS = Object.fromEntries(
  LEAD_SOURCES.map((source) => [source, LEAD_SOURCE_LABELS[source] ?? source]),
) as Record<LeadSource, string>;
const source = () => choice('source', 'Source', SOURCE_LABELS);
const SOURCE_WORDS = {
  Referral: ['referred', 'word of mouth'],
  'Google Ads': ['google'],
  'Facebook Ads': ['facebook'],
  Website: ['web site'],
  website_widget: ['widget'],
  'Customer Portal': ['portal'],
};

const JOB_WHICH = {
  active: 'Not cancelled',
  ...(JOB_STATUS_LABELS as Record<
    'unscheduled' | 'scheduled' | 'in_progress' | 'on_hold' | 'completed' | 'cancelled',
    string
  >),
  undated: 'Open, without a date',
  to_invoice: 'Finished, not invoiced',
} as const;

const jobs = askQuery({
  name: 'jobs',
  title: 'Jobs',
  tells: 'The jobs of a status, service, crew or customer, and those of some days.',
  needs: ['jobs:read', 'quotes:read'],
  parameters: z.strictObject({
    which: choice('which', 'Which', JOB_WHICH),
    service: service(),
    crew: recordOf('crew', 'Crew'),
    customer: recordOf('customer', 'Customer'),
    from: day('from', 'Scheduled from'),
    to: day('to', 'Scheduled through'),
  }),
  preset: () => ({ which: 'active' }),
  times: { period: ['from', 'to'] },
  core: [['job', 'visit', 'appointment', 'work', '@service', '@crew']],
  more: ['scheduled', 'planned', 'booked'],
  choices: {
    which: {
      scheduled: ['upcoming'],
      undated: ['without a date', 'no date', 'not scheduled', 'not booked', 'without date', 'unscheduled'],
      in_progress: ['underway', 'running', 'started'],
      on_hold: ['held'],
      completed: ['finished', 'done'],
      cancelled: ['canceled'],
      to_invoice: ['not invoiced', 'not billed', 'to invoice', 'uninvoiced', 'unbilled', 'without an invoice'],
    },
    service: SERVICE_WORDS,
  },
  says: (given, { label }) =>
    joined(
      `Jobs: ${label('which').toLowerCase()}`,
      label('service'),
      given.crew && `crew ${label('crew')}`,
      given.customer && `customer ${label('customer')}`,
      (given.from ?? given.to) && `with a first visit ${daysWords(given.from, given.to)}`,
    ),
  examples: ['Which jobs are scheduled next week?', 'Jobs not invoiced', 'Pruning jobs without a date'],
});

const QUOTE_WHICH = {
  open: 'Draft or sent',
  ...(QUOTE_STATUS_LABELS as Record<'draft' | 'sent' | 'approved' | 'declined' | 'expired' | 'revoked', string>),
  expiring: 'Sent, about to expire',
  questions: 'With an unanswered question',
} as const;

const quotes = askQuery({
  name: 'quotes',
  title: 'Quotes',
  tells: 'The quotes of a status or a customer, as they are now.',
  needs: ['quotes:read'],
  parameters: z.strictObject({
    which: choice('which', 'Which', QUOTE_WHICH),
    customer: recordOf('customer', 'Customer'),
  }),
  core: [QUOTES],
  more: ['customer'],
  choices: {
    which: {
      draft: ['not sent', 'never sent', 'unsent'],
      sent: ['waiting', 'wait', 'pending', 'unanswered', 'not answered', 'outstanding', 'waiting for an answer'],
      approved: ['signed', 'accepted'],
      declined: ['rejected'],
      open: ['open'],
      expiring: ['expiring', 'expire', 'expires', 'about to expire', 'expire soon', 'expiring soon'],
      questions: ['question', 'unanswered question', 'open question'],
    },
  },
  says: (given, { label }) =>
    joined(
      given.which === undefined ? 'Quotes' : `Quotes: ${label('which').toLowerCase()}`,
      given.customer && `customer ${label('customer')}`,
    ),
  examples: ['Which quotes are waiting for an answer?', 'Quotes not sent', 'Declined quotes'],
});

const WON = ['win rate', 'won', 'win', 'close rate', 'closing rate', 'success rate', 'lost', 'lose', 'conversion rate'];

const winRate = askQuery({
  name: 'win_rate',
  title: 'Win rate by source, service or month',
  tells: 'How many of the leads or quotes that came in were won, of those that are decided.',
  needs: ['leads:read', 'quotes:read'],
  parameters: z.strictObject({
    by: choice('by', 'By', { source: 'Lead source', service: 'Service of the quote', month: 'Month of the quote' }),
    from: day('from', 'Came in from'),
    to: day('to', 'Came in through'),
  }),
  preset: (today) => ({ by: 'source', ...thisYear(today) }),
  times: { period: ['from', 'to'] },
  isPast: true,
  core: [WON],
  more: [...QUOTES, 'lead', 'best', 'highest'],
  choices: {
    by: { source: ['source', 'lead'], service: ['service'], month: ['month', 'monthly'] },
  },
  says: (given) =>
    `Win rate of ${given.by === 'source' ? 'leads by source' : `quotes by ${given.by ?? ''}`}, came in ${spanWords(given.from ?? '', given.to ?? '')}`,
  examples: ['Win rate by source this year', 'Win rate of quotes by service'],
});

const leads = askQuery({
  name: 'leads',
  title: 'Leads',
  tells: 'The leads of a status or a source, as they are now.',
  needs: ['leads:read'],
  parameters: z.strictObject({
    status: choice('status', 'Status', {
      ...(Object.fromEntries(LEAD_STATUSES.map((status) => [status, status])) as Record<
        (typeof LEAD_STATUSES)[number],
        string
      >),
      Active: 'Active',
      waiting: 'Waiting for an answer',
    }),
    source: source(),
  }),
  core: [['lead', 'inquiry', 'prospect']],
  choices: {
    status: {
      Active: ['open'],
      waiting: [
        'waiting',
        'unanswered',
        'not answered',
        'not contacted',
        'without an answer',
        'wait',
        'wait for an answer',
      ],
    },
    source: SOURCE_WORDS,
  },
  says: (given, { label }) => joined('Leads', label('status'), given.source && `from ${label('source')}`),
  examples: ['Which leads wait for an answer?', 'Leads from referrals'],
});

const customers = askQuery({
  name: 'customers',
  title: 'Customers who …',
  tells: 'Customers by what they had done, when they were last here, and where they came from; most invoiced first.',
  needs: ['customers:read', 'marketing:read', 'invoices:read'],
  parameters: z.strictObject({
    notServedSince: day('notServedSince', 'No work finished since'),
    service: choice('service', 'Had a service', SERVICE_TYPE_LABELS),
    source: source(),
    hasOpenQuote: choice('hasOpenQuote', 'Open quote', { yes: 'With an open quote', no: 'Without an open quote' }),
  }),
  times: { since: ['notServedSince'] },
  core: [
    CUSTOMERS,
    ['@service', '@source', '@notServedSince', '@hasOpenQuote', 'best', 'biggest', 'most valuable', 'top', 'all'],
  ],
  more: [
    'come',
    'came',
    'not been back',
    'not come back',
    'not back',
    'not had work',
    'no work',
    'no job',
    'not served',
    'without work',
    'not been here',
    'never came back',
    'had',
    'bought',
    'work',
    'job',
  ],
  choices: {
    service: SERVICE_WORDS,
    source: SOURCE_WORDS,
    hasOpenQuote: { yes: ['with an open quote', 'open quote'], no: ['without an open quote', 'without a quote'] },
  },
  says: (given, { label }) =>
    joined(
      'Customers',
      given.notServedSince && `no work finished since ${dayWords(given.notServedSince)}`,
      given.service && `had ${label('service')}`,
      given.source && `came from ${label('source')}`,
      label('hasOpenQuote').toLowerCase(),
      'most invoiced first',
    ),
  examples: ['Which customers have not been back since last year?', 'Customers who had stump grinding'],
});

const hours = askQuery({
  name: 'hours',
  title: 'Hours by crew, person or week',
  tells: 'Regular hours, overtime and hours on jobs of the last thirteen weeks.',
  needs: ['timesheets:read'],
  parameters: z.strictObject({ by: choice('by', 'By', { crew: 'Crew', person: 'Person', week: 'Week' }) }),
  preset: () => ({ by: 'crew' }),
  core: [['hour', 'overtime']],
  more: ['worked', 'work', 'most', 'last 13 weeks', 'timesheet'],
  choices: {
    by: {
      crew: ['crew', 'team'],
      person: ['person', 'people', 'employee', 'who', 'everybody', 'staff'],
      week: ['week', 'weekly'],
    },
  },
  says: ({ by = '' }) => `Hours by ${by}, the last thirteen weeks`,
  examples: ['Overtime by crew', 'Hours by week'],
});

const maintenance = askQuery({
  name: 'maintenance',
  title: 'Equipment due for maintenance',
  tells: 'Which machines are due for maintenance through a day, those due first at the top.',
  needs: ['equipment:read'],
  parameters: z.strictObject({ through: day('through', 'Due through') }),
  preset: (today) => ({ through: today }),
  times: { period: ['', 'through'] },
  core: [['maintenance', 'maintained', 'serviced']],
  more: ['equipment', 'machine', 'due', 'overdue', 'need', 'truck'],
  says: ({ through = '' }) => `Equipment due for maintenance through ${dayWords(through)}`,
  examples: ['Which machines are due for maintenance next month?'],
});

const insights = askQuery({
  name: 'insights',
  title: 'Open insights',
  tells: 'The open insights, the most severe first.',
  needs: [],
  parameters: z.strictObject({
    severity: choice('severity', 'Severity', INSIGHT_SEVERITY_LABELS as Record<InsightSeverity, string>),
    category: choice('category', 'Category', INSIGHT_CATEGORY_LABELS as Record<InsightCategory, string>),
  }),
  core: [['insight', 'finding']],
  more: ['open'],
  says: (_, { label }) => joined('Open insights', label('severity'), label('category')),
  examples: ['Critical insights'],
});

/** What is asked about work, and who it is for. */
export const WORK_QUERIES = [jobs, customers, quotes, winRate, leads, hours, maintenance, insights] as const;
