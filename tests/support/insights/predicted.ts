import { expect } from 'vitest';
import type { Predicted, PredictedFigure } from '../../../ai/predictions/prediction.ts';
import { PERSONAL } from './finding-texts.ts';

/** One of the figures of a card, by its id. */
export function figureOf(card: Predicted | null, id: string): PredictedFigure {
  const figure = card?.find((each) => each.id === id);
  if (!figure) throw new Error(`There is no figure ${id}.`);
  return figure;
}

/** No text names a person, and each is whole. */
export function expectNameless(card: Predicted | null): void {
  for (const { method, offBy, needs, rows, range } of card ?? []) {
    for (const text of [method, offBy ?? '', needs ?? '', range?.says ?? '', ...rows.map(({ why }) => why)]) {
      expect(text).not.toMatch(/undefined|null|NaN|Infinity/);
      for (const personal of Object.values(PERSONAL)) expect(text).not.toContain(personal);
    }
  }
}
