import { describe, expect, test } from 'vitest';
import { NO_QUOTE_DETAILS, type QuoteDetails, type QuoteEvent, quoteEvents } from '../../../../domain/quote/events.ts';
import { type QuoteCommand, quote } from '../../../../domain/quote/quote.ts';
import { plainAmount, type QuoteItem, quoteTotals, takenItems } from '../../../../domain/quote/terms.ts';
import { workHours } from '../../../../domain/quote/work-hours.ts';
import { specify } from '../../../support/decider-specification.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const LATER = '2026-06-16T12:00:00.000Z';
const EXPIRES = '2026-07-16T04:00:00.000Z';
const REMIND = '2026-07-13T04:00:00.000Z';
const { given } = specify(quote);

const oak: QuoteItem = {
  id: 'oak',
  service: 'tree_removal',
  description: 'The oak at the gate',
  estimatedCost: '$1,200',
  unitPrice: 120_000,
  quantity: 1,
  priority: 'high',
  isOptional: false,
  estimatedHours: 6,
  hazards: [],
};
const stump: QuoteItem = { ...oak, id: 'stump', service: 'stump_grinding', unitPrice: 15_000, isOptional: true };
const details: QuoteDetails = {
  ...NO_QUOTE_DETAILS,
  customerName: 'Ada Lovelace',
  propertyAddress: '3 Elm St',
  items: [oak, stump],
  taxRate: 6_250,
  depositPercent: 30,
};
const FIGURES = { subtotal: 120_000, tax: 7_500, total: 127_500 };

const created: QuoteEvent = {
  type: 'QuoteCreated',
  data: { number: null, customerId: 'c', leadId: null, ...details, ...FIGURES, createdAt: NOW },
};
const saved = (version: number, changes: Partial<QuoteDetails>, at = NOW): QuoteEvent => {
  const { subtotal, tax, total } = quoteTotals({ ...details, ...changes });
  return {
    type: 'QuoteVersionSaved',
    data: { version, ...details, ...changes, subtotal, tax, total, savedAt: at },
  };
};
const sent = (version: number, sentAt = NOW): QuoteEvent => ({
  type: 'QuoteSent',
  data: { version, sentAt, validUntil: '2026-07-15', expiresAt: EXPIRES, remindAt: REMIND },
});
const revoked = (version: number): QuoteEvent => ({ type: 'QuoteRevoked', data: { version, revokedAt: NOW } });
const declined: QuoteEvent = { type: 'QuoteDeclined', data: { version: 1, reason: 'Too dear', declinedAt: NOW } };
const expired: QuoteEvent = { type: 'QuoteExpired', data: { version: 1, expiredAt: EXPIRES } };
const approved = (version = 1, chosen: readonly string[] = [], versionRevision = 0): QuoteEvent => ({
  type: 'QuoteApproved',
  data: {
    version,
    versionRevision,
    ...details,
    signature: 'Ada Lovelace',
    optionalItemIds: [...chosen],
    ...quoteTotals(details, chosen),
    customerId: 'c',
    leadId: null,
    isNewCustomer: false,
    isCustomerArchived: false,
    approvedOn: '2026-06-01',
    depositInvoiceId: quoteTotals(details, chosen).deposit > 0 ? 'd' : null,
    jobId: 'j',
    jobNumber: null,
    isChange: false,
    approvedAt: NOW,
    estimatedDuration: workHours(takenItems(details.items, chosen)).hours,
  },
});
/** Of an approval: of a version that asks for no deposit, and of one beside which a deposit was asked for already. */
const NO_INVOICE = { deposit: 0, depositInvoiceId: null };
const NO_DEPOSIT = { ...NO_INVOICE, depositPercent: null };
const asked: QuoteEvent = {
  type: 'QuoteQuestionAsked',
  data: { questionId: 'q', version: 1, question: 'And the stump?', askedAt: NOW },
};

