import fc from 'fast-check';
import { NO_QUOTE_DETAILS, quoteEvents } from '../../../domain/quote/events.ts';
import { quote } from '../../../domain/quote/quote.ts';
import { quotes } from '../../../projections/quotes.ts';
import { AT, few, LATER, mark, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

const quoteItems = fc.constantFrom(
  [],
  [{ id: 'a', service: 'pruning', description: 'Oak', estimatedCost: '$300', ...itemOf(30_000, false) }],
  [
    { id: 'a', service: 'pruning', description: 'Oak', estimatedCost: null, ...itemOf(5, false) },
    { id: 'b', service: null, description: 'Stump', estimatedCost: null, ...itemOf(7, true) },
  ],
  [{ id: 'c', service: 'pruning', description: null, estimatedCost: '$1-2', ...itemOf(null, false) }],
);

function itemOf(unitPrice: number | null, isOptional: boolean) {
  return { unitPrice, quantity: 1, priority: null, isOptional, estimatedHours: null, hazards: [] };
}

const versions = fc.constantFrom(1, 2, 3);

const EXPIRES = '2026-06-16T04:00:00.000Z';

function contentOf({ versions, questions }: { versions: readonly { version: number }[]; questions: unknown }) {
  return { versions: versions.map(({ version: _, ...version }) => version), questions };
}

export const quoteSample = sample(quote, quoteEvents, {
  first: {
    type: 'CreateQuote',
    customerId: null,
    leadId: 'l',
    now: AT,
    details: { ...NO_QUOTE_DETAILS, customerName: 'Ada Lovelace', propertyAddress: '3 Elm St', taxRate: 6_250 },
  },
  commands: fc.oneof(
    fc.record({
      type: of('SaveVersion'),
      details: some({ items: quoteItems, notes: text, depositPercent: fc.constantFrom(null, 30) }),
      now: fc.constantFrom(AT, LATER),
    }),
    fc.record({ type: of('WithdrawVersion'), version: versions }),
    fc.record({
      type: of('SendQuote'),
      validUntil: of(TODAY),
      expiresAt: of(EXPIRES),
      remindAt: fc.constantFrom(AT, null),
      now: fc.constantFrom(AT, LATER),
    }),
    fc.record({ type: of('RevokeQuote'), now: of(AT) }),
    fc.record({ type: of('RevokeQuote'), version: versions, now: of(AT) }),
    fc.record({
      type: fc.constantFrom('ExpireQuote', 'RemindOfQuote'),
      version: versions,
      now: fc.constantFrom(AT, EXPIRES),
    }),
    fc.record({
      type: of('ApproveQuote'),
      version: versions,
      signature: fc.constantFrom('Ada Lovelace', ' '),
      jobId: of('j'),
      customerId: of('c'),
      optionalItemIds: fc.constantFrom([], ['b']),
      isCustomerArchived: fc.constant(false),
      photoIds: fc.constant([]),
      approvedOn: of(TODAY),
      depositInvoiceId: of('d'),
      now: of(AT),
    }),
    fc.record({ type: of('DeclineQuote'), version: versions, reason: text, now: of(AT) }),
    fc.record({ type: of('AskQuestion'), questionId: few, version: versions, question: text, now: of(AT) }),
    fc.record({ type: of('AnswerQuestion'), questionId: few, answer: text, by: of('u'), now: of(LATER) }),
    fc.record({ type: of('WithdrawAnswer'), questionId: few }),
    fc.record({ type: fc.constantFrom('RemoveQuote', 'RestoreQuote') }),
  ) as fc.Arbitrary<never>,
  projection: quotes,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { presence, nextRevision: _, savedBy: __, ...shown } = state;
    return { [SAMPLE_ID]: { ...shown, ...mark(presence === 'removed') } };
  },
  final: ['QuoteApproved', 'QuoteDeclined', 'QuoteExpired', 'QuoteReminded', 'QuoteQuestionAsked'],
  // Each version has a number and a place in the log of its own, even one with the same contents as another.
  essence: (state) => (state.presence === 'absent' ? state : { ...contentOf(state), presence: state.presence }),
  essenceOfDocument: (document) => {
    const { version: _, lastVersion: __, ...rest } = document as { version: number; lastVersion: number };
    return { ...rest, ...contentOf(document as never) };
  },
  inClear: {
    [WHY.id]: [
      'QuoteApproved.depositInvoiceId',
      'QuoteCreated.propertyId',
      'QuoteCreated.photoIds',
      'QuoteCreated.analysisId',
      'QuoteVersionSaved.propertyId',
      'QuoteVersionSaved.photoIds',
      'QuoteVersionSaved.analysisId',
      'QuoteApproved.propertyId',
      'QuoteApproved.photoIds',
      'QuoteApproved.analysisId',
      'QuoteQuestionAsked.questionId',
      'QuoteQuestionAnswered.questionId',
      'QuoteAnswerWithdrawn.questionId',
      'QuoteCreated.customerId',
      'QuoteCreated.leadId',
      'QuoteApproved.customerId',
      'QuoteApproved.leadId',
      'QuoteApproved.optionalItemIds',
      'QuoteApproved.jobId',
      'QuoteQuestionAnswered.answeredBy',
    ],
    [WHY.number]: ['QuoteCreated.number', 'QuoteApproved.jobNumber'],
    [WHY.choice]: [
      'QuoteLifeRestored.status',
      'QuoteApproved.isChange',
      'QuoteApproved.isNewCustomer',
      'QuoteApproved.isCustomerArchived',
    ],
    [WHY.worth]: [
      'QuoteCreated.depositPercent',
      'QuoteCreated.taxRate',
      'QuoteCreated.subtotal',
      'QuoteCreated.tax',
      'QuoteCreated.total',
      'QuoteVersionSaved.depositPercent',
      'QuoteVersionSaved.taxRate',
      'QuoteVersionSaved.subtotal',
      'QuoteVersionSaved.tax',
      'QuoteVersionSaved.total',
      'QuoteApproved.depositPercent',
      'QuoteApproved.taxRate',
      'QuoteApproved.subtotal',
      'QuoteApproved.tax',
      'QuoteApproved.total',
      'QuoteApproved.deposit',
    ],
    'which version of a quote is meant': [
      'QuoteVersionSaved.version',
      'QuoteVersionWithdrawn.version',
      'QuoteSent.version',
      'QuoteRevoked.version',
      'QuoteReminded.version',
      'QuoteExpired.version',
      'QuoteDeclined.version',
      'QuoteLifeRestored.version',
      'QuoteQuestionAsked.version',
      'QuoteApproved.version',
      'QuoteApproved.versionRevision',
    ],
    'when a quote was sent, and what it waits for or ended with': [
      'QuoteSent.sentAt',
      'QuoteSent.validUntil',
      'QuoteSent.expiresAt',
      'QuoteSent.remindAt',
      'QuoteLifeRestored.sentAt',
      'QuoteLifeRestored.validUntil',
      'QuoteLifeRestored.expiresAt',
      'QuoteLifeRestored.remindAt',
      'QuoteLifeRestored.remindedAt',
      'QuoteLifeRestored.endedAt',
      'QuoteCreated.offeredUntil',
      'QuoteVersionSaved.offeredUntil',
      'QuoteApproved.offeredUntil',
      'QuoteRevoked.revokedAt',
      'QuoteReminded.remindedAt',
      'QuoteExpired.expiredAt',
      'QuoteDeclined.declinedAt',
      'QuoteApproved.approvedAt',
      'QuoteQuestionAsked.askedAt',
      'QuoteQuestionAnswered.answeredAt',
    ],
    [WHY.entered]: ['QuoteCreated.createdAt', 'QuoteVersionSaved.savedAt'],
    [WHY.work]: ['QuoteApproved.estimatedDuration'],
    [WHY.money]: ['QuoteApproved.approvedOn'],
  },
});
