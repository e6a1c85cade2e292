import { z } from 'zod';
import {
  INSIGHT_CATEGORY_LABELS,
  INSIGHT_SEVERITY_LABELS,
  type InsightCategory,
  type InsightSeverity,
} from '../../domain/insight/terms.ts';
import { JOB_STATUS_LABELS, SERVICE_TYPE_LABELS } from '../../domain/job/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { MOST_SCHEDULE_DAYS } from '../../domain/schedule/terms.ts';
import { TIME_OFF_STATUS_LABELS, type TIME_OFF_STATUSES } from '../../domain/time-off/terms.ts';
import { weekOf } from '../../domain/timesheet/terms.ts';
import { CUSTOMERS, MOST, SERVICE_WORDS, SOURCE_WORDS, service, source, thisYear } from './money-queries.ts';
import { amount, askQuery, choice, day, first, recordOf, textOf } from './query.ts';
import { SALES_QUERIES } from './sales-queries.ts';
import { amountWords, daysWords, dayWords, joined, spanWords } from './words.ts';

/** How far ahead certificates are told, as on the page of Hours and people. */
const CERTIFICATE_DAYS = 90;

const mondayOf = (day: string) => (day === '' ? '' : weekOf(day));
const sundayOf = (day: string) => (day === '' ? '' : addDays(weekOf(day), 6));

/** What says that somebody was not here. */
const NOT_BACK = [
  'not been back',
  'not come back',
  'not back',
  'not had work',
  'no work',
  'no job',
  'not served',
  'not been served',
  'without work',
  'not been here',
  'never came back',
  'not seen',
  'not heard from',
  'not worked for',
];
const ENDS = [
  'expire',
  'expires',
  'expiring',
  'renew',
  'renewed',
  'renewal',
  'due',
  'end',
  'ending',
  'soon',
  'run out',
];

const JOB_WHICH = {
  active: 'Not cancelled',
  ...(JOB_STATUS_LABELS as Record<
    'unscheduled' | 'scheduled' | 'in_progress' | 'on_hold' | 'completed' | 'cancelled',
    string
  >),
  undated: 'Open, without a date',
  uncrewed: 'Not cancelled, without a crew',
  overdue: 'Scheduled for a day that is over, and not started',
  to_invoice: 'Finished, not invoiced',
} as const;

const JOB_DATED = { scheduled: 'First visit', completed: 'Completed', created: 'Added' } as const;

const FINISHED = ['completed', 'complete', 'finished', 'finish', 'done'];

/** What was done, without a word for what. */
const WE_FINISHED = ['we finish', 'we finished', 'we complete', 'we completed'];
/** Jobs that are told by the day of their completion. */
const PAST_JOBS: ReadonlySet<string> = new Set(['completed', 'to_invoice']);