const save = (changes: Partial<QuoteDetails>) => ({ type: 'SaveVersion', details: changes, now: NOW }) as const;
const send = (now = NOW) =>
  ({ type: 'SendQuote', validUntil: '2026-07-15', expiresAt: EXPIRES, remindAt: REMIND, now }) as const;
const approve = (version = 1, changes: object = {}): QuoteCommand =>
  ({
    type: 'ApproveQuote',
    version,
    signature: 'Ada Lovelace',
    optionalItemIds: [] as string[],
    jobId: 'j',
    customerId: 'new',
    isCustomerArchived: false,
    photoIds: details.photoIds,
    now: NOW,
    approvedOn: '2026-06-01',
    depositInvoiceId: 'd',
    ...changes,
  }) as QuoteCommand;
const decline = (reason: string | null = null) => ({ type: 'DeclineQuote', version: 1, reason, now: NOW }) as const;
const withItem = (changes: Partial<QuoteItem>) => ({ ...details, items: [{ ...oak, ...changes }] });
const create = (of: QuoteDetails) =>
  ({ type: 'CreateQuote', customerId: 'c', leadId: null, details: of, now: NOW }) as const;

describe('what a quote comes to', () => {
  test.each([
    [[], { subtotal: 120_000, tax: 7_500, total: 127_500, deposit: 38_250 }],
    [['stump'], { subtotal: 135_000, tax: 8_438, total: 143_438, deposit: 43_031 }],
  ])('A quote comes to what is not optional and the optional services that are chosen: %s', (chosen, totals) => {
    expect(quoteTotals(details, chosen)).toEqual(totals);
  });
  test('The tax of a quote is on the total, and half a cent is a cent', () => {
    // 6.25 % of twice 0.88 is 0.11; of each one alone it would be 0.055, rounded to 0.06 twice.
    const twice = [
      { ...oak, unitPrice: 88 },
      { ...oak, id: 'b', unitPrice: 88 },
    ];
    expect(quoteTotals({ items: twice, taxRate: 6_250, depositPercent: null })).toMatchObject({ tax: 11, deposit: 0 });
    const half = [{ ...oak, unitPrice: 8 }];
    expect(quoteTotals({ items: half, taxRate: 6_250, depositPercent: 50 })).toEqual({
      subtotal: 8,
      tax: 1,
      total: 9,
      deposit: 5,
    });
  });
  test('A quote counts each of a quantity, and an item without a price as nothing', () => {
    const items = [
      { ...oak, quantity: 3 },
      { ...oak, id: 'b', unitPrice: null },
    ];
    expect(quoteTotals({ items, taxRate: 0, depositPercent: null }).total).toBe(360_000);
  });
});

test.each([
  ['$1,200', 120_000],
  ['1200.5', 120_050],
  ['$ 950 USD', 95_000],
  ['12,345,678', null],
  ['$800 - $1,200', null],
  ['about 500', null],
  ['-5', null],
  ['', null],
  [null, null],
])('The plain amount of %s is %s', (text, cents) => {
  expect(plainAmount(text)).toBe(cents);
});

