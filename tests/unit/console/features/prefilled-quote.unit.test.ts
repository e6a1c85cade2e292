import { describe, expect, test } from 'vitest';
import type { AnalysisRecord } from '../../../../api/analyses/schema.ts';
import { blankItem, type ItemDraft, itemsIn, textOfItems } from '../../../../console/entities/quote/items.ts';
import { withFindings } from '../../../../console/entities/quote/suggested-items.ts';
import { withAddress, withKnown } from '../../../../console/features/quotes/prefilled.ts';
import { jsonOf, type Values } from '../../../../console/ui/inputs/fields.ts';

const BLANK: Values = {
  customerId: '',
  leadId: '',
  propertyId: '',
  customerName: '',
  customerEmail: '',
  propertyAddress: '',
  hazards: '',
  photoIds: '',
  items: '',
  description: '',
};
const person = (name: string, known: Values = {}): Values => ({
  leadId: name,
  customerId: '',
  propertyId: '',
  customerName: name,
  customerEmail: '',
  propertyAddress: '',
  description: '',
  service: '',
  ...known,
});
const ANN = person('Ann', {
  customerEmail: 'ann@example.com',
  propertyAddress: '1 Far St',
  description: 'Remove oak, gate code 1234',
  hazards: jsonOf(['Power line']),
});
const BOB = person('Bob', { description: 'Trim maple' });
const CY = person('Cy');
const withItem = (values: Values, part: Partial<ItemDraft>): Values => ({
  ...values,
  items: textOfItems(itemsIn(values['items'] ?? '').map((item, at) => (at === 0 ? { ...item, ...part } : item))),
});
const SUGGESTED = [
  { service: 'tree_removal', description: 'Remove the oak', estimatedCost: '$900', priority: 'high' },
  { service: 'stump_grinding', description: 'Gate code 1234', estimatedCost: null, priority: null },
];
/** A form after an analysis of a photo, by default of nobody in particular. */
function analyzed(values: Values, said: Partial<AnalysisRecord>): Values {
  const analysis = { id: 'x', customerId: null, leadId: null, hazards: [], suggestedServices: SUGGESTED, ...said };
  return { ...withFindings(values, analysis as unknown as AnalysisRecord, []), analysisId: analysis.id };
}
const first = (values: Values) => itemsIn(values['items'] ?? '')[0];

