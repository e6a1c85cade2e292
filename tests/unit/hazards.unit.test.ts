import { expect, test } from 'vitest';
import { hazardsIn, withHazardsIn } from '../../domain/analysis/hazards.ts';

test.each([
  ['It leans over the power lines', ['Power line', 'Leaning tree']],
  ['Electric wires run through it', ['Power line']],
  ['A broken limb hangs over our neighbor’s roof', ['Hanging limb', 'Building close by']],
  ['The ash is dead, hollow, and the trunk is split', ['Split or cracked wood', 'Dead or rotten wood']],
  [
    'A maple fell on the road; there is a wasp nest: hornets!',
    ['Fallen or uprooted tree', 'Bees or wasps', 'Road or sidewalk close by'],
  ],
  ['No power lines nearby, and not near the house', []],
  ['Steep bank, mind the dog', ['Steep ground', 'Dog']],
  ['Prune three apple trees', []],
])('The words %j name the hazards %j', (text, hazards) => expect(hazardsIn(text)).toEqual(hazards));

test('Hazards that texts name follow those that are listed, and say nothing twice', () => {
  expect(withHazardsIn(['Loose bark'], 'The oak is dead.', null, 'Power line')).toEqual([
    ...['Loose bark', 'Power line', 'Dead or rotten wood'],
  ]);
  expect(withHazardsIn(['Wires over the drive'], 'A power line crosses.')).toEqual(['Wires over the drive']);
});
