import { expect, test } from 'vitest';
import { likenessKeys, mayBeSameTown, streetKey } from '../../../../domain/customer/likeness.ts';

const NOBODY = { firstName: null, lastName: null, email: null, phone: null, address: null };

test.each([
  ['(413) 555-0142', '+1 413.555.0142'],
  ['413 555 0142', '4135550142'],
  ['(413) 555-0142 x5', '4135550142'],
  ['413-555-0142 or 413-555-0199', '4135550142'],
])('The phone %j is the same as %j', (one, other) => {
  expect(likenessKeys({ ...NOBODY, phone: one }).phone).toBe(likenessKeys({ ...NOBODY, phone: other }).phone);
});

test('An extension alone, which is no phone number, is nobody', () => {
  expect(likenessKeys({ ...NOBODY, phone: 'ext. 142' }).phone).toBeNull();
});

test('A phone number is the same in the digits of any script', () => {
  expect(likenessKeys({ ...NOBODY, phone: '٤١٣-٥٥٥-٠١٤٢' }).phone).toBe('4135550142');
});

test('An email address is the same in any case', () => {
  expect(likenessKeys({ ...NOBODY, email: ' Ada@Example.com ' }).email).toBe('ada@example.com');
});

test('A name with an address is the same without accents, case and punctuation', () => {
  const key = likenessKeys({ ...NOBODY, firstName: 'José', lastName: 'Álvarez', address: '3 Elm St.' }).nameAndAddress;
  expect(key).toBe('jose alvarez | 3 elm st');
  expect(likenessKeys({ ...NOBODY, firstName: 'Jose Alvarez', address: '3, elm st' }).nameAndAddress).toBe(key);
});

test('A full name is the same however it is written and divided; half a name is nobody', () => {
  const { name } = likenessKeys({ ...NOBODY, firstName: 'José', lastName: ' Álvarez-Ruiz ' });
  expect(name).toBe('jose alvarezruiz');
  expect(likenessKeys({ ...NOBODY, lastName: 'jose alvarez ruiz', address: '3 Elm St' }).name).toBe(name);
  const same = [
    `Łukasz O’Brien`,
    `Lukasz OBrien`,
    'lukasz o`brien',
    'J. R. van der Berg',
    'J.R. Vanderberg',
    'JR Van Der Berg',
    'Ann Smith–Jones',
    'Ann SmithJones',
    'Ann Smith Jones',
  ].map((lastName) => likenessKeys({ ...NOBODY, lastName }).name);
  expect([...new Set(same)]).toEqual(['lukasz obrien', 'jr vanderberg', 'ann smithjones']);
  for (const half of [{ firstName: 'Ada' }, { lastName: 'Stone ' }, { firstName: '.', lastName: 'Stone' }])
    expect(likenessKeys({ ...NOBODY, ...half }).name).toBeNull();
});

test('A first name alone is nobody, and so are erased people', () => {
  const none = { phone: null, email: null, nameAndAddress: null, name: null };
  expect(likenessKeys({ ...NOBODY, firstName: 'Ada' })).toEqual(none);
  const erased = '[erased]';
  expect(likenessKeys({ firstName: erased, lastName: erased, email: erased, phone: erased, address: erased })).toEqual(
    none,
  );
});

test.each([
  ['3 Elm St', '3 Elm Street'],
  ['3 Elm St, Hadley, MA 01035', '3 elm st.'],
  ['3, Elm St', '3 Elm St, Apt 2, Hadley, MA 01035'],
  ['3 Elm St Unit 4', '3 Elm St'],
  ['12 North Pleasant Road', '12 N. Pleasant Rd, Amherst'],
])('The street of %j is that of %j', (one, other) => {
  expect(streetKey(one)).not.toBeNull();
  expect(streetKey(one)).toBe(streetKey(other));
});

test.each([null, '', 'Elm St', '3', '[erased]', 'Hadley, MA 01035'])('%j is no street of a house', (address) =>
  expect(streetKey(address)).toBeNull(),
);

test('Another number is another street', () => expect(streetKey('3 Elm St')).not.toBe(streetKey('13 Elm St')));

test.each([
  [{ city: 'Hadley', zipCode: '01035' }, { city: 'North Hadley', zipCode: '01035-1234' }, true],
  [{ city: 'Hadley', zipCode: '01035' }, { city: 'Hadley', zipCode: '01002' }, false],
  [{ city: 'hadley', zipCode: null }, { city: 'Hadley', zipCode: '01035' }, true],
  [{ city: 'Hadley', zipCode: null }, { city: 'Amherst', zipCode: '01002' }, false],
  [{ city: null, zipCode: null }, { city: 'Amherst', zipCode: '01002' }, true],
])('Whether %j and %j may be one town: %s', (one, other, isSame) => {
  const blank = { address: null, state: null };
  expect(mayBeSameTown({ ...blank, ...one }, { ...blank, ...other })).toBe(isSame);
});
