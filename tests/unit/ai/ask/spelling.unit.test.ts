import { expect, test } from 'vitest';
import { distanceOf, respelled } from '../../../../ai/ask/spelling.ts';

test.each([
  ['revenu last month', 'revenue last month'],
  ['overdue invoces?', 'overdue invoices'],
  ['revenue last mnoth', 'revenue last month'],
  ['shedule tomorrow', 'schedule tomorrow'],
  ['custmers with an open quote', 'customers with an open quote'],
  ['stump grindng jobs of maple crew', 'stump grinding jobs of maple crew'],
  ['certifcates that expire soon', 'certificates that expire soon'],
  ['jobs of mapel crew', 'jobs of maple crew'],
  ['revenu last mnth', 'revenue last month'],
])('A word that is nearly one of ours is offered as that: %s', (question, spelled) => {
  expect(respelled(question, [{ kind: 'crew', id: 'maple', name: 'Maple' }])).toContain(spelled);
});

test.each(['revenue last month', 'jobs of bob', 'what did we spend on zzyzx', 'jobs in 01035', 'wht th hck'])(
  'What is right, short or far from all is left as it is: %s',
  (question) => {
    expect(respelled(question, [])).toEqual([]);
  },
);

test('One error is a letter too many, too few, another one, or two that changed places', () => {
  expect(['invoces', 'invoicees', 'invoixes', 'invioces'].map((word) => distanceOf(word, 'invoices', 2))).toEqual([
    1, 1, 1, 1,
  ]);
  expect(distanceOf('jobs', 'jobs', 2)).toBe(0);
  expect(distanceOf('jobs', 'invoices', 2)).toBe(3);
});