describe('a version', () => {
  test('The first version of a quote is there as the quote is made', () => {
    given().when(create(details)).then(created);
    given(created).when(create(details)).thenRefused('conflict');
  });
  test.each([
    [{ ...details, customerName: ' ' }, 'customerName'],
    [{ ...details, propertyAddress: null }, 'propertyAddress'],
    [{ ...details, depositPercent: 101 }, 'depositPercent'],
    [{ ...details, taxRate: -1 }, 'taxRate'],
    [{ ...details, items: [oak, oak] }, 'items'],
    [withItem({ quantity: 0 }), 'items'],
    [withItem({ quantity: 1.5 }), 'items'],
    [withItem({ unitPrice: -1 }), 'items'],
    [withItem({ estimatedHours: -1 }), 'items'],
    [withItem({ priority: 'someday' }), 'items'],
    [withItem({ unitPrice: 999_999_999, quantity: 2 }), 'items'],
  ])('A version with a wrong value is not even a draft: case %#', (wrong, field) => {
    given().when(create(wrong)).thenRefused('invalid');
    expect(() => quote.decide(create(wrong), quote.initial)).toThrow(expect.objectContaining({ field }));
  });
  test('A version takes the place of the one before, whatever became of that', () => {
    given(created, sent(1))
      .when(save({ notes: 'By June' }))
      .then(saved(2, { notes: 'By June' }));
    given(created, sent(1), approved())
      .when(save({ notes: 'By June' }))
      .then(saved(2, { notes: 'By June' }));
    given(created)
      .when(save({ notes: null }))
      .then();
  });
  test('A version is taken back as long as nobody has seen it, and its number is not given again', () => {
    const withdrawn: QuoteEvent = { type: 'QuoteVersionWithdrawn', data: { version: 2 } };
    const withdraw = { type: 'WithdrawVersion', version: 2 } as const;
    given(created, saved(2, { notes: 'a' }))
      .when(withdraw)
      .then(withdrawn);
    given(created, saved(2, { notes: 'a' }), withdrawn)
      .when(save({ notes: 'b' }))
      .then(saved(3, { notes: 'b' }));
    given(created, saved(2, { notes: 'a' }), sent(2))
      .when(withdraw)
      .thenRefused('conflict');
    given(created).when({ type: 'WithdrawVersion', version: 1 }).thenRefused('conflict');
  });
});

describe('sending', () => {
  test('Sending a quote records until when it is valid', () => {
    given(created).when(send()).then(sent(1));
    given(created, sent(1)).when(send()).then();
    given(created, sent(1)).when(send(LATER)).then(sent(1, LATER));
    given(created, sent(1), expired).when(send(LATER)).then(sent(1, LATER));
    given(created, sent(1), declined).when(send(LATER)).then(sent(1, LATER));
  });
  test('Sending a quote is refused without items, without what they are, and without all prices', () => {
    for (const items of [[], [{ ...oak, unitPrice: null }], [{ ...oak, service: null, description: ' ' }]]) {
      given(created, saved(2, { items })).when(send()).thenRefused('invalid');
    }
  });
  test('Sending a quote is refused for a day that is past, and once it is approved', () => {
    given(created).when(send(EXPIRES)).thenRefused('invalid');
    given(created, sent(1), approved()).when(send(LATER)).thenRefused('conflict');
  });
  test('Sending a quote again after its link was revoked makes another version, so that the old link stays dead', () => {
    given(created, sent(1), revoked(1))
      .when(send(LATER))
      .then(saved(2, {}, LATER), sent(2, LATER));
  });
  test('The link of one version is revoked by its number, also of a declined one that was replaced', () => {
    const revoke = (version: number) => ({ type: 'RevokeQuote', version, now: NOW }) as const;
    const twice = [created, sent(1), saved(2, {}), sent(2)];
    given(...twice)
      .when(revoke(1))
      .then(revoked(1));
    given(...twice, revoked(1))
      .when(revoke(1))
      .thenNothingHappens();
    given(created, sent(1), declined, saved(2, {})).when(revoke(1)).then(revoked(1));
    given(created, sent(1), declined).when(revoke(1)).thenRefused('conflict');
    given(created, sent(1), expired, saved(2, {})).when(revoke(1)).thenRefused('conflict');
    given(...twice)
      .when(revoke(3))
      .thenRefused('not_found');
  });

  test('Revoking a quote takes back the version that was sent last', () => {
    const revoke = { type: 'RevokeQuote', now: NOW } as const;
    given(created, sent(1)).when(revoke).then(revoked(1));
    given(created, sent(1), saved(2, { notes: 'a' }))
      .when(revoke)
      .then(revoked(1));
    given(created, sent(1), revoked(1)).when(revoke).then();
    given(created).when(revoke).thenRefused('conflict');
    given(created, sent(1), approved()).when(revoke).thenRefused('conflict');
  });
});

