import { expect, test } from 'vitest';
import { hazardsIn, withHazardsIn } from '../../../../domain/analysis/hazards.ts';
import { joinedHazards } from '../../../../domain/analysis/terms.ts';

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
  // A negation holds for its own part of a sentence.
  ['No stump grinding needed\nPower lines right above the tree', ['Power line']],
  ['No dogs\nBees in the trunk', ['Bees or wasps']],
  ['No dogs - bees in the trunk', ['Bees or wasps']],
  ['No dogs—bees in the trunk', ['Bees or wasps']],
  ['No dogs and the power line is down', ['Power line']],
  ['Could not climb it because of the power lines', ['Power line']],
  // A warning or a doubt names the hazard.
  ['Please do not touch the power lines', ['Power line']],
  ['Don’t hit the gas meter', ['Gas line']],
  ['Do not work near the power line without the utility', ['Power line']],
  ['Never climb near the wires', ['Power line']],
  ['Do not work near the house or wires', ['Power line', 'Building close by']],
  ['Not sure how close the power line is', ['Power line']],
  ["I don't know if that is a power line", ['Power line']],
  ['No way around the power lines', ['Power line']],
  ['Not far from the power line', ['Power line']],
  ['No closer than 10 feet to the power line', ['Power line']],
  ['Not only the power line but also the roof', ['Power line']],
  ['Cannot be dropped without hitting the power line', ['Power line']],
  ['Free the power line of branches', ['Power line']],
  ['Power line: no idea whose', ['Power line']],
  ['Please make sure no power lines get damaged', ['Power line']],
  ['Make sure no power lines, roofs or fences get damaged', ['Power line']],
  ["The oak can't come down without the power line being switched off", ['Power line']],
  ['No power line should be touched', ['Power line']],
  ['No power line or gas line may be hit', ['Power line', 'Gas line']],
  ['No power lines or fences damaged, please', ['Power line']],
  ['None of the wires over the road may come down', ['Power line', 'Road or sidewalk close by']],
  ['We have no electricity since the tree came down on our line', ['Power line']],
  ["We don't have any electricity", ['Power line']],
  ["We don't have power since the tree fell", ['Power line']],
  ['The power is out', ['Power line']],
  ['No power lines which are live may be touched', ['Power line']],
  ["Isn't that a power line next to it?", ['Power line']],
  ["Aren't there power lines in the tree?", ['Power line']],
  ['No power since last night', ['Power line']],
  // However it is written.
  ...['power-line', 'power\u2011lines', 'power\nlines', 'power  lines', 'power\u00a0lines', 'power\u00adlines'].map(
    (said): [string, string[]] => [`Mind the ${said} there`, ['Power line']],
  ),
  ['There is a primary line overhead', ['Power line']],
  ['Hay cables eléctricos', ['Power line']],
  ['A widow-maker', ['Hanging limb']],
  ['Yellow-jackets', ['Bees or wasps']],
  ['By the gas-line', ['Gas line']],
  ['A limb lies on top of the roof', ['Building close by']],
  // Denials.
  ["There aren't any power lines", []],
  ['There aren’t any power lines', []],
  ['None of the wires', []],
  ['Free of power lines', []],
  ["It wasn't near the house", []],
  ['No dogs, and no dead limbs or bees', []],
  ['It is not dead or hollow', []],
  ['No visible signs of decay', []],
  ['We do not have any bees', []],
  ['The tree is not dead and does not lean', []],
  ['No wires nearby', []],
  ['No power lines in the way', []],
  ['There are no power lines within 20 feet of the tree, and no dogs on the property.', []],
  ['No power lines are visible here', []],
  ['No overhead lines close by, as far as I can see', []],
  ['No power lines or gas lines nearby', []],
  ['Neither power lines nor dogs in the back yard', []],
  ['No signs of rot or decay at the base', []],
  ['No power lines so it should be easy', []],
  ['No dead or damaged limbs', []],
  ['No decay was found in the trunk', []],
  ['No electric lines', []],
  ['There are no power lines in the backyard', []],
  ['No power lines touching the tree', []],
  ['No wires running through it', []],
  ['No power lines in the work area', []],
  ['No gas lines under the stump', []],
  ['No bees that we saw', []],
  ['No power lines, right?', []],
  ['No power needed', []],
  ['No power washing please', []],
  ['No power source outside', []],
  ['No power tools', []],
  ['Power line: none', []],
  ['Power lines nearby - none visible\nDogs: no\nBees? No.', []],
  // What only sounds like one.
  ['Powerline Inspection Company sent me', []],
  ['On a dead end street', []],
  ['It is a dead end.', []],
  ['Dead end branches', ['Dead or rotten wood']],
  ['By the split rail fence', []],
  ['A wire fence, and barbed wire', []],
  ['I am dying to get this done', []],
  ['Dying to the top', ['Dead or rotten wood']],
  ['There is a dog park behind', []],
] as [string, string[]][])('The words %j name the hazards %j', (text, hazards) =>
  expect(hazardsIn(text)).toEqual(hazards),
);

test('Hazards that texts name follow those that are listed, and say nothing twice', () => {
  expect(withHazardsIn(['Loose bark'], 'The oak is dead.', null, 'Power line')).toEqual([
    'Loose bark',
    'Power line',
    'Dead or rotten wood',
  ]);
  expect(withHazardsIn(['Wires over the drive'], 'A power line crosses.')).toEqual(['Wires over the drive']);
});

test('Hazards of several lists are each there once, however they are written', () => {
  expect(joinedHazards(['Dog', 'Cables eléctricos'], ['dog', 'cables electricos', 'Bees'], ['Bees'])).toEqual([
    'Dog',
    'Cables eléctricos',
    'Bees',
  ]);
});