const jobs = askQuery({
  name: 'jobs',
  title: 'Jobs',
  tells: 'The jobs of a status, service, crew, customer or price, and those of some days.',
  needs: ['jobs:read', 'quotes:read', 'invoices:read'],
  parameters: z.strictObject({
    which: choice('which', 'Which', JOB_WHICH),
    service: service(),
    crew: recordOf('crew', 'Crew'),
    customer: recordOf('customer', 'Customer'),
    dated: choice('dated', 'By the day of', JOB_DATED),
    from: day('from', 'From'),
    to: day('to', 'Through'),
    priceFrom: amount('priceFrom', 'Price from'),
    priceTo: amount('priceTo', 'Price up to'),
    order: choice('order', 'Order', { latest: 'By day', price: 'Highest price first' }),
    first: first(),
  }),
  preset: (_, { which }) => ({
    which: 'active',
    dated: which === 'completed' || which === 'to_invoice' ? 'completed' : 'scheduled',
    order: 'latest',
  }),
  times: { period: ['from', 'to'] },
  looksBack: ({ which, dated }) => PAST_JOBS.has(which ?? '') || dated === 'completed' || dated === 'created',
  amounts: ['priceFrom', 'priceTo'],
  core: [['job', 'visit', 'appointment', 'work', '@service', '@crew', ...WE_FINISHED]],
  more: ['planned', 'booked', 'did', 'price', 'priced', 'first visit', ...FINISHED],
  choices: {
    which: {
      scheduled: ['upcoming'],
      undated: [
        'without a date',
        'no date',
        'not scheduled',
        'not booked',
        'without date',
        'unscheduled',
        'need scheduling',
        'need to be scheduled',
        'still need to be scheduled',
        'to be scheduled',
        'need a date',
      ],
      uncrewed: ['without a crew', 'without crew', 'no crew', 'not assigned', 'unassigned'],
      in_progress: ['underway', 'running', 'started'],
      on_hold: ['held'],
      completed: [...FINISHED, ...WE_FINISHED],
      cancelled: ['canceled'],
      overdue: ['overdue', 'past due', 'late', 'running late', 'behind schedule', 'running behind', 'behind', 'missed'],
      to_invoice: [
        'not invoiced',
        'not billed',
        'to invoice',
        'to bill',
        'uninvoiced',
        'unbilled',
        'and not invoiced',
        'but not invoiced',
        'and not billed',
        'but not billed',
        'without an invoice',
        'need to be invoiced',
        'still need to be invoiced',
        'need to be billed',
        'still need to be billed',
        'ready to invoice',
        'ready to bill',
      ],
    },
    dated: { created: ['new', 'created', 'added'] },
    order: { price: [...MOST, 'most expensive', 'priciest', 'highest priced'] },
    service: SERVICE_WORDS,
  },
  within: { which: { to_invoice: ['completed'] } },
  meant(given, isSaid) {
    // “How many removals did we do” asks for those that are done.
    const isDone = given['which'] === undefined && isSaid('did') && (isSaid('do') || isSaid('grind'));
    return isDone ? { ...given, which: 'completed' } : given;
  },
  doubt({ which, dated, from, to }) {
    const isDated = from !== undefined || to !== undefined;
    if (which === 'overdue' && isDated) return 'Jobs behind schedule can only be told as they are now.';
    if (dated === 'created' && !isDated) return 'Say since when a job is new.';
    if (which === 'cancelled' && isDated) return 'The list does not say on which day a job was cancelled.';
    return null;
  },
  says(given, { label }) {
    const { which = 'active', dated = 'scheduled', from, to } = given;
    const isDated = from !== undefined || to !== undefined;
    const isPlain = which === 'completed' && dated === 'completed' && isDated;
    const day = { scheduled: 'with a first visit', completed: 'completed', created: 'added' }[dated];
    return joined(
      isPlain ? 'Jobs' : `Jobs: ${label('which').toLowerCase()}`,
      label('service'),
      given.crew && `crew ${label('crew')}`,
      given.customer && `customer ${label('customer')}`,
      isDated && `${day} ${daysWords(from, to)}`,
      amountWords('priced', given.priceFrom, given.priceTo),
      given.order === 'price' && 'highest price first',
    );
  },
  examples: [
    'Which jobs are scheduled next week?',
    'How many jobs were completed last month?',
    'Jobs not invoiced',
    'Pruning jobs over $2,000 this year',
    'The biggest jobs completed this year',
    'Overdue jobs',
  ],
});

const BY_CREW = ['by crew', 'per crew', 'each crew', 'every crew', 'by team'];

const schedule = askQuery({
  name: 'schedule',
  title: 'Schedule by day and crew',
  tells: 'Every visit of some days, by day and crew; those of long jobs that began before too.',
  needs: ['jobs:read'],
  parameters: z.strictObject({
    crew: recordOf('crew', 'Crew'),
    from: day('from', 'First day'),
    to: day('to', 'Last day'),
  }),
  preset: (today, { from = today }) => ({ from, to: from }),
  times: { period: ['from', 'to'] },
  core: [
    [
      'schedule',
      'scheduled',
      'calendar',
      'visit',
      'appointment',
      'working',
      'works',
      'work',
      'doing',
      'agenda',
      'planned',
      'booked',
      'what on',
      'what is on',
      'what was on',
      'where is',
      'where was',
      'what do we have',
      'crews are out',
      '@crew',
    ],
    ['@from'],
  ],
  more: ['job', 'crew', 'team', 'everybody', 'is on', 'anything', 'something', 'day', 'look like'],
  doubt({ from = '', to }, isSaid) {
    if (to === undefined) return 'Say through which day.';
    if (addDays(from, MOST_SCHEDULE_DAYS) <= to)
      return `The schedule tells at most ${MOST_SCHEDULE_DAYS} days at once.`;
    // Else the jobs themselves are asked for.
    return isSaid('job') && !BY_CREW.some(isSaid) ? 'The schedule tells visits, by day and crew.' : null;
  },
  says: (given, { label }) =>
    joined(
      `Visits by day and crew, ${spanWords(given.from ?? '', given.to ?? '')}`,
      given.crew && `crew ${label('crew')}`,
    ),
  examples: ['What is scheduled tomorrow?', 'Schedule of next week'],
});

