import { describe, expect, test } from 'vitest';
import {
  blankItem,
  type ItemDraft,
  itemsIn,
  sentItems,
  textOfItems,
} from '../../../../console/entities/quote/items.ts';
import {
  changedItem,
  correctedServices,
  itemOfCatalog,
  withItem,
  withSuggested,
} from '../../../../console/entities/quote/suggested-items.ts';
import { QUOTE_LIMITS } from '../../../../domain/quote/terms.ts';

// What an analysis and the price list fill into the services of a quote's form.

const item = (said: Partial<ItemDraft> = {}): ItemDraft => ({ ...blankItem('1'), ...said });

const REMOVAL = { service: 'tree_removal', description: 'Take down the dead oak.', estimatedCost: '$800 - $1,200' };
const ANALYSIS = {
  id: 'x',
  suggestedServices: [
    { ...REMOVAL, priority: 'high' },
    { service: 'stump_grinding', description: null, estimatedCost: null, priority: null },
  ],
};
const suggest = (items: readonly ItemDraft[], catalog: Parameters<typeof withSuggested>[2] = []) =>
  withSuggested(items, ANALYSIS, catalog);
const listed = (service: string, unitPrice: string | null, estimatedHours: number | null) => ({
  id: `${service} ${unitPrice}`,
  service,
  description: 'With cleanup',
  unitPrice,
  unit: 'tree',
  estimatedHours,
});

describe('what an analysis suggests', () => {
  test('Suggested services take the place of blank ones and of another analysis’s, and leave what a person typed', () => {
    const typed = item({ key: '1', service: 'pruning', description: 'By June' });
    const other = { id: 'w', suggestedServices: [{ ...REMOVAL, service: 'hedge_trimming', priority: null }] };
    const before = withSuggested([typed, item({ key: '2' })], other, []);
    expect(before).toHaveLength(2);
    expect(suggest(before)).toEqual([
      typed,
      expect.objectContaining({ key: 'x-0', ...REMOVAL, priority: 'high', isSuggested: true }),
      expect.objectContaining({ key: 'x-1', service: 'stump_grinding', isSuggested: true }),
    ]);
  });

  test('A suggested service fills the one that is there, named or not, and adds no second', () => {
    const ofLead = item({ key: '1', description: 'Dead oak beside the garage' });
    const filled = suggest([ofLead]);
    expect(filled).toMatchObject([
      { service: 'tree_removal', description: 'Dead oak beside the garage', priority: 'high', isSuggested: true },
      { service: 'stump_grinding', isSuggested: true },
    ]);
    // The same service goes before one without a name, by its label too.
    const named = [ofLead, item({ key: '2', id: 'kept', service: 'Tree Removal', unitPrice: '900' })];
    expect(suggest(named)).toMatchObject([
      { service: 'stump_grinding', description: 'Dead oak beside the garage' },
      { id: 'kept', service: 'Tree Removal', unitPrice: '900', description: REMOVAL.description },
    ]);
    // Another picture takes back what the first filled in, and nothing else.
    const again = {
      id: 'y',
      suggestedServices: [{ ...REMOVAL, service: 'pruning', description: null, priority: null }],
    };
    expect(withSuggested(filled, again, [])).toMatchObject([
      { key: 'y-0', service: 'pruning', description: 'Dead oak beside the garage', priority: '' },
    ]);
  });

  test('A price that the analysis took from the price list comes with its hours', () => {
    const catalog = [listed('Stump Grinding', '150.00', 1.5), listed('tree_removal', '1200.00', 6)];
    const suggestedServices = ANALYSIS.suggestedServices.map((each) => ({
      ...each,
      estimatedCost: `$150 per tree (price catalog)`,
    }));
    const [removal, stump] = withSuggested([], { id: 'x', suggestedServices }, catalog);
    expect(removal).toMatchObject({ unitPrice: '1200', estimatedHours: '6', description: REMOVAL.description });
    expect(stump).toMatchObject({ unitPrice: '150', estimatedHours: '1.5', description: '' });
    // Of several sizes nobody knows which; and a typical price of finished jobs is no price of the list.
    const sizes = [...catalog, listed('tree_removal', '2000.00', 10)];
    const [large] = withSuggested([], { id: 'x', suggestedServices }, sizes);
    expect(large).toMatchObject({ unitPrice: '', estimatedHours: '' });
    expect(suggest([], catalog)[0]).toMatchObject({ unitPrice: '', estimatedHours: '' });
  });

  test('What an analysis says of itself is never in a quote, and counts as no correction', () => {
    const of = (description: string) => ({ id: 'x', suggestedServices: [{ ...REMOVAL, description, priority: null }] });
    for (const own of [
      'Asked for in the text: "remove".',
      'A crown in leaf. Whether it needs pruning is seen on site.',
      'The photo shows a dead limb.',
      'The roots cannot be judged.',
    ]) {
      const items = withSuggested([], of(own), []);
      expect(JSON.stringify(sentItems(textOfItems(items))), own).not.toMatch(/text:|on site|photo|judged/);
      expect(correctedServices(items, of(own)), own).toBeNull();
    }
    const [kept] = withSuggested([], of('Remove the dead limb. It can be seen in the picture.'), []);
    expect(kept?.description).toBe('Remove the dead limb.');
  });

  test('An analysis that suggests nothing leaves a blank service', () => {
    expect(withSuggested([item({ key: '9' })], { id: 'x', suggestedServices: [] }, [])).toEqual([blankItem('1')]);
  });

  test('Suggested services are never more than a quote can hold', () => {
    const full = Array.from({ length: QUOTE_LIMITS.items }, (_, index) =>
      item({ key: `${index}`, service: 'pruning' }),
    );
    expect(suggest(full)).toEqual(full);
  });

  test('Suggested services come back from a draft as they were', () => {
    const items = suggest([item({ description: 'By June' })]);
    expect(itemsIn(textOfItems(items))).toEqual(items);
    expect(JSON.stringify(sentItems(textOfItems(items)))).not.toMatch(/filled|isSuggested/);
  });
});

