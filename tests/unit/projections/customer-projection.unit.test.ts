import { expect, test } from 'vitest';
import type { CustomerEvent } from '../../../domain/customer/events.ts';
import { customers } from '../../../projections/customers.ts';
import { BARN, barnAdded, NO_PROPERTY, REGISTERED_AT, registered } from '../../support/samples/customer-events.ts';
import { specifyProjection } from '../../support/stores/projection-specification.ts';

const spec = specifyProjection<CustomerEvent>(customers, 'customer');
const { registeredAt: _, propertyId: __, quoteId: ___, ...fields } = registered().data;
const { address, city, state, zipCode } = fields;
const house = { ...NO_PROPERTY, id: 'house', address, city, state, zipCode };
const barn = { id: 'barn', ...BARN };
const keys = { phoneKey: '4135550142', emailKey: 'ada@example.com', nameAndAddressKey: 'ada king | 3 elm st' };
const fullNameKey = 'ada king';
const ada = {
  id: '1',
  revision: 0,
  ...fields,
  properties: [house],
  createdAt: REGISTERED_AT,
  nameKey: 'king ada',
  ...keys,
  fullNameKey,
  places: [address, city, state, zipCode].filter(Boolean).join(' '),
  streets: '|3-elm-st|',
  tagWords: '',
  tagSet: null,
};
const Archived: CustomerEvent = { type: 'CustomerArchived', data: { byHand: true } };
const Restored: CustomerEvent = { type: 'CustomerRestored', data: { byHand: true } };
const HouseRemoved: CustomerEvent = { type: 'PropertyRemoved', data: { propertyId: 'house' } };

test('A customer who was registered is shown with all that is known', () => spec.given(registered()).thenShows(ada));

test('A revision of a customer changes what it names, and what follows from it', () => {
  const Revised: CustomerEvent = { type: 'CustomerDetailsRevised', data: { lastName: 'Álvarez', phone: null } };
  const changed = { lastName: 'Álvarez', phone: null, nameKey: 'alvarez ada', phoneKey: null };
  const nameAndAddressKey = 'ada alvarez | 3 elm st';
  spec
    .given(registered(), Revised)
    .thenShows({ ...ada, revision: 1, ...changed, nameAndAddressKey, fullNameKey: 'ada alvarez' });
});

test('The address of a customer is that of the first property that is there', () => {
  const Moved: CustomerEvent = { type: 'PropertyRevised', data: { propertyId: 'house', address: '5 Oak St' } };
  spec.given(registered(), Moved).thenShows({
    ...ada,
    revision: 1,
    address: '5 Oak St',
    properties: [{ ...house, address: '5 Oak St' }],
    nameAndAddressKey: 'ada king | 5 oak st',
    places: '5 Oak St Hadley MA 01035',
    streets: '|5-oak-st|',
  });
  const both = { places: `${ada.places} 9 Mill Lane`, streets: '|3-elm-st| |9-mill-ln|' };
  spec.given(registered(), barnAdded).thenShows({ ...ada, revision: 1, properties: [house, barn], ...both });
  spec.given(registered(), barnAdded, HouseRemoved).thenShows({
    ...ada,
    revision: 2,
    address: '9 Mill Lane',
    city: null,
    state: null,
    zipCode: null,
    properties: [{ ...house, removed: true }, barn],
    nameAndAddressKey: 'ada king | 9 mill lane',
    places: '9 Mill Lane',
    streets: '|9-mill-ln|',
  });
  const { id: propertyId, ...details } = house;
  const back: CustomerEvent = { type: 'PropertyAdded', data: { propertyId, ...details } };
  spec
    .given(registered(), barnAdded, HouseRemoved, back)
    .thenShows({ ...ada, revision: 3, properties: [house, barn], ...both });
});

test('An archived customer stays, marked; restored they are as before', () => {
  spec.given(registered(), Archived).thenShows({ ...ada, revision: 1, removed: true });
  spec.given(registered(), Archived, Restored).thenShows({ ...ada, revision: 2 });
});

test('Events of a customer who was never registered show nothing', () =>
  spec.given(Archived, barnAdded).thenShows(null));

test('Only streams of customers concern the read model of customers', () => {
  expect(spec.idsIn('customer-a-b', Archived)).toEqual(['a-b']);
  for (const stream of ['customers-a', 'lead-a']) expect(spec.idsIn(stream, Archived)).toEqual([]);
});
