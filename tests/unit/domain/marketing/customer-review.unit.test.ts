import { describe, expect, test } from 'vitest';
import { csvRows } from '../../../../api/customer-reviews/csv-rows.ts';
import { publishedName } from '../../../../api/customer-reviews/record.ts';
import { customerReview } from '../../../../domain/customer-review/customer-review.ts';
import { sentimentOf } from '../../../../domain/customer-review/sentiment.ts';
import { specify } from '../../../support/decider-specification.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const TODAY = '2026-06-15';
const DETAILS = { customerName: 'Ada', platform: 'yelp', rating: 4, reviewText: null, reviewedOn: '2026-06-10' };
const SAID = { ...DETAILS, mayPublish: false };
const RECEIVED = {
  type: 'CustomerReviewReceived',
  data: { ...SAID, customerId: null, jobId: null, mayShowPhotos: false, receivedAt: NOW },
} as const;
const spec = specify(customerReview);
const receive = { type: 'ReceiveCustomerReview', customerId: null, details: SAID, today: TODAY, now: NOW } as const;

describe('a review', () => {
  test('A review is of somebody, on a platform that is known, of one to five stars, and not of a day to come', () => {
    const none = spec.given();
    none.when(receive).then(RECEIVED);
    const wrong = (details: Partial<typeof DETAILS>) => none.when({ ...receive, details: { ...SAID, ...details } });
    wrong({ rating: 0 }).thenRefused('invalid');
    wrong({ rating: 6 }).thenRefused('invalid');
    wrong({ rating: 4.5 }).thenRefused('invalid');
    wrong({ platform: 'elsewhere' }).thenRefused('invalid');
    wrong({ customerName: ' ' }).thenRefused('invalid');
    wrong({ reviewedOn: '2026-06-16' }).thenRefused('invalid');
  });

  test('A model reads each version of the stars and words once; of a later, a removed or an erased one it counts for nothing', () => {
    const written = { ...RECEIVED, data: { ...RECEIVED.data, reviewText: 'Fine.' } } as const;
    const record = { type: 'RecordSentiment', version: 1, sentiment: 'neutral' } as const;
    const read = { type: 'CustomerReviewSentimentRead', data: { version: 1, sentiment: 'neutral' } } as const;
    const revised = (data: object) => ({ type: 'CustomerReviewRevised', data }) as const;
    spec.given(written).when(record).then(read);
    spec
      .given(written, revised({ platform: 'google' }))
      .when(record)
      .then(read);
    spec.given(written, read).when(record).thenNothingHappens();
    spec.given(RECEIVED).when(record).thenNothingHappens();
    for (const data of [{ reviewText: 'Bad.' }, { rating: 1 }]) {
      const corrected = spec.given(written, read, revised(data));
      corrected.when(record).thenNothingHappens();
      corrected.when({ ...record, version: 2 }).then({ ...read, data: { ...read.data, version: 2 } });
    }
    spec.given(written, { type: 'CustomerReviewRemoved', data: {} }).when(record).thenNothingHappens();
    spec.given(written, { type: 'CustomerReviewErased', data: {} }).when(record).thenNothingHappens();
  });

  test('An import that comes again changes nothing', () => {
    spec
      .given(RECEIVED)
      .when({ ...receive, type: 'ImportCustomerReview' })
      .thenNothingHappens();
  });

  test('The undo of a response puts the earlier one back, and mails nobody', () => {
    const responded = {
      type: 'CustomerReviewResponded',
      data: { responseText: 'Thank you', isMailed: true, at: NOW },
    } as const;
    const before = customerReview.evolve(customerReview.evolve(customerReview.initial, RECEIVED), responded);
    const later = { ...responded, data: { ...responded.data, responseText: 'Thanks', at: '2026-06-16T12:00:00.000Z' } };
    const inverse = customerReview.inverse(later, before);
    expect(inverse && customerReview.decide(inverse, customerReview.evolve(before, later))).toEqual([
      { ...responded, data: { ...responded.data, isMailed: false } },
    ]);
  });

  test('Who wrote a review and is no customer is erased by their name; a review of a customer goes with them', () => {
    const erase = { type: 'ErasePersonOfCustomerReview', confirm: 'Ada' } as const;
    spec.given(RECEIVED).when(erase).then({ type: 'CustomerReviewErased', data: {} });
    spec
      .given(RECEIVED)
      .when({ ...erase, confirm: 'Bo' })
      .thenRefused('invalid');
    spec
      .given({ ...RECEIVED, data: { ...RECEIVED.data, customerId: 'c' } })
      .when(erase)
      .thenRefused('conflict');
  });
});

