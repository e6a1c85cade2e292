import { describe, expect, test } from 'vitest';
import { blankItem, type ItemDraft, itemsIn, textOfItems } from '../../console/entities/quote/items.ts';
import { withAddress, withKnown, withSeenHazards } from '../../console/features/quotes/prefilled.ts';
import { jsonOf, type Values } from '../../console/ui/fields.ts';

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

  test('What was typed stays, whoever is chosen', () => {
    const typed = { ...withKnown(BLANK, ANN), customerEmail: 'other@example.com' };
    expect(withKnown(typed, CY)['customerEmail']).toBe('other@example.com');
  });

  test('A hazard that was there before somebody was chosen, or that a photo shows, stays when they leave', () => {
    const listed = { ...BLANK, hazards: jsonOf(['Power line']) };
    expect(withKnown(withKnown(listed, ANN), CY)['hazards']).toBe(jsonOf(['Power line']));
    const seen = withSeenHazards(withKnown(BLANK, ANN), ['power line']);
    expect(withKnown(seen, CY)['hazards']).toBe(jsonOf(['Power line']));
    expect(withKnown(withSeenHazards(withKnown(BLANK, ANN), ['Bees']), CY)['hazards']).toBe('');
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
    expect(withKnown({ ...moved, propertyAddress: '3 Typed St' }, CY)['propertyAddress']).toBe('3 Typed St');
  });
});