const jobsBy = askQuery({
  name: 'jobs_by',
  title: 'Completed jobs by service, crew or month',
  tells: 'How many jobs were completed in a period, what they were priced on average, and their hours on the clock.',
  needs: ['jobs:read', 'finance:read'],
  parameters: z.strictObject({
    by: choice('by', 'By', { service: 'Service', crew: 'Crew', month: 'Month' }),
    service: service(),
    crew: recordOf('crew', 'Crew'),
    from: day('from', 'Completed from'),
    to: day('to', 'Completed through'),
  }),
  preset: (today) => ({ by: 'month', ...thisYear(today) }),
  times: { period: ['from', 'to'] },
  isPast: true,
  core: [
    [...FINISHED, 'average', 'avg', 'mean', 'hour', 'price'],
    ['job', 'work', 'hour', 'price', 'ticket', '@service'],
    ['@by', 'average', 'avg', 'mean'],
  ],
  more: ['value', 'size', 'amount', 'clock', 'worked', 'spent', 'priced', 'most'],
  choices: {
    by: { service: ['service', 'kind of work', 'type of work'], crew: ['crew', 'team'], month: ['month', 'monthly'] },
    service: SERVICE_WORDS,
  },
  doubt: ({ by }, isSaid) =>
    isSaid('hour') && by !== 'service' ? 'Hours of a crew are those of its timesheets.' : null,
  says: (given, { label }) =>
    joined(
      `Completed jobs by ${label('by').toLowerCase()}, with average price and hours`,
      label('service'),
      given.crew && `crew ${label('crew')}`,
      spanWords(given.from ?? '', given.to ?? ''),
    ),
  examples: ['Average price of jobs by service', 'Completed jobs by month', 'Hours by service last quarter'],
});

const customers = askQuery({
  name: 'customers',
  title: 'Customers who …',
  tells:
    'Customers by what they had done, when they were last here, since when they are customers, where they came from, where ' +
    'they live, and their tags; most invoiced first.',
  needs: ['customers:read', 'marketing:read', 'invoices:read'],
  parameters: z.strictObject({
    notServedSince: day('notServedSince', 'No work finished since'),
    service: choice('service', 'Had a service', SERVICE_TYPE_LABELS),
    dated: choice('dated', 'By the day', { served: 'Of finished work', added: 'They became customers' }),
    from: day('from', 'From'),
    to: day('to', 'Through'),
    source: source(),
    city: textOf('city', 'City'),
    tag: textOf('tag', 'Tag'),
    hasOpenQuote: choice('hasOpenQuote', 'Open quote', { yes: 'With an open quote', no: 'Without an open quote' }),
    first: first(),
  }),
  preset: (_, { from, to }) => (from === undefined && to === undefined ? {} : { dated: 'served' }),
  times: { since: ['notServedSince'], period: ['from', 'to'] },
  isPast: true,
  core: [CUSTOMERS],
  more: [
    ...NOT_BACK,
    'best',
    'biggest',
    'most valuable',
    'top',
    'served',
    'come',
    'came',
    'had',
    'bought',
    'work',
    'job',
    'live',
    'tag',
    'tagged',
    'city',
  ],
  choices: {
    service: SERVICE_WORDS,
    source: SOURCE_WORDS,
    dated: { added: ['new', 'added', 'gained', 'gain', 'won', 'win', 'signed up'], served: ['serve'] },
    hasOpenQuote: { yes: ['with an open quote', 'open quote'], no: ['without an open quote', 'without a quote'] },
  },
  meant({ notServedSince, ...others }, isSaid) {
    if (notServedSince === undefined) return others;
    // Since when they are customers, not since when they had no work.
    const isAdded = others['dated'] === 'added' && !NOT_BACK.some(isSaid);
    return isAdded ? { ...others, from: notServedSince } : { ...others, notServedSince };
  },
  doubt({ dated, service: had, from, notServedSince }, isSaid) {
    if (dated === 'added' && from === undefined) return 'Say since when a customer is new.';
    const isServed = had !== undefined || isSaid('served') || dated === 'served';
    if (from !== undefined && dated !== 'added' && !isServed)
      return 'Say whether the customers were new or served on these days.';
    // “Since” alone turns around without its “not”.
    const isNot = notServedSince === undefined || NOT_BACK.some(isSaid);
    return isNot ? null : 'Say whether the customers had no work since then.';
  },
  says: (given, { label }) =>
    joined(
      'Customers',
      given.notServedSince && `no work finished since ${dayWords(given.notServedSince)}`,
      given.service && `had ${label('service')}`,
      (given.from ?? given.to) &&
        `${given.dated === 'added' ? 'new' : 'work finished'} ${daysWords(given.from, given.to)}`,
      given.source && `came from ${label('source')}`,
      given.city && `in ${given.city}`,
      given.tag && `tagged ${given.tag}`,
      label('hasOpenQuote').toLowerCase(),
      'most invoiced first',
    ),
  examples: [
    'Which customers have not been back since last year?',
    'Customers who had stump grinding',
    'New customers this month',
  ],
});

/** Why hours of one crew are not told by person or week. */
export const ONE_CREW = 'The hours of one crew are told by crew alone.';

