import { describe, expect, test } from 'vitest';
import type { Analysis } from '../../../ai/image-analysis.ts';
import { publicAnalysis, TYPICAL } from '../../../api/public-analysis/present.ts';
import { surenessOf } from '../../../console/public/widget/estimate.ts';
import { type Findings, NO_FINDINGS } from '../../../domain/analysis/events.ts';
import type { CatalogItem } from '../../../domain/catalog/terms.ts';

const suggested = (service: string, priority: string | null = null) => ({
  service,
  priority,
  description: null,
  estimatedCost: null,
});

function told(findings: Partial<Findings>, items: readonly CatalogItem[] = [], confidence = 0.2) {
  const analysis: Analysis = {
    findings: { ...NO_FINDINGS, ...findings },
    confidence,
    seen: ['Green.'],
    notSeen: [],
    method: 'rules',
    model: 'rules',
    version: '1',
    fallback: null,
  };
  return publicAnalysis(analysis, items);
}

function item(service: string, dollars: number | null, unit: string | null = null): CatalogItem {
  const unitPrice = dollars === null ? null : dollars * 100;
  return { id: `${service} ${dollars}`, service, description: null, unitPrice, unit, estimatedHours: null };
}

test('What is not known about a visitor’s tree is told as typical, and is named as such', () => {
  const { assumed, seen, confidence, ...fields } = told({});
  expect(fields).toEqual(TYPICAL);
  expect(assumed).toEqual(Object.keys(TYPICAL));
  expect({ seen, confidence }).toEqual({ seen: ['Green.'], confidence: 'low' });
});

test('A visitor is told as sure nothing that is mostly typical, and as fairly sure nothing that is partly so', () => {
  const suggestedServices = [suggested('tree_removal')];
  const guessed = told({ suggestedServices }, [], 0.45);
  expect(guessed).toMatchObject({ treeSpecies: 'Deciduous Tree', confidence: 'low' });
  expect(surenessOf(guessed)).toBe('We are not sure of this: the photo shows little.');
  const partly = told({ suggestedServices, treeSpecies: 'Oak', treeHeight: '60 feet' }, [], 0.45);
  expect(partly.confidence).toBe('medium');
  expect(surenessOf(partly)).toBe('What is marked as typical is a guess until an arborist has seen the tree.');
  expect(surenessOf({ ...partly, assumed: [] })).toBe('We are fairly sure of this.');
});

test('What was found in a visitor’s photo is told as it is', () => {
  const findings = {
    summary: 'A tall oak.',
    treeSpecies: 'White oak',
    treeHeight: '60 feet',
    difficultyLevel: 'High',
    estimatedDuration: '1 day',
    recommendations: ['Look at the roots.'],
    equipmentNeeded: ['Crane'],
    suggestedServices: [suggested('tree_removal')],
  };
  expect(told(findings, [item('Tree Removal', 2_000)], 0.8)).toMatchObject({
    serviceType: 'Tree Removal',
    treeSpecies: 'White oak',
    treeHeight: '60 feet',
    difficultyLevel: 'High',
    estimatedCost: '$1,600 - $2,600',
    estimatedDuration: '1 day',
    description: 'A tall oak.',
    recommendations: ['Look at the roots.'],
    equipmentNeeded: ['Crane'],
    assumed: [],
    confidence: 'high',
  });
});

test('Of several services the most pressing come first, each once and three at most', () => {
  const suggestedServices = [
    suggested('stump_grinding', 'low'),
    suggested('pruning', 'medium'),
    suggested('pruning', 'high'),
    suggested('hedge_trimming'),
    suggested('tree_removal', 'high'),
  ];
  expect(told({ suggestedServices }).serviceType).toBe('Pruning, Tree Removal, Stump Grinding');
});

describe('what it costs', () => {
  const costOf = (services: readonly string[], items: readonly CatalogItem[]) => {
    const { estimatedCost, assumed } = told({ suggestedServices: services.map((each) => suggested(each)) }, items);
    return assumed.includes('estimatedCost') ? null : estimatedCost;
  };

  test.each([
    ['one price is a range', ['pruning'], [item('pruning', 400)], '$320 - $550'],
    [
      'several sizes are from the least to the most',
      ['pruning'],
      [item('Pruning', 410), item('pruning', 900)],
      '$410 - $900',
    ],
    [
      'of two services it is both',
      ['pruning', 'stump_grinding'],
      [item('pruning', 500), item('stump_grinding', 150, 'stump')],
      '$500 - $850',
    ],
    ['cents are not told', ['pruning'], [item('pruning', 99.99)], '$70 - $130'],
    ['a price per hour does not tell it', ['pruning'], [item('pruning', 90, 'hour')], null],
    ['an item without a price does not tell it', ['pruning'], [item('pruning', null)], null],
    ['where one service has no price, none is told', ['pruning', 'tree_removal'], [item('pruning', 400)], null],
    ['a service that nobody named has none', [], [item('Tree Removal', 2_000)], null],
  ])('A visitor is told what the work costs by the price catalog: %s', (_, services, items, cost) => {
    expect(costOf(services, items)).toBe(cost);
  });
});
