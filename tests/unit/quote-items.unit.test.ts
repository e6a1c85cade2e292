import { describe, expect, test } from 'vitest';
import {
  blankItem,
  correctedServices,
  type ItemDraft,
  itemOfCatalog,
  itemsIn,
  priceOf,
  quantityOf,
  refusalOfItem,
  sentItems,
  textOfItems,
  totalsOf,
  withItem,
  withSuggested,
} from '../../console/entities/quote/items.ts';
import { QUOTE_LIMITS } from '../../domain/quote/terms.ts';

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
        ...{ service: 'pruning', description: '', estimatedCost: '', unitPrice: '1200.00', quantity: 1, priority: '' },
        ...{ isOptional: false, estimatedHours: '', hazards: [] },
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
      ...{ subtotal: 240_000, tax: 15_000, total: 255_000, deposit: 63_750, unpriced: 0 },
      most: { subtotal: 255_000, tax: 15_938, total: 270_938, deposit: 67_735 },
    });
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

const ANALYSIS = {
  id: 'x',
  suggestedServices: [
    { service: 'tree_removal', description: 'Dead oak', estimatedCost: '$800 - $1,200', priority: 'high' },
    { service: 'stump_grinding', description: null, estimatedCost: null, priority: null },
  ],
};

describe('what an analysis suggests', () => {
  test('Suggested services take the place of blank ones and of another analysis’s, and leave what a person typed', () => {
    const typed = item({ key: '1', description: 'By June' });
    const before = item({ key: 'w-0', service: 'pruning', isSuggested: true });
    expect(withSuggested([typed, item({ key: '2' }), before], ANALYSIS)).toEqual([
      typed,
      item({
        ...{ key: 'x-0', service: 'tree_removal', description: 'Dead oak', estimatedCost: '$800 - $1,200' },
        ...{ priority: 'high', isSuggested: true },
      }),
      item({ key: 'x-1', service: 'stump_grinding', isSuggested: true }),
    ]);
  });

  test('An analysis that suggests nothing leaves a blank service', () => {
    expect(withSuggested([item({ key: '9' })], { id: 'x', suggestedServices: [] })).toEqual([blankItem('1')]);
  });

  test('Suggested services are never more than a quote can hold', () => {
    const full = Array.from({ length: QUOTE_LIMITS.items }, (_, index) =>
      item({ key: `${index}`, service: 'pruning' }),
    );
    expect(withSuggested(full, ANALYSIS)).toEqual(full);
  });
});

describe('what a person made of the suggested services', () => {
  const filled = withSuggested([], ANALYSIS);
  const changed = (key: string, said: Partial<ItemDraft>) =>
    filled.map((each) => (each.key === key ? { ...each, ...said, isSuggested: undefined } : each));

  test('Suggested services count as not corrected as long as they are as suggested, whatever else the quote says of them', () => {
    expect(correctedServices(filled, ANALYSIS)).toBeNull();
    expect(correctedServices(changed('x-0', { unitPrice: '950', quantity: '2' }), ANALYSIS)).toBeNull();
    expect(correctedServices([...filled, item({ key: '3', service: 'pruning' })], ANALYSIS)).toBeNull();
  });

  test('Corrected services are told each with its correction, in their order', () => {
    const [first, second] = ANALYSIS.suggestedServices;
    expect(correctedServices(changed('x-0', { service: 'pruning', estimatedCost: ' $500 ' }), ANALYSIS)).toEqual([
      { ...first, service: 'pruning', estimatedCost: '$500' },
      second,
    ]);
  });

  test('Corrected services leave out those that were taken out, or are no service any more', () => {
    const [first] = ANALYSIS.suggestedServices;
    expect(correctedServices(filled.slice(0, 1), ANALYSIS)).toEqual([first]);
    expect(correctedServices(changed('x-1', { service: '' }), ANALYSIS)).toEqual([first]);
  });
});

test('A service of the price catalog takes the place of a blank one, with its price as one types it', () => {
  const listed = { service: 'pruning', description: null, unitPrice: '150.00', unit: 'tree', estimatedHours: 2 };
  const added = itemOfCatalog({ id: 'p', ...listed }, '2');
  expect(added).toEqual(item({ key: '2', service: 'pruning', unitPrice: '150', estimatedHours: '2' }));
  const typed = item({ key: '3', service: 'tree_removal' });
  expect(withItem([item({ key: '1' }), typed], added)).toEqual([typed, added]);
});
