import type { PublicAnalysis } from '../../../api/public-analysis/schema.ts';
import { el } from '../elements.ts';

const FACTS = [
  ['serviceType', 'Service'],
  ['treeSpecies', 'Tree'],
  ['treeHeight', 'Height'],
  ['difficultyLevel', 'Difficulty'],
  ['estimatedDuration', 'Usually takes'],
] as const;

const SURENESS: Readonly<Record<PublicAnalysis['confidence'], string>> = {
  low: 'We are not sure of this: the photo shows little.',
  medium: 'We are fairly sure of this.',
  high: 'We are quite sure of this.',
};

/** How sure the estimate is: never sure of what is only typical. */
export function surenessOf({ confidence, assumed }: Pick<PublicAnalysis, 'confidence' | 'assumed'>): string {
  if (confidence === 'low' || assumed.length === 0) return SURENESS[confidence];
  return 'What is marked as typical is a guess until an arborist has seen the tree.';
}

/** What the photo shows, in words that promise no more than that. */
export function estimateParts(analysis: PublicAnalysis): HTMLElement[] {
  const isAssumed = (field: string) => analysis.assumed.includes(field);
  const typical = (field: string) =>
    isAssumed(field) && el('span', { class: 'typical' }, ' typical, not seen in your photo');
  const facts = FACTS.map(([field, label]) =>
    el('div', {}, el('dt', {}, label), el('dd', {}, analysis[field], typical(field))),
  );
  return [
    el('h3', {}, 'First estimate from your photo'),
    el(
      'p',
      {},
      el('span', { class: 'range', 'data-testid': 'text-cost' }, analysis.estimatedCost),
      typical('estimatedCost'),
    ),
    el('p', {}, el('strong', {}, 'This is not a quote. '), 'An arborist confirms it on site, for free.'),
    el('p', {}, analysis.description, typical('description')),
    el('dl', {}, facts),
    el('p', { class: 'about' }, surenessOf(analysis)),
    ...list('What we saw', analysis.seen, false),
    ...list('What we recommend', analysis.recommendations, isAssumed('recommendations')),
    ...list('What it takes', analysis.equipmentNeeded, isAssumed('equipmentNeeded')),
  ];
}

function list(title: string, items: readonly string[], isTypical: boolean): HTMLElement[] {
  if (items.length === 0) return [];
  const note = isTypical && el('p', { class: 'typical' }, 'Typical, not seen in your photo.');
  const lines = items.map((item) => el('li', {}, item));
  return [el('details', {}, el('summary', {}, title), note, el('ul', {}, lines))];
}