describe('who is chosen by mistake for a quote', () => {
  test('Nothing of somebody who was chosen by mistake stays where the one chosen next has none', () => {
    expect(withKnown(withKnown(BLANK, ANN), CY)).toMatchObject({
      customerName: 'Cy',
      customerEmail: '',
      propertyAddress: '',
      hazards: '',
      description: '',
    });
    expect(first(withKnown(withKnown(BLANK, ANN), CY))).toEqual(blankItem('1'));
  });

  test('What was typed where they have nothing stays; a correction of what they have leaves with them', () => {
    const typed = { ...withKnown(BLANK, BOB), customerEmail: 'typed@example.com' };
    expect(withKnown(typed, CY)['customerEmail']).toBe('typed@example.com');
    const corrected = { ...withKnown(BLANK, ANN), customerEmail: 'ann2@example.com', propertyAddress: '11 Far St' };
    expect(withKnown(corrected, CY)).toMatchObject({ customerEmail: '', propertyAddress: '' });
    expect(withKnown(corrected, { leadId: '', customerId: '', propertyId: '' })['customerEmail']).toBe('');
  });

  test('What was added to the words of a lead stays, without the words', () => {
    const words = ANN['description'];
    const added = withItem(withKnown(BLANK, ANN), { description: `${words}. Stump stays.` });
    const seen = { ...added, description: `Look: ${words}\nand the stump` };
    expect(first(withKnown(seen, CY))?.description).toBe('Stump stays.');
    expect(withKnown(seen, CY)['description']).toBe('Look: and the stump');
    expect(first(withKnown(seen, BOB))?.description).toBe('Trim maple\nStump stays.');
    expect(withKnown(seen, BOB)['description']).toBe('Trim maple\nLook: and the stump');
    const copied = {
      ...added,
      items: textOfItems([...itemsIn(added['items'] ?? ''), { ...blankItem('2'), description: `${words}!` }]),
    };
    expect(itemsIn(withKnown(copied, BOB)['items'] ?? '').map(({ description }) => description)).toEqual([
      'Trim maple\nStump stays.',
      '!',
    ]);
    // A part of a longer word is none of them.
    const oaks = withItem(withKnown(BLANK, { ...ANN, description: 'Oak' }), { description: 'Oakland Ave' });
    expect(first(withKnown(oaks, CY))?.description).toBe('Oakland Ave');
  });

  test('A few words of a lead are taken out only where they stand by themselves', () => {
    const asked = { ...ANN, description: 'Stump grinding' };
    const about = (description: string) =>
      first(withKnown(withItem(withKnown(BLANK, asked), { description }), CY))?.description;
    expect(about('Stump grinding')).toBe('');
    expect(about('Stump grinding. Haul the chips.')).toBe('Haul the chips.');
    expect(about('Oak first\nStump grinding')).toBe('Oak first');
    expect(about('Stump grinding (by the garage)')).toBe('(by the garage)');
    for (const text of ['Stump grinding 24 in. below grade', 'Second stump: Stump grinding to 12 in.'])
      expect(about(text)).toBe(text);
  });

  test('The same lead chosen again changes nothing of what is said', () => {
    const typed = withItem(withKnown(BLANK, BOB), { description: 'Trim maple, then haul it' });
    expect(withKnown({ ...typed, description: 'Trim maple and oak' }, BOB)).toMatchObject({
      description: 'Trim maple and oak',
      items: typed['items'],
    });
  });

  test('What was typed to look at stays beside what a lead asks for', () => {
    expect(withKnown({ ...BLANK, description: 'By June' }, BOB)['description']).toBe('Trim maple\nBy June');
    expect(withKnown(withKnown(BLANK, BOB), BOB)['description']).toBe('Trim maple');
  });

  test('A hazard that was there before somebody was chosen, or that a photo of nobody in particular shows, stays', () => {
    const listed = { ...BLANK, hazards: jsonOf(['Power line']) };
    expect(withKnown(withKnown(listed, ANN), CY)['hazards']).toBe(jsonOf(['Power line']));
    const seen = analyzed(withKnown(BLANK, ANN), { hazards: ['power line', 'Bees'] });
    expect(withKnown(seen, CY)['hazards']).toBe(jsonOf(['Power line', 'Bees']));
    expect(withKnown(analyzed(withKnown(BLANK, ANN), { hazards: ['Bees'] }), CY)['hazards']).toBe(jsonOf(['Bees']));
  });

  test('What an analysis found for somebody leaves with them: its services, its texts and its hazards', () => {
    const listed = { ...BLANK, hazards: jsonOf(['Slope']) };
    const ofAnn = analyzed(withKnown(listed, ANN), { leadId: 'Ann', hazards: ['Power line', 'Bees', 'slope'] });
    expect(itemsIn(ofAnn['items'] ?? '')).toHaveLength(2);
    expect(withKnown(ofAnn, ANN)).toMatchObject({ analysisId: 'x', hazards: jsonOf(['Slope', 'Power line', 'Bees']) });
    const ofBob = withKnown(ofAnn, BOB);
    expect(ofBob).toMatchObject({ analysisId: '', hazards: jsonOf(['Slope']) });
    expect(itemsIn(ofBob['items'] ?? '')).toMatchObject([{ service: '', description: 'Trim maple', priority: '' }]);
    const worked = withItem(ofAnn, { unitPrice: '900', isSuggested: undefined });
    expect(first(withKnown(worked, BOB))).toMatchObject({
      service: 'tree_removal',
      unitPrice: '900',
      description: 'Trim maple',
      estimatedCost: '',
    });
  });

  test('Hazards that only an earlier analysis named leave with it', () => {
    const first = analyzed(
      { ...withKnown(BLANK, ANN), hazards: jsonOf(['Power line', 'Slope']) },
      { hazards: ['Bees', 'Power line'] },
    );
    expect(first['hazards']).toBe(jsonOf(['Power line', 'Slope', 'Bees']));
    const second = analyzed(first, { id: 'y', hazards: ['Road'] });
    expect(second['hazards']).toBe(jsonOf(['Power line', 'Slope', 'Road']));
    expect(withKnown(second, CY)['hazards']).toBe(jsonOf(['Slope', 'Road']));
  });

  test('The words of a lead leave with them, also where a service was chosen for them or an analysis filled it in', () => {
    const chosen = withItem(withKnown(BLANK, ANN), { service: 'tree_removal', unitPrice: '900' });
    expect(first(withKnown(chosen, BOB))).toMatchObject({
      service: 'tree_removal',
      description: 'Trim maple',
      unitPrice: '900',
    });
    const suggested = withItem(chosen, {
      asSuggested: { service: 'tree_removal', description: 'Remove oak, gate code 1234' },
    });
    expect(first(withKnown(suggested, BOB))?.asSuggested).toEqual({
      service: 'tree_removal',
      description: 'Trim maple',
    });
    const changed = withItem(chosen, { description: 'Remove the oak' });
    expect(first(withKnown(changed, BOB))?.description).toBe('Remove the oak');
  });

  test('The words of a lead come back where another was chosen in between, and a price was typed', () => {
    const priced = withItem(withKnown(BLANK, BOB), { unitPrice: '1200' });
    expect(first(withKnown(withKnown(priced, CY), BOB))).toMatchObject({
      description: 'Trim maple',
      unitPrice: '1200',
    });
  });

  test('The address of another property leaves with its customer', () => {
    const moved = withAddress(withKnown(BLANK, ANN), '2 Second St');
    expect(withKnown(moved, CY)['propertyAddress']).toBe('');
    expect(withKnown({ ...moved, propertyAddress: '3 Typed St' }, CY)['propertyAddress']).toBe('');
  });
});
