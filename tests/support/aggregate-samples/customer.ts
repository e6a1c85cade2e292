import fc from 'fast-check';
import { customer } from '../../../domain/customer/customer.ts';
import { customerEvents } from '../../../domain/customer/events.ts';
import { firstProperty } from '../../../domain/customer/properties.ts';
import { customers } from '../../../projections/customers.ts';
import { AT, few, mark, of, SAMPLE_ID, sample, some, text, WHY } from './sample.ts';

const place = some({
  label: text,
  address: text,
  latitude: fc.constantFrom(null, 42),
  longitude: fc.constant(null),
});

const wholePlace = place.map((given) => ({
  label: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  accessNotes: null,
  latitude: null,
  longitude: null,
  ...given,
}));

const ADA = {
  leadId: null,
  firstName: 'Ada',
  lastName: null,
  email: null,
  phone: '555-0142',
  notes: null,
  address: '3 Elm St',
  city: null,
  state: null,
  zipCode: null,
};

export const customerSample = sample(customer, customerEvents, {
  first: {
    type: 'RegisterCustomer',
    details: ADA,
    propertyId: 'a',
    now: AT,
  },
  commands: fc.oneof(
    fc.record(
      {
        type: of('ReviseCustomer'),
        details: some({ firstName: text, phone: text, tags: fc.constantFrom([], ['HOA'], ['HOA', 'Pruning']) }),
        // Clearing what is left of it removes the property with it: said again, it means the next property.
        address: some({ address: fc.constantFrom('3 Elm St', '5 Oak St'), city: fc.constantFrom('Amherst', 'Hadley') }),
        newPropertyId: few,
      },
      { requiredKeys: ['type', 'details'] },
    ),
    fc.constant({ type: 'RegisterCustomer', details: ADA, now: AT }),
    fc.record({ type: of('AddProperty'), propertyId: few, details: wholePlace }),
    fc.record({ type: of('ReviseProperty'), propertyId: few, details: place }),
    fc.record({ type: of('RemoveProperty'), propertyId: few }),
    fc.constantFrom({ type: 'ArchiveCustomer' }, { type: 'ArchiveCustomer', evenIfWorkedOn: true }),
    fc.record({ type: of('RestoreCustomer') }),
  ) as fc.Arbitrary<never>,
  projection: customers,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { contact, properties, presence } = state;
    const address = firstProperty(properties)?.address ?? null;
    return { [SAMPLE_ID]: { ...contact, properties, address, ...mark(presence === 'removed') } };
  },
  // Having worked on them never ends, and undoing a restore is up to a person; an undone property is still there,
  // removed.
  essence: (state) =>
    state.presence === 'absent'
      ? state
      : {
          ...state,
          isWorkedOn: null,
          isArchivedByUndo: null,
          properties: state.properties.filter(({ removed }) => !removed),
        },
  essenceOfDocument: (document) => ({
    ...document,
    properties: (document as { properties: { removed?: true }[] }).properties.filter(({ removed }) => !removed),
  }),
  inClear: {
    [WHY.id]: [
      'CustomerRegistered.leadId',
      'CustomerRegistered.propertyId',
      'PropertyAdded.propertyId',
      'PropertyRevised.propertyId',
      'PropertyRemoved.propertyId',
      'CustomerWorkBegan.category',
      'CustomerWorkBegan.recordId',
      'CustomerErased.leadId',
      'CustomerErased.propertyIds',
      'CustomerRegistered.quoteId',
    ],
    [WHY.choice]: ['CustomerArchived.byHand', 'CustomerRestored.byHand'],
    [WHY.entered]: ['CustomerRegistered.registeredAt'],
  },
});
