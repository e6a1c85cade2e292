import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { animationsEnd } from './checks.ts';

/** A gloved finger cannot hit anything smaller, in CSS pixels; inline text is exempt, as in WCAG 2.5.8. */
const SMALLEST_TARGET = 40;

/** Visible tap targets of a page that are smaller than a finger: each as its size, role and name. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const selector = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem]';
    const isSeen = (element: Element) =>
      hand(element).checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const areas = [...document.querySelectorAll(selector)]
      .filter(isSeen)
      .map((element) => ({ element, area: areaOf(element) }));
    return areas
      .filter(({ element, area: { width, height, bottom } }) => {
        const isShown = width > 1 && height > 1 && bottom > 0 && !element.matches('.hw-visually-hidden');
        const isInline = element.matches('a') && getComputedStyle(element).display === 'inline';
        return isShown && !isInline && Math.min(width, height) < smallest - 0.5;
      })
      .map(({ element, area: { width, height } }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
        return `${Math.round(width)}x${Math.round(height)} ${element.tagName.toLowerCase()}.${element.className} ${name}`;
      });

    /** What is tapped instead: the label of a checkbox, the whole input around a tag input's end. */
    function hand(element: Element): Element {
      return (element.matches('input') && element.closest('label, .bp6-tag-input')) || element;
    }

    /** Some links cover the whole card or row they are in. */
    function areaOf(element: Element): DOMRect {
      const cover = getComputedStyle(element, '::after');
      if (cover.position === 'absolute' && cover.content !== 'none' && cover.inset === '0px') {
        return ((element as HTMLElement).offsetParent ?? element).getBoundingClientRect();
      }
      return hand(element).getBoundingClientRect();
    }
  }, SMALLEST_TARGET);
}

/** Targets of a page that take a tap and cannot be seen, as they wait for a mouse; a toast may just be leaving. */
function unseenTargets(page: Page): Promise<string[]> {
  return page.locator('a[href], button, [role=button], [role=tab], [role=menuitem], summary').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.bp6-toast'))
      .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => `${element.tagName.toLowerCase()}.${element.className} ${element.textContent?.slice(0, 40)}`),
  );
}

/**
 * Fails if something is too small for a finger, or waits for a mouse to be seen, or an input so small that a phone zooms
 * into it.
 */
export async function expectFitForFingers(page: Page, what: string): Promise<void> {
  await animationsEnd(page); // a dialog grows as it opens
  expect(await smallTargets(page), what).toEqual([]);
  expect(await unseenTargets(page), `Unseen on ${what}`).toEqual([]);
  const sizes = await page
    .locator(
      'input:not([type=checkbox], [type=radio], [type=file], [type=color], .hw-visually-hidden):visible, textarea:visible, select:visible',
    )
    .evaluateAll((inputs) => inputs.map((input) => Number.parseFloat(getComputedStyle(input).fontSize)));
  expect(
    sizes.filter((size) => size < 16),
    `Inputs of ${what}`,
  ).toEqual([]);
}
