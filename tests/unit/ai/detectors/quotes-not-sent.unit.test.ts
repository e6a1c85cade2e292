import { expect, test } from 'vitest';
import { quotesNotSent } from '../../../../ai/detectors/quotes-not-sent.ts';
import { DRAFT } from '../../../../domain/quote/versions.ts';
import type { LeadDocument } from '../../../../projections/leads.ts';
import type { QuoteDocument } from '../../../../projections/quotes.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { expectFit, PERSONAL } from '../../../support/insights/finding-texts.ts';
import { ago, NOW, places } from '../../../support/insights/moments.ts';

/** A quote. @param days since it was made @param sent since it was sent; null: it is a draft */
function quote(id: string, days: number, sent: number | null, more: Partial<QuoteDocument> = {}) {
  const status = sent === null ? 'draft' : 'sent';
  const life = { ...DRAFT, status, sentAt: sent === null ? null : ago(sent) };
  const version = { version: 1, savedAt: ago(days), life, approval: null } as QuoteDocument['versions'][number];
  const { name, address, said, email } = PERSONAL;
  const person = { customerName: name, propertyAddress: address, notes: said, customerEmail: email };
  return {
    id,
    ...person,
    leadId: null,
    customerId: null,
    total: 120_000,
    status,
    createdAt: ago(days),
    versions: [version],
    ...more,
  };
}

/** Quotes that were sent the day after, one a week. */
const sent = (count: number) => places(count).map((place) => quote(`sent-${place}`, 21 + 7 * place, 20 + 7 * place));

const factsOf = (
  quotes: Partial<QuoteDocument>[],
  { past = sent(30), leads = [] as Partial<LeadDocument>[], asOf = NOW } = {},
) => factsWith(asOf, { quotes: [...past, ...quotes], leads });

test('Drafts with a price that wait longer than quotes do here are found, the largest first', () => {
  const facts = factsOf([quote('a', 14, null), quote('b', 20, null, { total: 350_000 }), quote('new', 1, null)]);
  const found = quotesNotSent.find(facts);
  expectFit(found);
  expect(found).toMatchObject([
    {
      subject: 'all',
      title: '2 quotes with a price were never sent: $4,700.00',
      basis:
        '2 quotes with a price by November 9, 2026 come to $4,700.00; 9 of 10 quotes here are sent within 1 working day, and these wait more than 3 working days.',
      evidence: [
        { kind: 'quote', id: 'b', why: 'A draft since November 3, 2026; $3,500.00.' },
        { kind: 'quote', id: 'a', why: 'A draft since November 9, 2026; $1,200.00.' },
      ],
      opens: 'quote',
      worth: 470_000,
    },
  ]);
  expect(quotesNotSent.find(facts)).toEqual(found);
  const tomorrow = factsOf([quote('a', 14, null), quote('b', 20, null, { total: 350_000 }), quote('new', 1, null)], {
    asOf: ago(-1),
  });
  expect(quotesNotSent.find(tomorrow)).toEqual(found);
});

test('A draft is late after more than three working days, and a version that replaced it begins anew', () => {
  const late = (days: number) => quotesNotSent.find(factsOf([quote('a', days, null)]))?.length;
  expect([late(3), late(5), late(6)]).toEqual([0, 0, 1]);
  const again = quote('a', 30, null);
  const saved = { ...again.versions[0], version: 2, savedAt: ago(2) } as QuoteDocument['versions'][number];
  expect(quotesNotSent.find(factsOf([{ ...again, versions: [...again.versions, saved] }]))).toEqual([]);
});

test('A draft that nobody waits for is not told', () => {
  const lost = { id: 'lost', status: 'Lost' };
  const gone = { id: 'gone', status: 'New', removed: true as const };
  const change = quote('change', 30, 29);
  const drafted = { ...change.versions[0], version: 2, life: DRAFT } as QuoteDocument['versions'][number];
  const healthy = [
    quote('fresh', 1, null),
    quote('unpriced', 30, null, { total: 0 }),
    quote('removed', 30, null, { removed: true }),
    quote('erased', 30, null, { erased: true }),
    quote('of lost', 30, null, { leadId: 'lost' }),
    quote('of gone', 30, null, { leadId: 'gone' }),
    quote('superseded', 30, null, { customerId: 'c' }),
    quote('newer', 20, 19, { customerId: 'c' }),
    quote('forgotten', 400, null),
    quote('small', 30, null, { total: 20_000 }),
    { ...change, status: 'draft', versions: [...change.versions, drafted] },
  ];
  expect(quotesNotSent.find(factsOf(healthy, { leads: [lost, gone] }))).toEqual([]);
});

test('Without twenty quotes that were sent, or where most never are, it says nothing', () => {
  expect(quotesNotSent.find(factsOf([quote('a', 30, null)], { past: sent(19) }))).toBeNull();
  expect(quotesNotSent.find(factsOf([quote('a', 30, null)], { past: sent(20) }))).toHaveLength(1);
  const drafts = places(40).map((place) => quote(`draft-${place}`, 30 + place, null));
  expect(quotesNotSent.find(factsOf(drafts))).toBeNull();
});

test('It was right if the quotes were sent after all, and wrong if nobody wanted them', () => {
  const [found] = quotesNotSent.find(factsOf([quote('a', 14, null)])) ?? [];
  if (!found) throw new Error('It found nothing.');
  const after = (row: Partial<QuoteDocument>) => quotesNotSent.provedRight(found, factsOf([row]));
  expect(after(quote('a', 14, null))).toBeNull();
  expect(after(quote('a', 14, 2))).toBe(true);
  expect(after(quote('a', 14, null, { removed: true }))).toBe(false);
});
