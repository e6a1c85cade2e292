import { expect, test } from 'vitest';
import { attentions } from '../../api/areas.ts';
import { plansToApprove } from '../../api/plans/attention.ts';
import { addressOf, recordAt } from '../../console/entities/addresses.ts';

test('each record that waits for a person opens from the first page, and so does the list of its kind', () => {
  expect(attentions.length).toBeGreaterThan(8);
  expect(attentions.filter(({ kind }) => addressOf(kind.category, 'ID') === null).map(({ id }) => id)).toEqual([]);
  // A plan is approved on the schedule; there is no list of them.
  const withoutList = attentions.filter((each) => each !== plansToApprove && !each.page);
  expect(withoutList.map(({ id }) => id)).toEqual([]);
});

test('what no search finds has an address, and is not remembered as a record that was open', () => {
  expect(addressOf('mail', 'ID')).toEqual({ to: '/outbox', search: { mail: 'ID' } });
  expect(recordAt('/outbox', { mail: 'ID' })).toBeNull();
  expect(recordAt('/invoices', { invoice: 'ID' })).toEqual({ category: 'invoice', id: 'ID' });
});
