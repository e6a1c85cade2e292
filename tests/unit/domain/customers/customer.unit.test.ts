import { describe, expect, test } from 'vitest';
import { type CustomerCommand, customer } from '../../../../domain/customer/customer.ts';
import { type CustomerEvent, customerEvents } from '../../../../domain/customer/events.ts';
import { MOST_PROPERTIES } from '../../../../domain/customer/terms.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { specify } from '../../../support/decider-specification.ts';
import { BARN, barnAdded, NO_PROPERTY, REGISTERED_AT, registered } from '../../../support/samples/customer-events.ts';

const { given } = specify(customer);

const ada = registered();
const { registeredAt: _, propertyId: __, ...DETAILS } = ada.data;
const archived: CustomerEvent = { type: 'CustomerArchived', data: { byHand: true } };
const archivedByUndo: CustomerEvent = { type: 'CustomerArchived', data: { byHand: false } };
const restored = (byHand: boolean): CustomerEvent => ({ type: 'CustomerRestored', data: { byHand } });
const workBegan: CustomerEvent = { type: 'CustomerWorkBegan', data: { category: 'photo', recordId: 'p' } };
const renamed: CustomerEvent = { type: 'CustomerDetailsRevised', data: { lastName: 'Lovelace' } };
const barnRemoved: CustomerEvent = { type: 'PropertyRemoved', data: { propertyId: 'barn' } };
const barnRevised: CustomerEvent = { type: 'PropertyRevised', data: { propertyId: 'barn', label: 'Stable' } };

const register = (changes: Partial<typeof DETAILS> = {}): CustomerCommand => ({
  type: 'RegisterCustomer',
  details: { ...DETAILS, ...changes },
  propertyId: 'house',
  now: REGISTERED_AT,
});

describe('registering a customer', () => {
  test('Registering a customer makes the address their first property', () => given().when(register()).then(ada));

  test('Registering a customer without an address gives them no property', () => {
    const none = { address: null, city: null, state: null, zipCode: null };
    given()
      .when(register(none))
      .then(registered({ ...none, propertyId: null }));
  });

  test('Registering a customer needs a first or a last name', () => {
    given()
      .when(register({ leadId: null, firstName: ' ', lastName: null }))
      .thenRefused('invalid', 'Enter a first or a last name.');
    given()
      .when(register({ leadId: null, firstName: null }))
      .then(registered({ leadId: null, firstName: null }));
  });

  test('Registering a customer as the step of a conversion is never refused, and names the property after the lead', () => {
    const { propertyId: _, ...step } = register({ firstName: '', lastName: '' }) as Record<string, unknown>;
    given()
      .when(step as unknown as CustomerCommand)
      .then(registered({ firstName: '', lastName: '', propertyId: 'a' }));
  });

  test('Registering a customer again does nothing, but brings back whom the undo of the conversion, not a person, archived', () => {
    given(ada).when(register()).thenNothingHappens();
    given(ada, archivedByUndo).when(register()).then(restored(false));
    given(ada, archived).when(register()).thenNothingHappens();
  });
});

describe('revising a customer', () => {
  const revise = (details: object, address = {}): CustomerCommand => ({
    type: 'ReviseCustomer',
    details,
    address,
    newPropertyId: 'new',
  });

  test('Revising a customer records only what is different', () => {
    given(ada)
      .when(revise({ firstName: 'Ada', phone: null }))
      .then({ type: 'CustomerDetailsRevised', data: { phone: null } });
    given(ada)
      .when(revise({ firstName: 'Ada' }, { city: 'Hadley' }))
      .thenNothingHappens();
  });

  test('Revising a customer changes the address of the first property', () => {
    given(ada, barnAdded)
      .when(revise({ lastName: 'Lovelace' }, { city: 'Amherst' }))
      .then(renamed, { type: 'PropertyRevised', data: { propertyId: 'house', city: 'Amherst' } });
  });

  test('Revising the address of a customer without a property gives them their first', () => {
    const nowhere = registered({ address: null, city: null, state: null, zipCode: null, propertyId: null });
    given(nowhere)
      .when(revise({}, { address: '9 Mill Lane' }))
      .then({ type: 'PropertyAdded', data: { propertyId: 'new', ...NO_PROPERTY, address: '9 Mill Lane' } });
    given(nowhere)
      .when(revise({}, { address: null }))
      .thenNothingHappens();
  });

  test('Revising a customer so that the address is cleared removes a property of which nothing else is known', () => {
    const cleared = { address: null, city: null, state: null, zipCode: null };
    given(ada)
      .when(revise({}, cleared))
      .then({ type: 'PropertyRemoved', data: { propertyId: 'house' } });
    given(ada, { type: 'PropertyRevised', data: { propertyId: 'house', label: 'Home' } })
      .when(revise({}, cleared))
      .then({ type: 'PropertyRevised', data: { propertyId: 'house', ...cleared } });
  });

  test('Revising a customer leaves them a name', () =>
    given(ada)
      .when(revise({ firstName: '', lastName: null }))
      .thenRefused('invalid'));

  test('Revising a customer is refused where there is none, and for one who is archived', () => {
    given()
      .when(revise({ notes: 'Dog' }))
      .thenRefused('not_found');
    given(ada, archived)
      .when(revise({ notes: 'Dog' }))
      .thenRefused('removed', 'This customer is archived. Restore them to change anything.');
  });
});