describe('the publication of a review', () => {
  const publish = { type: 'PublishCustomerReview', now: NOW } as const;
  const published = { type: 'CustomerReviewPublished', data: { at: NOW } } as const;
  const unpublished = { type: 'CustomerReviewUnpublished', data: {} } as const;
  const agreed = { ...RECEIVED, data: { ...RECEIVED.data, mayPublish: true } };
  const written = { ...agreed, data: { ...agreed.data, customerId: 'c', jobId: 'j', customerName: null } };
  const revise = (details: Partial<typeof SAID>, today: string | null = TODAY) =>
    ({ type: 'ReviseCustomerReview', details, today }) as const;
  const revised = (data: Partial<typeof SAID>) => ({ type: 'CustomerReviewRevised', data }) as const;

  test('A review is published only if its writer agreed, and taken back together with their consent', () => {
    spec.given(RECEIVED).when(publish).thenRefused('conflict');
    spec.given(agreed).when(publish).then(published);
    spec.given(agreed, published).when(publish).thenNothingHappens();
    spec.given(agreed, published).when({ type: 'UnpublishCustomerReview' }).then(unpublished);
    spec
      .given(agreed, published)
      .when(revise({ mayPublish: false }))
      .then(unpublished, revised({ mayPublish: false }));
    spec.given(agreed, published, { type: 'CustomerReviewErased', data: {} }).when(publish).thenRefused('erased');
  });

  test('What a customer wrote on our page stays as they wrote it, but their consent can be taken back', () => {
    const { given } = spec;
    given(written)
      .when(revise({ rating: 5 }))
      .thenRefused('invalid');
    const unwilling = { ...written, data: { ...written.data, mayPublish: false } };
    given(unwilling)
      .when(revise({ mayPublish: true }))
      .thenRefused('invalid');
    given(written)
      .when(revise({ mayPublish: false }))
      .then(revised({ mayPublish: false }));
    // The undo of that.
    given(written, revised({ mayPublish: false }))
      .when(revise({ mayPublish: true }, null))
      .then(revised({ mayPublish: true }));
  });

  test('A job has one review of its customer, however often they send it', () => {
    const details = { ...SAID, customerName: null };
    const ofJob = { customerId: 'c', jobId: 'j', mayShowPhotos: true };
    const write = { ...receive, type: 'WriteCustomerReview', details, ...ofJob } as const;
    const { data } = RECEIVED;
    spec
      .given()
      .when(write)
      .then({ ...RECEIVED, data: { ...data, ...details, ...ofJob } });
    spec.given(written).when(write).thenRefused('conflict');
    spec.given(written, { type: 'CustomerReviewRemoved', data: {} }).when(write).thenRefused('conflict');
  });
});

test.each([
  ['Ada Hall', 'Ada H.'],
  [' Ada  Maria de la Ødegård ', 'A customer'],
  ['Ada Maria Ødegård', 'Ada Ø.'],
  ['Maple Court Homeowners', 'A customer'],
  ['Ada and Bo Hall', 'A customer'],
  ['Ada', 'A customer'],
  [null, 'A customer'],
])('A published review of %j is by “%s”', (name, shown) => {
  expect(publishedName(name)).toBe(shown);
});

describe('the sentiment of a review', () => {
  test.each([
    [5, null, 'positive'],
    [4, 'Good work.', 'positive'],
    [3, null, 'neutral'],
    [2, null, 'negative'],
    [3, 'Professional crew, great cleanup, would recommend.', 'positive'],
    [3, 'They came late and left a mess.', 'negative'],
    [4, 'They came late and were rude, but the oak is down.', 'neutral'],
    [2, 'Friendly and careful, just too slow.', 'neutral'],
    [4, 'Nothing was damaged and they did not leave a mess.', 'positive'],
    [1, 'Friendly, professional, great, and they cut the wrong tree.', 'negative'],
    [5, 'Late and messy, rude too.', 'positive'],
  ] as const)('The sentiment of %i stars with “%s” is %s', (rating, text, sentiment) => {
    expect(sentimentOf(rating, text)).toBe(sentiment);
  });
});

describe('rows of a CSV file', () => {
  test('A CSV file has quoted cells with commas, quotes and line ends, and its rows know their lines', () => {
    expect(csvRows('\uFEFFa,b\r\n"x, ""y""\nz",\r\n\r\nlast,1')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"\nz', ''] },
      { line: 5, cells: ['last', '1'] },
    ]);
  });

  test('A CSV file may be separated by semicolons or tabs, and have a cell as long as a file may be', () => {
    expect(csvRows('a;b\nx, y;1')).toMatchObject([{ cells: ['a', 'b'] }, { cells: ['x, y', '1'] }]);
    expect(csvRows('a\tb\nx\t"1\t2"')).toMatchObject([{ cells: ['a', 'b'] }, { cells: ['x', '1\t2'] }]);
    const long = 'x""'.repeat(600_000);
    expect(csvRows(`a,b\n"${long}",1`)[1]?.cells[0]).toHaveLength(1_200_000);
  });

  test('A CSV file with a quote that is not closed says on which line', () => {
    expect(() => csvRows('a,b\n"x,1\n2')).toThrow('Line 2: a quote is in the wrong place, or is not closed.');
  });
});