const hours = askQuery({
  name: 'hours',
  title: 'Hours by crew, person or week',
  tells: 'Regular hours, overtime and hours on jobs, of whole weeks: by default the last thirteen.',
  needs: ['timesheets:read'],
  parameters: z.strictObject({
    by: choice('by', 'By', { crew: 'Crew', person: 'Person', week: 'Week' }),
    crew: recordOf('crew', 'Crew'),
    from: day('from', 'From the week of'),
    to: day('to', 'Through the week of'),
  }),
  preset: (today) => ({ by: 'crew', from: addDays(today, -7 * 12), to: today }),
  times: { period: ['from', 'to'] },
  isPast: true,
  core: [['hour', 'overtime']],
  more: ['worked', 'work', 'most', 'timesheet', 'regular', 'clock', 'did', 'log', 'logged', 'clocked'],
  choices: {
    by: {
      crew: ['crew', 'team'],
      person: ['person', 'people', 'employee', 'who', 'everybody', 'staff', 'crew member', 'member', 'worker'],
      week: ['week', 'weekly'],
    },
  },
  doubt({ by = 'crew', crew, from, to }) {
    if (crew !== undefined && by !== 'crew') return ONE_CREW;
    return from !== undefined && from === to ? 'Hours are told by whole weeks.' : null;
  },
  says: ({ by = '', from = '', to = '', crew }, { label }) =>
    joined(`Hours by ${by}`, crew && `crew ${label('crew')}`, `weeks of ${spanWords(mondayOf(from), sundayOf(to))}`),
  examples: ['Overtime by crew', 'Hours by week', 'Hours by person last quarter'],
});

const certificates = askQuery({
  name: 'certificates',
  title: 'Certificates that expire',
  tells: 'Whose certificates end through a day, the first to end at the top; those that have ended too.',
  needs: ['people:read'],
  parameters: z.strictObject({
    which: choice('which', 'Which', { ending: 'Expired or ending', expired: 'Expired' }),
    through: day('through', 'Ends through'),
  }),
  preset: (today, { which = 'ending' }) => ({
    which,
    through: addDays(today, which === 'expired' ? -1 : CERTIFICATE_DAYS),
  }),
  times: { period: ['', 'through'] },
  core: [['certificate', 'certification', 'cert', 'license', 'licence']],
  more: [...ENDS, 'staff', 'people', 'employee', 'person', 'need', 'crew', 'run'],
  choices: { which: { expired: ['expired', 'lapsed', 'ran out'] } },
  doubt: ({ which, through }) =>
    which === 'expired' && through !== undefined ? 'Expired certificates can only be told as they are now.' : null,
  says: ({ through = '' }) => `Certificates that end through ${dayWords(through)}`,
  examples: ['Which certificates expire next month?', 'Certificates that expire soon'],
});

const timeOff = askQuery({
  name: 'time_off',
  title: 'Who is off',
  tells: 'Time off that was approved, or waits for a decision, with a day in some days: by default the next two weeks.',
  needs: ['timeOff:read'],
  parameters: z.strictObject({
    status: choice('status', 'Status', TIME_OFF_STATUS_LABELS as Record<(typeof TIME_OFF_STATUSES)[number], string>),
    from: day('from', 'First day'),
    to: day('to', 'Last day'),
  }),
  preset: (today, { from = today }) => ({ status: 'approved', from, to: from === today ? addDays(today, 13) : from }),
  times: { period: ['from', 'to'] },
  core: [['off', 'time off', 'vacation', 'day off', 'days off', 'away', 'pto']],
  more: ['request', 'requested', 'anybody', 'who is', 'somebody', 'people', 'work', 'take', 'taking'],
  choices: { status: { pending: ['not decided', 'not approved', 'waiting', 'to approve', 'open'] } },
  says: ({ from = '', to = '' }, { label }) => `Time off, ${label('status').toLowerCase()}, ${spanWords(from, to)}`,
  examples: ['Who is off next week?'],
});

const maintenance = askQuery({
  name: 'maintenance',
  title: 'Equipment due for maintenance',
  tells: 'Which machines are due for maintenance through a day, those due first at the top.',
  needs: ['equipment:read'],
  parameters: z.strictObject({ through: day('through', 'Due through') }),
  preset: (today) => ({ through: today }),
  times: { period: ['', 'through'] },
  core: [
    ['maintenance', 'maintained', 'maintain', 'serviced', 'service'],
    ['maintenance', 'maintained', 'serviced', 'equipment', 'machine', 'truck'],
  ],
  more: ['due', 'overdue', 'need'],
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
export const WORK_QUERIES = [
  jobs,
  schedule,
  jobsBy,
  customers,
  ...SALES_QUERIES,
  hours,
  timeOff,
  maintenance,
  certificates,
  insights,
] as const;
