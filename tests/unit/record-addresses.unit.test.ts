import { expect, test } from 'vitest';
import { attentions } from '../../api/areas.ts';
import { plansToApprove } from '../../api/plans/attention.ts';
import { addressOf, recordAt } from '../../console/entities/addresses.ts';
import { expectNone } from '../support/findings.ts';

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
          'console/entities/addresses.ts.',
      ),
    ...withoutList.map(
      ({ id }) => `${id} waits for a person, but names no page that lists it. Add page in its attention.ts.`,
    ),
  ]);
});

test('What no search finds has an address, and is not remembered as a record that was open', () => {
  expect(addressOf('mail', 'ID')).toEqual({ to: '/outbox', search: { mail: 'ID' } });
  expect(recordAt('/outbox', { mail: 'ID' })).toBeNull();
  expect(recordAt('/invoices', { invoice: 'ID' })).toEqual({ category: 'invoice', id: 'ID' });
});
