import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';

// What the W3C validator would refuse in the pages for everybody, and in the one that the console begins with. It is a
// Java program; these are the rules of HTML that a page here has broken, or easily would.

const CONSOLE = join(import.meta.dirname, '../../../console');
const pages = globSync(['index.html', 'public/*.html'], { cwd: CONSOLE }).map(
  (name) => [name, readFileSync(join(CONSOLE, name), 'utf8').replaceAll(/{{[\w-]+}}/g, 'x')] as const,
);
const opened = pages.map(([name, text]) => [name, new JSDOM(text).window.document] as const);

/** Texts that a `time` may have without an attribute, and attributes: a day, with or without a year. */
const DAY = /^(\d{4}-)?\d\d-\d\d$/;
/** What takes several lines, which an `input` has not. */
const OF_SEVERAL_LINES = 'input[autocomplete~="street-address"]';

/** The elements, as they stand in the page. */
const texts = (found: Iterable<Element>) => [...found].map(({ outerHTML }) => outerHTML);

describe.each(opened)('the page %s', (_, page) => {
  const all = (selector: string) => [...page.querySelectorAll(selector)];

  test('A page says its language and its title', () => {
    expect(page.documentElement.lang).toBe('en');
    expect(page.title).toMatch(/\w/);
    expect(texts(all('meta:not([content], [charset])'))).toEqual([]);
  });

  test('A page names each of its parts once, and no part that is not there', () => {
    const ids = all('[id]').map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const named = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((name) =>
      all(`[${name}]`).flatMap((element) => element.getAttribute(name)?.split(' ') ?? []),
    );
    const linked = all('a[href^="#"]').map((link) => link.getAttribute('href')?.slice(1));
    expect([...named, ...linked].filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  });

  test('A page has words for each picture and each field', () => {
    expect(texts(all('img:not([alt])'))).toEqual([]);
    const fields = all('input:not([type=hidden]), select, textarea') as HTMLInputElement[];
    const isNamed = (field: HTMLInputElement) => field.labels?.length || field.hasAttribute('aria-label');
    expect(texts(fields.filter((field) => !isNamed(field)))).toEqual([]);
  });

  test('A page says days as programs read them, and asks for what a field can hold', () => {
    const days = all('time').map((time) => time.getAttribute('datetime') ?? time.textContent ?? '');
    expect(days.filter((day) => !DAY.test(day))).toEqual([]);
    expect(texts(all(OF_SEVERAL_LINES))).toEqual([]);
  });
});

test.each(pages)('The page %s ends no element that has no end', (_, text) => {
  expect(text.match(/<(?:meta|link|input|img|br|hr)\b[^>]*\/>/g) ?? []).toEqual([]);
});