describe('properties', () => {
  const add = (details: object, propertyId = 'barn'): CustomerCommand => ({
    type: 'AddProperty',
    propertyId,
    details: { ...NO_PROPERTY, ...details },
  });
  const reviseBarn = (details: object): CustomerCommand => ({ type: 'ReviseProperty', propertyId: 'barn', details });

  test('Properties are added, revised and removed, each in an event of its own', () => {
    given(ada).when(add(BARN)).then(barnAdded);
    given(ada, barnAdded)
      .when(reviseBarn({ label: 'Stable', address: '9 Mill Lane' }))
      .then(barnRevised);
    given(ada, barnAdded).when({ type: 'RemoveProperty', propertyId: 'barn' }).then(barnRemoved);
    given(ada, barnAdded, barnRemoved).when({ type: 'RemoveProperty', propertyId: 'barn' }).thenNothingHappens();
  });

  test.each([
    [{ accessNotes: 'Gate 4711' }, 'A property needs an address, a label or coordinates.'],
    [{ latitude: 42.3 }, 'Coordinates are a latitude and a longitude. Enter both, or neither.'],
    [{ latitude: 90.1, longitude: 0 }, 'The latitude must be from -90 to 90 degrees.'],
    [{ latitude: 0, longitude: -180.5 }, 'The longitude must be from -180 to 180 degrees.'],
  ])('Properties with %j are refused', (details, message) => {
    given(ada).when(add(details)).thenRefused('invalid', message);
  });

  test('Properties with coordinates at the edges are taken', () => {
    const data = { propertyId: 'barn', ...NO_PROPERTY, latitude: -90, longitude: 180 };
    given(ada)
      .when(add({ latitude: -90, longitude: 180 }))
      .then({ type: 'PropertyAdded', data });
  });

  test('Properties cannot lose their whole place', () => {
    given(ada, barnAdded)
      .when(reviseBarn({ label: null, address: null }))
      .thenRefused('invalid');
  });

  test('Properties that are unknown, removed or there already are told apart', () => {
    given(ada)
      .when(reviseBarn({ label: 'x' }))
      .thenRefused('not_found', 'This customer has no such property.');
    given(ada).when({ type: 'RemoveProperty', propertyId: 'barn' }).thenRefused('not_found');
    given(ada, barnAdded, barnRemoved)
      .when(reviseBarn({ label: 'x' }))
      .thenRefused('removed');
    given(ada, barnAdded).when(add(BARN)).thenRefused('conflict');
  });

  test('Properties of a customer are limited in number', () => {
    const many = Array.from({ length: MOST_PROPERTIES - 1 }, (_, index): CustomerEvent => {
      return { type: 'PropertyAdded', data: { propertyId: `p${index}`, ...BARN } };
    });
    given(ada, ...many)
      .when(add(BARN))
      .thenRefused('conflict');
  });

  test('Properties that come back are at their place', () => {
    const houseRemoved: CustomerEvent = { type: 'PropertyRemoved', data: { propertyId: 'house' } };
    given(ada, barnAdded, houseRemoved).thenUndoneLeadsBack();
  });
});

