import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as TestingLibrary from '@testing-library/dom';
import type { Point } from './driver.ts';

// What is found in a page, by the rules of Testing Library: it runs in the page, so that all browsers are asked the same.

/** What is looked for, as JSON. */
export interface Question {
  /** `field` is an input, whatever its role is, and `link to` a link that is named by its address. */
  role: string;
  name: { source: string; flags: string };
  /** What it is in, such as a dialog. */
  within: Question | null;
}

/** Where to click, or why not there. */
export type Aim = { at: Point } | { why: string };

export interface Finders {
  aim(question: Question): Aim;
  /** The value of a field. */
  value(question: Question): string | null;
  /** Selects the text of a field that has the focus. @returns whether it has */
  select(question: Question): boolean;
  /** Chooses the option of that text. @returns whether there is one */
  choose(question: Question, option: string): boolean;
  /** Whether the page has its heading, and nothing in the place of what is still to come. */
  isDrawn(): boolean;
}

/** Makes them in a page, which has them as `finders` then. */
export const FINDERS = `(() => {\n${library()}\nglobalThis.finders = (${makeFinders})(TestingLibraryDom); })()`;

function library(): string {
  const path = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');
  return readFileSync(path, 'utf8');
}

/** Its own text is sent to the page: it knows nothing from outside of itself. */
function makeFinders({ queryAllByLabelText, queryAllByRole }: typeof TestingLibrary): Finders {
  function seek({ role, name, within }: Question): HTMLElement | undefined {
    const around = within ? seek(within) : document.body;
    if (!around) return undefined;
    const pattern = new RegExp(name.source, name.flags);
    return candidates(around, role, pattern).find((each) => each.checkVisibility({ visibilityProperty: true }));
  }

  function candidates(around: HTMLElement, role: string, name: RegExp): HTMLElement[] {
    if (role === 'field') return queryAllByLabelText(around, name);
    if (role !== 'link to') return queryAllByRole(around, role, { name });
    return [...around.querySelectorAll('a')].filter((link) => name.test(link.getAttribute('href') ?? ''));
  }

  function placeOf(element: HTMLElement): Point {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }

  function topmost(element: HTMLElement): Element | null {
    const { x, y } = placeOf(element);
    return document.elementFromPoint(x, y);
  }

  function isFree(element: HTMLElement): boolean {
    const there = topmost(element);
    return there !== null && (element.contains(there) || there.contains(element));
  }

  return {
    aim(question) {
      const element = seek(question);
      if (!element) return { why: 'it is not shown' };
      if (element.matches(':disabled, [aria-disabled="true"]')) return { why: 'it is disabled' };
      // What is cut off by what it scrolls in has its middle in that.
      if (!element.contains(topmost(element))) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return isFree(element)
        ? { at: placeOf(element) }
        : { why: `it is covered by ${topmost(element)?.outerHTML.slice(0, 200)}` };
    },
    value(question) {
      return (seek(question) as HTMLInputElement | undefined)?.value ?? null;
    },
    select(question) {
      const field = seek(question) as HTMLInputElement | undefined;
      if (!field || field !== document.activeElement) return false;
      field.select();
      return true;
    },
    choose(question, option) {
      const select = seek(question) as HTMLSelectElement | undefined;
      const chosen = [...(select?.options ?? [])].find(({ text }) => text === option);
      if (!select || !chosen) return false;
      // A list of options is a window of the system, which no driver sees.
      select.value = chosen.value;
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
      return true;
    },
    isDrawn() {
      const isShown = [...document.querySelectorAll('h1, .hw-drawer')].some((element) => element.checkVisibility());
      const isLoading = document.querySelector('.bp6-skeleton, [aria-busy="true"]') !== null;
      return isShown && !isLoading && document.fonts.status === 'loaded';
    },
  };
}
