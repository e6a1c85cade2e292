import { expect, test } from 'vitest';
import { searched } from '../../../../console/records/list/list-search.ts';

test('A list that is searched on the page finds what the server would', () => {
  const people = [
    { name: 'Łukasz O’Brien', phone: '(555) 123-4567' },
    { name: 'Ann van der Berg', phone: null },
  ];
  const found = (search: string | undefined) =>
    searched(people, search, ({ name, phone }) => [name, phone]).map(({ name }) => name);
  for (const search of ['lukasz', 'obrien lukasz', "O'Brien", '5551234567', '٥٥٥'])
    expect([search, found(search)]).toEqual([search, ['Łukasz O’Brien']]);
  for (const search of ['vanderberg', 'berg', 'ann b'])
    expect([search, found(search)]).toEqual([search, ['Ann van der Berg']]);
  expect(found('oak')).toEqual([]);
  for (const none of [undefined, '', '  ']) expect(found(none)).toHaveLength(2);
});