describe('a service that a person changes', () => {
  test('Another service drops what was filled in for the old one, and keeps what was typed', () => {
    const [filled] = suggest([]) as [ItemDraft];
    const typed = changedItem(filled, { unitPrice: '950' }, []);
    expect(typed.isSuggested).toBeUndefined();
    const { asSuggested: _, ...changed } = changedItem(typed, { service: 'pruning' }, []);
    expect(changed).toEqual(item({ key: 'x-0', service: 'pruning', unitPrice: '950', priority: 'high' }));
    const [ofLead] = suggest([item({ description: 'Dead oak' })]) as [ItemDraft];
    expect(changedItem(ofLead, { service: 'pruning' }, []).description).toBe('Dead oak');
    expect(changedItem({ ...filled, description: 'The oak by the gate' }, { service: 'pruning' }, [])).toMatchObject({
      description: 'The oak by the gate',
      estimatedCost: '',
    });
  });

  test('A saved service drops the price list’s words, price and hours with its service', () => {
    const catalog = [listed('tree_removal', '1200.00', 6)];
    const saved = item({
      service: 'tree_removal',
      description: 'With cleanup',
      unitPrice: '1200',
      estimatedHours: '5',
    });
    expect(changedItem(saved, { service: 'pruning' }, catalog)).toEqual(
      item({ service: 'pruning', estimatedHours: '5' }),
    );
  });

  test('A service that is left as it was is still from the photo', () => {
    const [filled] = suggest([]) as [ItemDraft];
    expect(changedItem(filled, { quantity: '1' }, [])).toBe(filled);
  });
});

describe('what a person made of the suggested services', () => {
  const filled = suggest([]);
  const changed = (key: string, said: Partial<ItemDraft>) =>
    filled.map((each) => (each.key === key ? changedItem(each, said, []) : each));

  test('Suggested services count as not corrected as long as they are as suggested, whatever else the quote says of them', () => {
    expect(correctedServices(filled, ANALYSIS)).toBeNull();
    expect(correctedServices(changed('x-0', { unitPrice: '950', quantity: '2' }), ANALYSIS)).toBeNull();
    expect(correctedServices([...filled, item({ key: '3', service: 'pruning' })], ANALYSIS)).toBeNull();
    expect(correctedServices(suggest([item({ description: 'By June' })]), ANALYSIS)).toBeNull();
  });

  test('What stood in a service before the analysis is no correction of it, however it is spelled', () => {
    const plain = {
      id: 'x',
      suggestedServices: [{ ...ANALYSIS.suggestedServices[1], service: 'tree_removal' }],
    } as typeof ANALYSIS;
    for (const before of [
      { description: 'Oak by the pool, gate code 4411' },
      { service: 'Tree Removal', description: 'Fell, chip and haul' },
      { service: 'tree_removal', estimatedCost: '$900-1200', priority: 'low' },
    ]) {
      const items = withSuggested([item(before)], plain, []);
      expect(correctedServices(items, plain), JSON.stringify(before)).toBeNull();
      expect(correctedServices(itemsIn(textOfItems(items)), plain)).toBeNull();
      const [typed] = items.map((each) => changedItem(each, { description: 'The oak alone' }, []));
      expect(correctedServices([typed as ItemDraft], plain)).toMatchObject([{ description: 'The oak alone' }]);
    }
  });

  test('What one photo suggested and a person changed is kept beside what another photo says of the same service', () => {
    const of = (id: string, description: string) => ({
      id,
      suggestedServices: [{ service: 'tree_removal', description, estimatedCost: null, priority: null }],
    });
    const [oak] = withSuggested([], of('x', 'Remove oak.'), []) as [ItemDraft];
    const three = changedItem(oak, { quantity: '3' }, []);
    const both = withSuggested([three], of('y', 'Remove pine.'), []);
    expect(both).toMatchObject([
      { description: 'Remove oak.', quantity: '3' },
      { description: 'Remove pine.', quantity: '1', isSuggested: true },
    ]);
    expect(correctedServices(both, of('y', 'Remove pine.'))).toBeNull();
    expect(withSuggested([three], of('y', 'Remove Oak.'), [])).toHaveLength(1);
    expect(withSuggested([three], of('y', ''), [])).toHaveLength(1);
  });

  test('Corrected services are told each with its correction, in their order', () => {
    const [first, second] = ANALYSIS.suggestedServices;
    expect(correctedServices(changed('x-0', { estimatedCost: ' $500 ' }), ANALYSIS)).toEqual([
      { ...first, estimatedCost: '$500' },
      second,
    ]);
    expect(correctedServices(changed('x-0', { service: 'pruning' }), ANALYSIS)).toEqual([
      { service: 'pruning', description: null, estimatedCost: null, priority: 'high' },
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
  const added = itemOfCatalog({ ...listed('pruning', '150.00', 2), description: null }, '2');
  expect(added).toMatchObject({ key: '2', service: 'pruning', description: '', unitPrice: '150', estimatedHours: '2' });
  const typed = item({ key: '3', service: 'tree_removal' });
  expect(withItem([item({ key: '1' }), typed], added)).toEqual([typed, added]);
});
