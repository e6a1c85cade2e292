import type { QuoteDocument } from '../../projections/quotes.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { quoteKind } from './record.ts';
import { EXPIRES_SOON_MS } from './schema.ts';

/** Customers' questions about their quotes that nobody has answered, the longest waiting first. */
export const quoteQuestions = attention<QuoteDocument>({
  id: 'quote-questions',
  label: 'Questions from customers',
  kind: quoteKind,
  query: ({ now }) => ({
    where: { removed: null, askedAt: { lte: now } },
    order: { field: 'askedAt', direction: 'asc' },
  }),
  page: '/quotes/list?waits=questions',
  waiting: ({ askedAt, createdAt }, { zone }) => ({
    note: 'Asked',
    day: dayOf(Date.parse(askedAt ?? createdAt), zone),
  }),
});

/** Quotes that customers have not answered and that expire soon. */
export const expiringQuotes = attention<QuoteDocument>({
  id: 'expiring-quotes',
  label: 'Quotes about to expire',
  kind: quoteKind,
  query: ({ now }) => ({
    where: { removed: null, expiresAt: { lte: new Date(Date.parse(now) + EXPIRES_SOON_MS).toISOString() } },
    order: { field: 'expiresAt', direction: 'asc' },
  }),
  page: '/quotes/list?waits=expiring',
  waiting: ({ validUntil, createdAt }, { zone }) => ({
    note: 'Until',
    day: validUntil ?? dayOf(Date.parse(createdAt), zone),
  }),
});