describe('approving', () => {
  test('Approving a quote points at the event of the exact version, and holds all of it', () => {
    given(created, sent(1)).when(approve()).then(approved());
    given(created, sent(1))
      .when(approve(1, { optionalItemIds: ['stump'] }))
      .then(approved(1, ['stump']));
  });
  test('Approving a second time with the same signature changes nothing, and with another one is refused', () => {
    given(created, sent(1), approved())
      .when(approve(1, { signature: ' Ada  Lovelace ' }))
      .then();
    given(created, sent(1), approved(), saved(2, { notes: 'More' }))
      .when(approve())
      .then();
    given(created, sent(1), approved())
      .when(approve(1, { signature: 'Sam' }))
      .thenRefused('conflict');
    given(created, sent(1), approved())
      .when(approve(1, { optionalItemIds: ['stump'] }))
      .thenRefused('conflict');
  });
  test('Approving an older version is refused, also while staff still writes the newer one', () => {
    given(created, sent(1), saved(2, { notes: 'a' }))
      .when(approve())
      .thenRefused('superseded');
    given(created, sent(1), saved(2, { notes: 'a' }), sent(2))
      .when(approve())
      .thenRefused('superseded');
  });
  test('Approving what is not offered any more is refused', () => {
    given(created).when(approve()).thenRefused('revoked');
    given(created, sent(1), revoked(1)).when(approve()).thenRefused('revoked');
    given(created, sent(1), expired).when(approve()).thenRefused('expired');
    given(created, sent(1))
      .when(approve(1, { now: EXPIRES }))
      .thenRefused('expired');
    given(created, sent(1), declined).when(approve()).thenRefused('conflict');
    given(created, sent(1)).when(approve(7)).thenRefused('not_found');
    given(created, sent(1), { type: 'QuoteRemoved', data: {} }).when(approve()).thenRefused('removed');
  });
  test.each([{ signature: ' \t ' }, { signature: 'x'.repeat(201) }, { optionalItemIds: ['oak'] }])(
    'Approving a quote is refused with %o',
    (wrong) => {
      given(created, sent(1)).when(approve(1, wrong)).thenRefused('invalid');
    },
  );
  test('Approving a quote needs something to do where everything is optional', () => {
    const items = [stump];
    given(created, saved(2, { items }), sent(2)).when(approve(2)).thenRefused('invalid');
  });
  test('An approved change order keeps the job, and its customer', () => {
    const events = [created, sent(1), approved(), saved(2, { notes: 'More' }), sent(2)];
    given(...events)
      .when(approve(2, { jobId: 'other' }))
      .then({
        type: 'QuoteApproved',
        data: {
          ...(approved(2, [], 3).data as object),
          notes: 'More',
          isChange: true,
          deposit: 0,
          depositInvoiceId: null,
        } as never,
      });
  });
  const added = { items: [oak, { ...stump, isOptional: false }] };
  const changeOrder = (version: number, revision: number, changes: object): QuoteEvent => {
    const data = { ...approved(version, [], revision).data, isChange: true, ...NO_INVOICE, ...changes };
    return { type: 'QuoteApproved', data: data as never };
  };
  const free: QuoteEvent = { type: 'QuoteApproved', data: { ...approved(2, [], 1).data, ...NO_DEPOSIT } as never };
  const signedFree = [created, saved(2, { depositPercent: null }), sent(2), free];

  test('A change order asks for a deposit of what it adds, where none was asked for before it, and for no other', () => {
    // 30 % of the stump with its tax.
    const asking = changeOrder(3, 4, {
      ...added,
      ...quoteTotals({ ...details, ...added }),
      deposit: 4_781,
      depositInvoiceId: 'd',
      estimatedDuration: 12,
    });
    const order = [...signedFree, saved(3, added), sent(3)];
    given(...order)
      .when(approve(3))
      .then(asking);
    given(...order, asking, saved(4, { notes: 'Most' }), sent(4))
      .when(approve(4))
      .then(changeOrder(4, 7, { notes: 'Most' }));
  });
  test('A change order that adds nothing asks for no deposit, and one of optional services for that of the chosen', () => {
    const order = [...signedFree, saved(3, { notes: 'More' }), sent(3)];
    given(...order)
      .when(approve(3))
      .then(changeOrder(3, 4, { notes: 'More' }));
    given(...order)
      .when(approve(3, { optionalItemIds: ['stump'] }))
      .then({
        type: 'QuoteApproved',
        data: {
          ...approved(3, ['stump'], 4).data,
          notes: 'More',
          isChange: true,
          deposit: 4_781,
          depositInvoiceId: 'd',
        } as never,
      });
  });
  test('A deposit that a change order once said and nobody was asked for is not asked for by a later one', () => {
    const old = changeOrder(3, 4, { deposit: quoteTotals(details).deposit });
    given(...signedFree, saved(3, {}), sent(3), old, saved(4, { notes: 'Most' }), sent(4))
      .when(approve(4))
      .then(changeOrder(4, 7, { notes: 'Most' }));
  });
  test('A change order cannot change the deposit that was asked for', () => {
    const signed = given(created, sent(1), approved());
    signed.when(save({ depositPercent: 50 })).thenRefused('invalid');
    signed.when(save({ depositPercent: null })).thenRefused('invalid');
    signed.when(save({ depositPercent: 30, notes: 'More' })).then(saved(2, { notes: 'More' }));
    given(...signedFree)
      .when(save({ depositPercent: 50 }))
      .then(saved(3, { depositPercent: 50 }));
  });
  test('Approving a quote for nobody who is known names the customer that it makes', () => {
    const forNobody: QuoteEvent = { type: 'QuoteCreated', data: { ...created.data, customerId: null } as never };
    given(forNobody, sent(1))
      .when(approve())
      .then({ type: 'QuoteApproved', data: { ...approved().data, customerId: 'new', isNewCustomer: true } as never });
  });
});

