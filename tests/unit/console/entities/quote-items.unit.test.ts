import { describe, expect, test } from 'vitest';
import { takesText } from '../../../../console/entities/job/takes.ts';
import {
  blankItem,
  type ItemDraft,
  itemsIn,
  priceOf,
  quantityOf,
  refusalOfItem,
  sentItems,
  textOfItems,
  totalsOf,
  workIn,
} from '../../../../console/entities/quote/items.ts';
import { QUOTE_LIMITS } from '../../../../domain/quote/terms.ts';

// A quote's services as its form holds them.

const item = (said: Partial<ItemDraft> = {}): ItemDraft => ({ ...blankItem('1'), ...said });

describe('what a form holds', () => {
  test('The quote form holds one blank service where there are none', () => {
    expect(itemsIn('')).toEqual([blankItem('1')]);
    expect(itemsIn('[]')).toEqual([blankItem('1')]);
  });

  test('The quote form holds a record’s services as texts, known by their ids', () => {
    const record = [
      { id: 'a', service: 'pruning', description: null, unitPrice: '1200.00', quantity: 3, isOptional: true },
      { id: 'b', service: null, unitPrice: '12.50', estimatedHours: 1.5, hazards: ['Wires'] },
    ];
    expect(itemsIn(JSON.stringify(record))).toEqual([
      item({ key: 'a', id: 'a', service: 'pruning', unitPrice: '1200', quantity: '3', isOptional: true }),
      item({ key: 'b', id: 'b', unitPrice: '12.50', estimatedHours: '1.5', hazards: ['Wires'] }),
    ]);
  });

  test('The quote form comes back from a draft as it was typed', () => {
    const typed = [
      item({ key: '7', unitPrice: '12oo', quantity: 'none' }),
      item({ key: 'x-0', service: 'pruning', isSuggested: true }),
    ];
    expect(itemsIn(textOfItems(typed))).toEqual(typed);
  });
});

test.each([
  ['3', 3],
  [' 12 ', 12],
  ['', 1],
  ['2,000', 2000],
  ['2.0', 2],
  ['0', 1],
  ['-2', 1],
  ['none', 1],
  ['2.5', null],
  ['2,5', null],
  ['20,000', null],
  ['2 oaks', null],
  ['2.00', 2],
  ['2.000', null],
  ['0.000', 1],
  ['３', 3],
  ['٣', null],
  ['३', null],
  ['Ⅲ', null],
])('A quantity typed as %j is %d, and never another one', (typed, quantity) =>
  expect(quantityOf(typed)).toBe(quantity),
);

test.each([
  ['1200.50', '', 120_050],
  ['', '$1,200', 120_000],
  ['300', '$1,200', 30_000],
  ['', '$800 - $1,200', null],
  ['', '', null],
])('The price %j beside the estimate %j is %j cents', (unitPrice, estimatedCost, cents) =>
  expect(priceOf({ unitPrice, estimatedCost })).toBe(cents),
);

test.each([
  [{ unitPrice: '12oo' }, 'unitPrice'],
  [{ unitPrice: '-5' }, 'unitPrice'],
  [{ quantity: '2.5' }, 'quantity'],
  [{ quantity: '2,000' }, undefined],
  [{ estimatedHours: 'two' }, 'estimatedHours'],
  [{ estimatedHours: '-1' }, 'estimatedHours'],
  [{ estimatedHours: String(QUOTE_LIMITS.hours + 1) }, 'estimatedHours'],
  [{ unitPrice: '1,200.50', estimatedHours: ' 1.5 ' }, undefined],
  [{}, undefined],
])('A service with %j is refused at %j', (said, field) => expect(refusalOfItem(item(said))?.field).toBe(field));

describe('what is sent', () => {
  test('What is sent of a quote form leaves out blank services, and what is the form’s alone', () => {
    const typed = [
      item({ key: '1' }),
      item({ key: 'x-0', service: 'pruning', unitPrice: '1,200', quantity: '', isSuggested: true }),
    ];
    expect(sentItems(textOfItems(typed))).toEqual([
      {
        service: 'pruning',
        description: '',
        estimatedCost: '',
        unitPrice: '1200.00',
        quantity: 1,
        priority: '',
        isOptional: false,
        estimatedHours: '',
        hazards: [],
      },
    ]);
  });

  test('What is sent keeps the id of a service that an earlier version had, also where nothing is left in it', () => {
    expect(sentItems(textOfItems([item({ key: 'a', id: 'a' })]))).toMatchObject([{ id: 'a' }]);
  });

  test('What is sent holds what is no amount as it was typed, for the server to refuse', () => {
    expect(sentItems(textOfItems([item({ unitPrice: '12oo' })]))).toMatchObject([{ unitPrice: '12oo' }]);
  });
});

describe('totals', () => {
  const removal = item({ key: '1', service: 'tree_removal', unitPrice: '1200', quantity: '2' });
  const stump = item({ key: '2', service: 'stump_grinding', estimatedCost: '$150', isOptional: true });

  test('The totals of a quote count what is not optional, and say what it is with all of it', () => {
    expect(totalsOf([removal, stump], '25', '6.25')).toEqual({
      subtotal: 240_000,
      tax: 15_000,
      total: 255_000,
      deposit: 63_750,
      unpriced: 0,
      most: { subtotal: 255_000, tax: 15_938, total: 270_938, deposit: 67_735 },
    });
  });

  test('The totals of a change order have the deposit of what it adds', () => {
    expect(totalsOf([removal, stump], '25', '6.25', 250_000)).toMatchObject({
      deposit: 1_250,
      most: { deposit: 5_235 },
    });
    expect(totalsOf([removal], '25', '6.25', 260_000)).toMatchObject({ deposit: 0 });
  });

  test('The totals of a quote tell how many services have no price; a blank one is none', () => {
    const typed = [removal, item({ key: '3', service: 'pruning' }), item({ key: '4' })];
    expect(totalsOf(typed, '', '0')).toMatchObject({ total: 240_000, deposit: 0, most: null, unpriced: 1 });
  });

  test.each([
    ['140', 240_000],
    ['-5', 0],
    ['12.5', 0],
    ['half', 0],
  ])('The totals of a quote take a deposit typed as %j for %d cents', (typed, deposit) =>
    expect(totalsOf([removal], typed, '0').deposit).toBe(deposit),
  );
});

test.each([
  ['5 h (4 h assumed for Tree Removal)', [item({ service: 'tree_removal' }), item({ estimatedHours: '1' })]],
  ['4 h (assumed)', [item({ service: 'tree_removal' }), item({ service: 'stump_grinding' })]],
  ['4 h 30 min', [item({ service: 'stump_grinding', quantity: '3', estimatedHours: '1.5' })]],
  ['2 h', [item({ estimatedHours: '2' }), item({ estimatedHours: '8', isOptional: true }), blankItem('2')]],
])('A quote takes %s, with hours for each of its quantity, and none of what is optional', (text, items) =>
  expect(takesText(workIn(items))).toBe(text),
);
