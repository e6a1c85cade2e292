import { expect, test, vi } from 'vitest';
import { giveUpUnsent, holdsUnsent, isAnythingUnsent } from '../../../../console/data/unsent.ts';

test('What its person leaves behind is unsent again if the page comes back', () => {
  vi.stubGlobal('window', new EventTarget());
  let isHeld = true;
  holdsUnsent(() => isHeld);
  giveUpUnsent();
  expect(isAnythingUnsent()).toBe(false);
  window.dispatchEvent(new Event('pageshow'));
  expect(isAnythingUnsent()).toBe(true);
  isHeld = false;
  expect(isAnythingUnsent()).toBe(false);
});