describe('archiving', () => {
  const undoOfConversion: CustomerCommand = { type: 'ArchiveCustomer' };
  const byHand: CustomerCommand = { type: 'ArchiveCustomer', evenIfWorkedOn: true };

  test('A customer is always archived by a person, once', () => {
    given(ada, renamed).when(byHand).then(archived);
    given(ada, archived).when(byHand).thenNothingHappens();
    given().when(byHand).thenRefused('not_found');
  });

  test('A customer is archived by the undo of a conversion where nothing was added since', () => {
    given(ada).when(undoOfConversion).then(archivedByUndo);
    given(ada, archived, restored(false)).when(undoOfConversion).then(archivedByUndo);
  });

  test.each<[string, CustomerEvent[]]>([
    ['details were revised', [renamed]],
    ['a property was added', [barnAdded]],
    ['a property was added and removed again', [barnAdded, barnRemoved]],
    ['a person restored them', [archived, restored(true)]],
    ['something was begun for them', [workBegan]],
  ])('A customer is not archived by the undo of a conversion where %s', (_, since) => {
    given(ada, ...since)
      .when(undoOfConversion)
      .thenNothingHappens();
  });

  test('A customer’s archiving is taken back by a conversion of their lead, which is no work on them', () => {
    const byConversion: CustomerCommand = { type: 'RestoreCustomer', byConversion: true };
    given(ada, archived).when(byConversion).then(restored(false));
    given(ada, archived, restored(false)).when(undoOfConversion).then(archivedByUndo);
    given(ada).when(byConversion).thenNothingHappens();
  });

  test('A customer’s archiving is taken back by restoring them', () => {
    given(ada, archived).when({ type: 'RestoreCustomer' }).then(restored(true));
    given(ada).when({ type: 'RestoreCustomer' }).thenNothingHappens();
  });
});

describe('the first thing that hangs on a customer', () => {
  const begin: CustomerCommand = { type: 'BeginWork', category: 'photo', recordId: 'p' };

  test('The first thing that hangs on a customer is told once, and not of one who was worked on already', () => {
    given(ada).when(begin).then(workBegan);
    given(ada, workBegan)
      .when({ ...begin, recordId: 'another' })
      .thenNothingHappens();
    given(ada, renamed).when(begin).thenNothingHappens();
  });

  test('The first thing that hangs on a customer restores one archived meanwhile by the undo of their conversion, not by a person', () => {
    given(ada, archivedByUndo).when(begin).then(restored(false), workBegan);
    given(ada, archived).when(begin).then(workBegan);
    given(ada, archivedByUndo, restored(false), workBegan).when(begin).thenNothingHappens();
  });

  test('The first thing that hangs on a customer is refused where there is no customer', () =>
    given().when(begin).thenRefused('not_found'));
});

describe('undoing', () => {
  const isWorkedOn = false;
  const plain = (events: CustomerEvent[]) => ({ ...fold(customer, events), isWorkedOn });

  test.each<[string, CustomerEvent[]]>([
    ['a revision', [ada, renamed]],
    ['an archiving', [ada, archived]],
    ['a restoring', [ada, renamed, archived, restored(true)]],
    ["a property's revision", [ada, barnAdded, barnRevised]],
    ["a property's removal", [ada, barnAdded, barnRemoved]],
  ])('Undoing %s leads back to the state before', (_, events) => {
    const before = fold(customer, events.slice(0, -1));
    const command = customer.inverse(events.at(-1) as CustomerEvent, before) as CustomerCommand;
    const undone = customer.decide(command, fold(customer, events));
    expect(plain([...events, ...undone])).toEqual(plain(events.slice(0, -1)));
  });

  test('Undoing a registration archives the customer, and undoing an added property removes it', () => {
    expect(customer.inverse(ada, customer.initial)).toEqual({ type: 'ArchiveCustomer', evenIfWorkedOn: true });
    expect(customer.inverse(barnAdded, fold(customer, [ada]))).toEqual({ type: 'RemoveProperty', propertyId: 'barn' });
  });
});

test('A customer who was stored before properties has the one that the address was, named after the lead', () => {
  const [definition] = customerEvents;
  const [first] = definition.versions;
  const { propertyId: _, ...before } = ada.data;
  expect(first?.upcast?.(before as never)).toEqual({ ...before, propertyId: 'a' });
});

test('A customer who was stored before tags has none', () => {
  const [{ versions }] = customerEvents;
  const { tags: _, ...before } = ada.data;
  expect(versions.at(-2)?.upcast?.(before as never)).toEqual({ ...before, tags: [] });
});
