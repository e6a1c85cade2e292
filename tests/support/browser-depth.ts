import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoViolations, expectNoViolationsEverywhere, sidewaysScroll } from './browser-checks.ts';
import { isDeep } from './depth.ts';

/**
 * Fails if the page as it is has a violation or scrolls sideways: on a phone in light, and in `npm run test:deep` wide
 * and narrow, light and dark. Leaves the window 390 px wide.
 */
export async function expectNoViolationsAtDepth(page: Page): Promise<void> {
  if (isDeep) return expectNoViolationsEverywhere(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoViolations(page);
  expect(await sidewaysScroll(page), 'Sideways scroll').toBe(0);
}