describe('what else the customer does', () => {
  test('Declining a quote keeps the reason', () => {
    given(created, sent(1)).when(decline(' Too dear ')).then(declined);
    given(created, sent(1), declined).when(decline()).then();
    given(created, sent(1), declined).when(decline('Too dear')).then();
    given(created, sent(1), declined).when(decline('Too late')).thenRefused('conflict');
    given(created, sent(1), approved()).when(decline()).thenRefused('conflict');
    given(created, sent(1), saved(2, { notes: 'a' }))
      .when(decline())
      .thenRefused('superseded');
  });
  test('A question about a quote is asked as long as there is a link, and answered', () => {
    const ask = (question: string | null) =>
      ({ type: 'AskQuestion', questionId: 'q', version: 1, question, now: NOW }) as const;
    given(created, sent(1)).when(ask('And the stump?')).then(asked);
    given(created, sent(1), approved()).when(ask('And the stump?')).then(asked);
    given(created, sent(1), saved(2, { notes: 'a' }))
      .when(ask('And the stump?'))
      .then(asked);
    given(created, sent(1), asked).when(ask('And the stump?')).then();
    given(created, sent(1)).when(ask(' ')).thenRefused('invalid');
    given(created, sent(1), expired).when(ask('Why?')).thenRefused('expired');
    const answer = (text: string) =>
      ({ type: 'AnswerQuestion', questionId: 'q', answer: text, by: 'u', now: NOW }) as const;
    given(created, sent(1), asked)
      .when(answer('It is ground out.'))
      .then({
        type: 'QuoteQuestionAnswered',
        data: { questionId: 'q', answer: 'It is ground out.', answeredBy: 'u', answeredAt: NOW },
      });
    given(created, sent(1), asked).when(answer(' ')).thenRefused('invalid');
    given(created, sent(1)).when(answer('What?')).thenRefused('not_found');
  });
  test('Only so many questions about a quote wait for an answer', () => {
    const waiting = [1, 2, 3, 4, 5].map(
      (number): QuoteEvent => ({ ...asked, data: { ...asked.data, questionId: `q${number}` } }) as QuoteEvent,
    );
    const answered: QuoteEvent = {
      type: 'QuoteQuestionAnswered',
      data: { questionId: 'q3', answer: 'Yes.', answeredBy: 'u', answeredAt: NOW },
    };
    const one = { type: 'AskQuestion', questionId: 'q', version: 1, question: 'And the stump?', now: NOW } as const;
    given(created, sent(1), ...waiting)
      .when(one)
      .thenRefused('conflict');
    given(created, sent(1), ...waiting)
      .when({ ...one, questionId: 'q2' })
      .then();
    given(created, sent(1), ...waiting, answered)
      .when(one)
      .then(asked);
  });
  test('A quote that was revoked takes its earlier versions with it, but for what was approved', () => {
    const ask = { type: 'AskQuestion', questionId: 'q', version: 1, question: 'And the stump?', now: NOW } as const;
    const offers = [created, sent(1), saved(2, { notes: 'a' }), sent(2), revoked(2)];
    for (const act of [ask, approve(), decline()]) {
      given(...offers)
        .when(act)
        .thenRefused('revoked');
    }
    given(created, sent(1), approved(), ...offers.slice(2))
      .when(ask)
      .then(asked);
  });
});

