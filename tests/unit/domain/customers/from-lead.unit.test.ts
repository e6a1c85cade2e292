import { expect, test } from 'vitest';
import { splitAddress, splitName } from '../../../../domain/customer/from-lead.ts';

test.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Mary Jane Watson ', 'Mary Jane', 'Watson'],
  ['Evergreen', 'Evergreen', ''],
])('The last space splits the name %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

test.each([
  ['12 Mill Lane, Amherst, MA 01002', { address: '12 Mill Lane', city: 'Amherst', state: 'MA', zipCode: '01002' }],
  [
    'Unit 4, 9 Elm St,  St. Paul,  mn  55101-1234',
    { address: 'Unit 4, 9 Elm St', city: 'St. Paul', state: 'MN', zipCode: '55101-1234' },
  ],
  ['behind the church', { address: 'behind the church', city: null, state: null, zipCode: null }],
  ['12 Mill Lane, Amherst', { address: '12 Mill Lane, Amherst', city: null, state: null, zipCode: null }],
  [null, { address: null, city: null, state: null, zipCode: null }],
  ['  ', { address: null, city: null, state: null, zipCode: null }],
])('The address %j is parted where it ends in city, state and ZIP', (text, parts) => {
  expect(splitAddress(text)).toEqual(parts);
});
