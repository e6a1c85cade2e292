import { describe, expect, test } from 'vitest';
import { type CustomerFacts, matches, placeOf, reachedBy, requireSegment } from '../../../../domain/audience/rule.ts';
import { EVERYBODY, type Segment } from '../../../../domain/audience/segment.ts';

const ZONE = 'America/New_York';

/** A customer whose oak was pruned in the last minutes of June 15, 2026 in New York. */
const ADA: CustomerFacts = {
  finished: [
    { service: 'pruning', at: '2026-06-16T03:59:00.000Z' },
    { service: 'tree_removal', at: '2024-03-01T15:00:00.000Z' },
  ],
  invoiced: [{ cents: 40_000 }, { cents: 120_050 }],
  leads: [{ source: 'Referral' }, { source: null }],
  openQuotes: [{}],
  tags: ['hoa', 'referralpartner'],
  places: [
    placeOf({ address: '3 Elm St', city: 'South Hadley', zipCode: '01075-1234' }),
    placeOf({ address: null, city: null, zipCode: '01002' }),
    placeOf({ address: '12 Mill Lane, Granby, MA 01033', city: null, zipCode: null }),
  ],
};
const NEW: CustomerFacts = { finished: [], invoiced: [], leads: [], openQuotes: [], places: [], tags: [] };

const isIn = (segment: Partial<Segment>, facts = ADA) => matches({ ...EVERYBODY, ...segment }, ZONE)(facts);

describe('who is in a segment', () => {
  test.each<[string, Partial<Segment>, boolean]>([
    ['no condition', {}, true],
    ['a service that was done', { services: ['stump_grinding', 'pruning'] }, true],
    ['a service that was not', { services: ['stump_grinding'] }, false],
    ["the company's day of the work", { finishedFrom: '2026-06-15', finishedTo: '2026-06-15' }, true],
    ['the day after', { finishedFrom: '2026-06-16' }, false],
    ['days up to the day before the first work', { finishedTo: '2024-02-29' }, false],
    ['a service within the days', { services: ['tree_removal'], finishedTo: '2024-03-01' }, true],
    ['a service and days of two different jobs', { services: ['tree_removal'], finishedFrom: '2026-01-01' }, false],
    ['no work since a day after the last', { notServedSince: '2026-06-16' }, true],
    ['no work since the day of the last', { notServedSince: '2026-06-15' }, false],
    ['what the invoices come to, to the cent', { valueFrom: 160_050, valueTo: 160_050 }, true],
    ['a cent more', { valueFrom: 160_051 }, false],
    ['a cent less', { valueTo: 160_049 }, false],
    ['one of the sources', { leadSources: ['Website', 'Referral'] }, true],
    ['another source', { leadSources: ['Website'] }, false],
    ['a city, however it is written', { cities: ['Amherst', 'south-hadley'] }, true],
    ['a city of another name', { cities: ['Hadley'] }, false],
    ['the ZIP code of the second property', { zipCodes: ['01002'] }, true],
    ['a ZIP code with four more digits', { zipCodes: ['01075'] }, true],
    ['a city that stands in the address alone', { cities: ['Granby'] }, true],
    ['a ZIP code that stands in the address alone', { zipCodes: ['01033'] }, true],
    ['another city, or the ZIP code', { cities: ['Hadley'], zipCodes: ['01002'] }, true],
    ['one of their tags, however it is written', { tags: ['VIP', 'Referral-Partner'] }, true],
    ['the beginning of a tag', { tags: ['Referral'] }, false],
    ['a quote that waits', { hasOpenQuote: true }, true],
    ['no quote that waits', { hasOpenQuote: false }, false],
    ['all of two conditions', { services: ['pruning'], leadSources: ['Referral'] }, true],
    ['one of two conditions', { services: ['pruning'], leadSources: ['Website'] }, false],
  ])('By %s', (_, segment, expected) => {
    expect(isIn(segment)).toBe(expected);
  });

  test('Nobody ever worked for somebody new: they were not served since whatever day, and are in no place', () => {
    expect(isIn({ notServedSince: '2020-01-01' }, NEW)).toBe(true);
    expect(isIn({ finishedTo: '2026-06-15' }, NEW)).toBe(false);
    expect(isIn({ valueTo: 0 }, NEW)).toBe(true);
    expect(isIn({ cities: ['Hadley'] }, NEW)).toBe(false);
    expect(isIn({ hasOpenQuote: false }, NEW)).toBe(true);
    expect(isIn({ tags: ['HOA'] }, NEW)).toBe(false);
  });
});

test('Two customers on one mailbox get one mail, and who gets none is counted with the reason', () => {
  const customer = (id: string, mailboxId: string | null, isErased = false) => ({ id, mailboxId, isErased });
  const customers = [
    customer('a', 'one'),
    customer('b', null),
    customer('c', 'two'),
    customer('d', 'one'),
    customer('e', 'no-more'),
    customer('f', 'no-more'),
    customer('g', null, true),
  ];
  const { mailboxes, leftOut } = reachedBy(customers, (mailboxId) => mailboxId === 'no-more');
  expect([...mailboxes]).toEqual([
    ['one', ['a', 'd']],
    ['two', ['c']],
  ]);
  expect(leftOut).toEqual({ noEmail: 1, suppressed: 2, sameMailbox: 1, erased: 1 });
});

describe('what no segment says', () => {
  const require = (segment: Partial<Segment>) => () => requireSegment({ ...EVERYBODY, ...segment }, '2026-06-15');

  test.each<[Partial<Segment>, RegExp]>([
    [{ finishedFrom: '2026-06-16' }, /future/],
    [{ finishedTo: '2026-06-16' }, /future/],
    [{ notServedSince: '2027-01-01' }, /future/],
    [{ finishedFrom: '2026-02-02', finishedTo: '2026-02-01' }, /last day/],
    [{ valueFrom: 100, valueTo: 99 }, /highest amount/],
  ])('%j is refused', (segment, message) => {
    expect(require(segment)).toThrow(message);
  });

  test('Today, one day and one amount are fine', () => {
    const day = '2026-06-15';
    expect(
      require({ finishedFrom: day, finishedTo: day, notServedSince: day, valueFrom: 0, valueTo: 0 }),
    ).not.toThrow();
  });
});
