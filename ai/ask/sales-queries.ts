import { z } from 'zod';
import { LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { QUOTE_STATUS_LABELS } from '../../domain/quote/terms.ts';
import { MOST, SOURCE_WORDS, source, thisYear } from './money-queries.ts';
import { amount, askQuery, choice, day, first, recordOf } from './query.ts';
import { amountWords, daysWords, joined, spanWords } from './words.ts';

const QUOTES = ['quote', 'estimate', 'bid', 'proposal'];

const QUOTE_WHICH = {
  open: 'Draft or sent',
  ...(QUOTE_STATUS_LABELS as Record<'draft' | 'sent' | 'approved' | 'declined' | 'expired' | 'revoked', string>),
  expiring: 'Sent, about to expire',
  questions: 'With an unanswered question',
} as const;

const QUOTE_DATED = { created: 'Made', sent: 'Last sent', ended: 'Approved, declined or expired' } as const;
const ENDED: readonly (string | undefined)[] = ['approved', 'declined', 'expired', 'revoked'];

/** What was sold, without a word for quotes. */
const WE_SOLD = ['did we sell', 'we sold', 'have we sold'];

const quotes = askQuery({
  name: 'quotes',
  title: 'Quotes',
  tells:
    'The quotes of a status, customer or total, and those that were made, sent, approved, declined or expired on some days.',
  needs: ['quotes:read'],
  parameters: z.strictObject({
    which: choice('which', 'Which', QUOTE_WHICH),
    customer: recordOf('customer', 'Customer'),
    dated: choice('dated', 'By the day', QUOTE_DATED),
    from: day('from', 'From'),
    to: day('to', 'Through'),
    totalFrom: amount('totalFrom', 'Total from'),
    totalTo: amount('totalTo', 'Total up to'),
    order: choice('order', 'Order', { latest: 'Latest first', total: 'Highest total first' }),
    first: first(),
  }),
  preset: (_, { which }) => ({ dated: ENDED.includes(which) ? 'ended' : 'created', order: 'latest' }),
  times: { period: ['from', 'to'] },
  isPast: true,
  amounts: ['totalFrom', 'totalTo'],
  core: [[...QUOTES, ...WE_SOLD]],
  more: ['customer', 'worth', 'work'],
  choices: {
    which: {
      draft: ['not sent', 'never sent', 'unsent', 'to send', 'to be sent', 'need to be sent', 'still to send'],
      sent: [
        'waiting',
        'wait',
        'pending',
        'unanswered',
        'not answered',
        'outstanding',
        'waiting for an answer',
        'send',
        'are out',
        'still out',
        'out there',
        'not heard back',
        'not heard',
        'not responded',
      ],
      approved: ['signed', 'accepted', 'won', 'sold', 'accept', ...WE_SOLD],
      declined: ['rejected', 'lost'],
      open: ['open'],
      expiring: ['expiring', 'expire', 'expires', 'about to expire', 'expire soon', 'expiring soon'],
      questions: ['question', 'unanswered question', 'open question'],
    },
    dated: { created: ['created', 'made', 'written', 'wrote', 'new'] },
    order: { total: MOST },
  },
  meant(given, isSaid) {
    // Sent in a time: whatever became of them since.
    if (given['which'] !== 'sent' || given['from'] === undefined || !(isSaid('sent') || isSaid('send'))) return given;
    const { which: _, ...others } = given;
    return { ...others, dated: 'sent' };
  },
  doubt({ which, dated, from }, isSaid) {
    const isDated = from !== undefined;
    if (isSaid('with an open quote')) return 'Say whether the customers or the quotes are asked for.';
    if (dated === 'created' && !isDated) return 'Say since when a quote is new.';
    if (which === 'expiring' && isDated) return 'Quotes that are about to expire can only be told as they are now.';
    if (dated === undefined && which !== undefined && !ENDED.includes(which) && isDated)
      return 'Say whether the quotes were made or sent on these days.';
    return null;
  },
  says: (given, { label }) =>
    joined(
      given.which === undefined ? 'Quotes' : `Quotes: ${label('which').toLowerCase()}`,
      given.customer && `customer ${label('customer')}`,
      (given.from ?? given.to) &&
        `${given.dated === 'ended' && ENDED.includes(given.which) ? label('which').toLowerCase() : label('dated').toLowerCase()} ${daysWords(given.from, given.to)}`,
      amountWords('total', given.totalFrom, given.totalTo),
      given.order === 'total' && 'highest total first',
    ),
  examples: [
    'Which quotes are waiting for an answer?',
    'Quotes sent last month',
    'Quotes accepted this year',
    'Declined quotes',
    'Quotes over $5,000 sent this year',
  ],
});

const WON = [
  'win rate',
  'close rate',
  'closing rate',
  'success rate',
  'conversion rate',
  'acceptance rate',
  'conversion',
];

const winRate = askQuery({
  name: 'win_rate',
  title: 'Leads or quotes by source, service, estimator or month, and their win rate',
  tells: 'How many leads or quotes came in, how many were won of those that are decided, and the average quote.',
  needs: ['leads:read', 'quotes:read', 'people:read'],
  parameters: z.strictObject({
    by: choice('by', 'By', {
      source: 'Lead source',
      service: 'Service of the quote',
      estimator: 'Estimator of the quote',
      month: 'Month of the quote',
    }),
    from: day('from', 'Came in from'),
    to: day('to', 'Came in through'),
  }),
  preset: (today) => ({ by: 'source', ...thisYear(today) }),
  times: { period: ['from', 'to'] },
  isPast: true,
  core: [
    [...WON, 'won', 'win', 'lost', 'lose', 'average', 'avg', '@by'],
    [...WON, '@by', 'average', 'avg'],
    [...WON, ...QUOTES, 'lead', 'inquiry', 'win', 'won', 'lost', 'lose'],
  ],
  more: [
    ...QUOTES,
    'lead',
    'best',
    'highest',
    'lowest',
    'most',
    'come',
    'came',
    'price',
    'total',
    'size',
    'value',
    'amount',
  ],
  choices: {
    by: {
      source: ['source', 'lead source', 'where do our leads come from', 'where do leads come from'],
      service: ['service'],
      estimator: ['estimator', 'salesperson', 'sales rep', 'sales person', 'rep'],
      month: ['month', 'monthly'],
    },
  },
  meant(given, isSaid) {
    const isOfQuotes = QUOTES.some(isSaid);
    return given['by'] === undefined && isOfQuotes ? { ...given, by: 'month' } : given;
  },
  doubt({ by = 'source' }, isSaid) {
    if (by !== 'source' && isSaid('lead')) return 'Leads are told by their source.';
    return by === 'source' && QUOTES.some(isSaid) ? 'By their source leads are told, not quotes.' : null;
  },
  says: (given) =>
    `${given.by === 'source' ? 'Leads by source' : `Quotes by ${given.by ?? ''}`} with win rate, came in ${spanWords(given.from ?? '', given.to ?? '')}`,
  examples: [
    'Win rate by source this year',
    'Win rate by estimator',
    'Win rate of quotes by service',
    'Average quote by estimator this year',
    'Leads by source last month',
  ],
});

const DECIDED: readonly (string | undefined)[] = ['Won', 'Lost'];

const leads = askQuery({
  name: 'leads',
  title: 'Leads',
  tells: 'The leads of a status or a source, as they are now, and those that came in on some days.',
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
    from: day('from', 'Came in from'),
    to: day('to', 'Came in through'),
  }),
  times: { period: ['from', 'to'] },
  isPast: true,
  core: [['lead', 'inquiry', 'prospect']],
  more: ['came in', 'come in', 'came', 'come', 'received', 'receive', 'that came in'],
  choices: {
    status: {
      Active: ['open'],
      Won: ['win'],
      Lost: ['lose'],
      waiting: [
        'waiting',
        'unanswered',
        'not answered',
        'not contacted',
        'not called',
        'not called back',
        'without an answer',
        'wait',
        'wait for an answer',
      ],
    },
    source: SOURCE_WORDS,
  },
  meant({ status, ...others }) {
    // New in a time is what came in then, whatever became of it.
    return status === undefined || (status === 'New' && others['from'] !== undefined) ? others : { status, ...others };
  },
  doubt: ({ status, from }, isSaid) =>
    DECIDED.includes(status) && from !== undefined && !isSaid('came') && !isSaid('come')
      ? 'The list does not say on which day a lead was won or lost. Say “came in” for those that came in on these days.'
      : null,
  says: (given, { label }) =>
    joined(
      'Leads',
      label('status'),
      given.source && `from ${label('source')}`,
      (given.from ?? given.to) && `came in ${daysWords(given.from, given.to)}`,
    ),
  examples: ['Which leads wait for an answer?', 'Leads from referrals', 'Won leads that came in last quarter'],
});

/** What is asked about work that is not sold yet. */
export const SALES_QUERIES = [quotes, winRate, leads] as const;
