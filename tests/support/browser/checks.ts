import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axe, { type AxeResults, type RunOnly } from 'axe-core';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { isDeep } from '../depth.ts';
import { isExcused } from '../excused-roles.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules affected by the theme; all others give the same result in dark as in light. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** A rule that fails on one card fails on every card. */
const TOLD_OF_EACH_RULE = 3;

/**
 * Fails if axe finds a violation of WCAG 2.2 AA in what the page shows once its animations have ended. A finding counts
 * only if it is found again: a message that starts to fade during the check is reported as hard to read.
 * @param runOnly the rules to check; all by default
 */
export async function expectNoViolations(
  page: Page,
  runOnly: RunOnly = { type: 'tag', values: WCAG_22_AA },
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await violationsOf(page, runOnly);
  const again = found.length === 0 ? [] : await violationsOf(page, runOnly);
  expect(again, `Violations on ${page.url()}`).toEqual([]);
}

async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  await animationsEnd(page);
  const { violations } = await page.evaluate<AxeResults, RunOnly>(
    (rules) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly: rules, resultTypes: ['violations'] }),
    runOnly,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !isExcused(id, html))
      .slice(0, TOLD_OF_EACH_RULE)
      .map((node) => `${id}: ${help}\n  ${node.target.join(' ')}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
  );
}

/** Runs `expectNoViolations` in light, and in dark for what differs there. */
export async function expectNoViolationsInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, { type: 'rule', values: COLOR_RULES });
}

/** Fails if the page as it is has a violation or scrolls sideways: wide and narrow, light and dark. */
export async function expectNoViolationsEverywhere(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoViolationsInBothThemes(page);
    expect(await sidewaysScroll(page), `Sideways scroll at ${width} px`).toBe(0);
  }
}

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

/** Waits for all animations to end, except endless ones, and hidden ones, which never end. */
export async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const longest = new Promise((resolve) => setTimeout(resolve, 3_000));
    await Promise.race([Promise.allSettled(ending.map((one) => one.finished)), longest]);
  });
}

/** As long as no call has been under way, in milliseconds, nothing more is expected to be asked. */
const QUIET_MS = 100;

/**
 * Opens a page, and waits until it has all its data and fonts and nothing moves. What it reads ahead of other pages is
 * not waited for.
 */
export async function openAtRest(page: Page, path: string): Promise<void> {
  const underWay = new Set<Request>();
  let quietSince = Date.now();
  const begin = (request: Request) => {
    if (isPartOfThePage(request)) underWay.add(request);
  };
  const end = (request: Request) => {
    if (underWay.delete(request)) quietSince = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(path);
  await expect
    .poll(() => underWay.size === 0 && Date.now() - quietSince >= QUIET_MS && isDrawn(page), { interval: 20 })
    .toBe(true);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  await animationsEnd(page);
}

/** Scripts are read ahead too, and the stream of changes never ends. */
function isPartOfThePage(request: Request): boolean {
  return request.resourceType() !== 'script' && new URL(request.url()).pathname !== '/api/changes';
}

/** Whether nothing is in the place of what is still to come. On a phone an open record fills the page. */
function isDrawn(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('h1, .hw-drawer')].some((element) => element.checkVisibility()) &&
      !document.querySelector('.bp6-skeleton, [aria-busy="true"]') &&
      document.fonts.status === 'loaded',
  );
}

/** How many pixels the page is wider than its window: 0 if nothing scrolls sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** How many pixels the window scrolls, past the end of the page, where a part of the page is what scrolls. */
export function windowScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return document.querySelector('#content') ? scrollHeight - clientHeight : 0;
  });
}

/** The tables of figures that scroll sideways inside of their frames, by name and pixels. */
export function sidewaysTables(page: Page): Promise<string[]> {
  return page
    .locator('.hw-figures-frame')
    .evaluateAll((frames) =>
      frames
        .filter((frame) => frame.scrollWidth > frame.clientWidth)
        .map((frame) => `${frame.getAttribute('aria-label')}: ${frame.scrollWidth - frame.clientWidth}`),
    );
}

export interface LongTasks {
  /** Ends the recording. @returns the milliseconds of each task over 50 ms, in order */
  stop(): Promise<number[]>;
}

/** Records the tasks that block the page, from now until it is left. */
export async function longTasks(page: Page): Promise<LongTasks> {
  const recorder = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const keep = (entries: PerformanceEntryList) => durations.push(...entries.map((entry) => entry.duration));
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ entryTypes: ['longtask'] });
    return {
      stop() {
        keep(observer.takeRecords());
        observer.disconnect();
        return durations;
      },
    };
  });
  return { stop: () => recorder.evaluate((it) => it.stop()) };
}

/** Nobody notices less than this (CLS). */
const MOST_SHIFT = 0.02;

/** Opens a page, and fails if it has moved by the time that it has all that is waited for. */
export async function expectStandsStill(page: Page, open: () => Promise<void>): Promise<void> {
  const shifts = await layoutShifts(page);
  await open();
  const { sum, what } = await shifts.told();
  expect(sum, `Layout shift\n${what}`).toBeLessThan(MOST_SHIFT);
}

/** When a page shows that it waits, as in `Skeleton`: until then its placeholders may move. */
const WAITS_VISIBLY_MS = 200;
const SPREAD_MS = 250;

/**
 * Answers come late and in another order than they are asked for, as from a busy server: each at a time of its own,
 * by its address without ids and numbers, so that it is the same on every day. A page opened afterwards shows that it
 * waits, and then gets one answer after another.
 */
export async function scatterAnswers(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (pathname !== '/api/changes') await sleep(WAITS_VISIBLY_MS + delayOf(pathname + search));
    // The page may be closed by now.
    await route.continue().catch(() => {});
  });
}

function delayOf(address: string): number {
  const constant = address.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '');
  return createHash('sha256').update(constant).digest().readUInt32BE() % SPREAD_MS;
}

export interface LayoutShifts {
  /**
   * How much of the page has shifted since it was opened, by Chromium's measure (CLS), and which parts from where to
   * where.
   */
  told(): Promise<{ sum: number; what: string }>;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Records layout shifts on a page opened afterwards, except those that follow an input. */
export async function layoutShifts(page: Page): Promise<LayoutShifts> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.localName}.${element?.getAttribute('class')} "${node?.textContent?.slice(0, 30)}"`;
    };
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    const keep = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
        );
        shifts.push({ value, what: `${value.toFixed(4)}: ${moved.join('; ')}` });
      }
    };
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, {
      layoutShifts() {
        keep(observer.takeRecords());
        return shifts;
      },
    });
  });
  return {
    async told() {
      const shifts = await page.evaluate(() =>
        (window as unknown as { layoutShifts(): { value: number; what: string }[] }).layoutShifts(),
      );
      return {
        sum: shifts.reduce((sum, { value }) => sum + value, 0),
        what: shifts.map(({ what }) => what).join('\n'),
      };
    },
  };
}
