import { describe, expect, test } from 'vitest';
import { looseMatch } from '../../../../console/ui/inputs/loose-match.ts';

describe('what a person types names a page or an act', () => {
  test.each([
    ['', 'Leads', 0],
    ['lea', 'Leads', 0],
    ['Add L', 'Add Lead', 0],
    ['lead', 'Add Lead', 1],
    ['lead add', 'Add Lead', 1],
    ['new lead', 'Add Lead', 1],
    ['ash', 'Dashboard', 2],
    ['customers new', 'Leads', null],
    ['oak', 'Leads', null],
  ])('A person who types %j finds the name %j with rank %j, where null is not at all', (typed, name, match) => {
    expect(looseMatch(typed, name, name === 'Add Lead' ? 'new create' : '')).toBe(match);
  });

  test.each([
    ['lukasz', 'Łukasz Wójcik', 0],
    ['obrien', 'Ann O’Brien', 1],
    ["O'Brien", 'OBrien Tree Care', 0],
    ['smith jones', 'Smith–Jones', 0],
    ['vanderberg', 'Ann van der Berg', 2],
    ['saw 3', 'Saw ٣', 0],
    ['?', 'Leads', null],
  ])('A person who types %j finds %j with rank %j without typing what is not on the keyboard', (typed, name, match) => {
    expect(looseMatch(typed, name)).toBe(match);
  });

  test.each([
    ['custmers', 'a letter is missing'],
    ['custoomers', 'one is too many'],
    ['cuatomers', 'one is wrong'],
    ['cutsomers', 'two are swapped'],
    ['xustomers', 'the first is wrong'],
    ['cusx', 'the last is wrong, so far'],
    ['cutso', 'two are swapped, so far'],
    ['customersx', 'one is too many at the end'],
  ])('Whoever types %j still finds Customers: %s', (typed) => {
    expect(looseMatch(typed, 'Customers')).toBe(2);
  });

  test.each(['cuatomrs', 'csu', 'mustangs', 'customerss1'])(
    'Whoever types %j does not find Customers: two letters are off, or it is too short',
    (typed) => {
      expect(looseMatch(typed, 'Customers')).toBe(null);
    },
  );
});
