import { expect, test } from 'vitest';
import { attentions, kinds } from '../../../api/areas.ts';
import { plansToApprove } from '../../../api/plans/attention.ts';
import { addressOf, listAt, recordAt } from '../../../console/entities/addresses.ts';
import { KINDS } from '../../../console/entities/kinds.ts';
import { expectNone } from '../../support/findings.ts';

test('Each record that waits for a person opens from the first page, and so does the list of its kind', () => {
  expect(attentions.length).toBeGreaterThan(8);
  // A plan is approved on the schedule; there is no list of them.
  const withoutList = attentions.filter((each) => each !== plansToApprove && !each.page);
  expectNone([
    ...attentions
      .filter(({ kind }) => addressOf(kind.category, 'ID') === null)
      .map(
        ({ id, kind }) =>
          `${id} waits for a person, but a record of the kind ${kind.category} has no address. Add one to ` +
          'console/entities/kinds.ts.',
      ),
    ...withoutList.map(
      ({ id }) => `${id} waits for a person, but names no page that lists it. Add page in its attention.ts.`,
    ),
  ]);
});

test('Each kind that the search finds opens from the palette, and is searched anew after a change', () => {
  const searched = kinds.all.flatMap(({ category, found, projection }) =>
    found ? [{ category, collection: (found.collection ?? projection).collection }] : [],
  );
  expect(searched.length).toBeGreaterThan(8);
  expectNone(
    searched
      .filter(({ category, collection }) => !KINDS[category]?.searched.includes(collection))
      .map(
        ({ category, collection }) =>
          `GET /api/search finds each ${category}, but the palette would not open it. Add it to console/entities/kinds.ts, ` +
          `with searched: ['${collection}'].`,
      ),
  );
});

test('What no search finds has an address, and is not remembered as a record that was open', () => {
  expect(addressOf('mail', 'ID')).toEqual({ to: '/outbox', search: { mail: 'ID' } });
  expect(recordAt('/outbox', { mail: 'ID' })).toBeNull();
  expect(recordAt('/invoices', { invoice: 'ID' })).toEqual({ category: 'invoice', id: 'ID' });
});

test('A list is the same one whatever is open beside it, and each tab of a page has its own', () => {
  expect(listAt('/invoices', { q: 'oak', invoice: 'ID', tab: 'history', new: true })).toBe(
    listAt('/invoices', { q: 'oak' }),
  );
  const reviews = listAt('/hr-management', { tab: 'performance' });
  expect(listAt('/hr-management', { tab: 'performance', review: 'ID', part: 'history' })).toBe(reviews);
  expect(listAt('/hr-management', {})).not.toBe(reviews);
  expect(listAt('/schedule', {})).toBeNull();
});
