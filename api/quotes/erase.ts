import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { quoteKind } from './record.ts';
import { erasedQuote, eraseQuoteBody, quoteRecord } from './schema.ts';

const description = `Erases the personal data of the person whom a quote is for, if they are neither a lead nor a customer, with
its photos and mails. Texts read \`[erased]\` everywhere, in every history too. Figures and the fact that there was such a quote
stay. None of it can be undone. 409 for a quote of a lead or a customer: it goes with them.`;

/** Erases somebody known only by a quote. */
export function eraseQuoteRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: quoteKind,
    record: quoteRecord,
    path: '/api/quotes',
    tag: 'Quotes',
    description,
    body: eraseQuoteBody,
    answered: erasedQuote,
    command: (confirm) => ({ type: 'ErasePersonOfQuote', confirm }) as const,
    rootsOf: (id) => [streamOf(quoteKind, id)],
    answer: (quote, progress) => ({ quote, ...progress }),
  });
}