describe('erasing whom it is for', () => {
  const erase = (confirm = ' Ada  Lovelace') => ({ type: 'ErasePersonOfQuote', confirm }) as const;
  const forNobody: QuoteEvent = { type: 'QuoteCreated', data: { ...created.data, customerId: null } as never };
  const erased: QuoteEvent = { type: 'QuoteErased', data: {} };
  test('Erasing whom a quote is for takes their name, also once the quote was removed', () => {
    given(forNobody, sent(1)).when(erase()).then(erased);
    given(forNobody, { type: 'QuoteRemoved', data: {} }).when(erase()).then(erased);
    given(forNobody, erased).when(erase()).then();
    given(forNobody).when(erase('Ada')).thenRefused('invalid');
    given().when(erase()).thenRefused('not_found');
  });
  test('Erasing whom a quote is for is refused where they are a customer or a lead', () => {
    given(created).when(erase()).thenRefused('conflict');
    given(forNobody, sent(1), approved()).when(erase()).thenRefused('conflict');
    const ofLead: QuoteEvent = {
      type: 'QuoteCreated',
      data: { ...created.data, customerId: null, leadId: 'l' } as never,
    };
    given(ofLead).when(erase()).thenRefused('conflict');
  });
});

describe('the timers', () => {
  const expire = (now: string) => ({ type: 'ExpireQuote', version: 1, now }) as const;
  const remind = (now: string) => ({ type: 'RemindOfQuote', version: 1, now }) as const;
  const reminded: QuoteEvent = { type: 'QuoteReminded', data: { version: 1, remindedAt: REMIND } };

  test('The timers expire a quote that nobody answered, and nothing else', () => {
    given(created, sent(1)).when(expire(EXPIRES)).then(expired);
    given(created, sent(1)).when(expire(NOW)).then();
    given(created, sent(1), approved()).when(expire(EXPIRES)).then();
    given(created, sent(1), { type: 'QuoteRemoved', data: {} }).when(expire(EXPIRES)).then();
    given().when(expire(EXPIRES)).then();
  });
  test('The timers remind once of the version that counts', () => {
    given(created, sent(1)).when(remind(REMIND)).then(reminded);
    given(created, sent(1), reminded).when(remind(REMIND)).then();
    given(created, sent(1)).when(remind(NOW)).then();
    given(created, sent(1)).when(remind(EXPIRES)).then();
    given(created, sent(1), saved(2, { notes: 'a' }))
      .when(remind(REMIND))
      .then();
  });
});

test.each(['QuoteCreated', 'QuoteVersionSaved', 'QuoteApproved'])(
  'A %s of before the last day of an offer could be chosen says no such day',
  (type) => {
    const [first] = quoteEvents.find((definition) => definition.type === type)?.versions ?? [];
    const { offeredUntil: _, ...before } = details;
    expect(first?.upcast?.(before as never)).toEqual({ ...before, offeredUntil: null });
  },
);
