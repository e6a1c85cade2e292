import { expect, test } from 'vitest';
import { isAsShown } from '../../../../domain/kit/confirmation.ts';

test.each([
  ["Sean O'Brien", 'Sean O’Brien', true],
  ['Smith-Jones', 'Smith–Jones', true],
  ['Ada  King ', 'Ada King', true],
  ['ada king', 'Ada King', false],
  ['Lukasz', 'Łukasz', false],
])('%s typed to confirm %s is as shown: %s', (typed, text, is) => expect(isAsShown(typed, text)).toBe(is));
