import { expect, vi } from 'vitest';
import type { Driver, Point } from './driver.ts';
import { type Aim, FINDERS, type Finders, type Question } from './finders.ts';

/** Something that is shown, by its role and its name: a string is all of it, a pattern a part. */
export interface Sought {
  role: string;
  name: string | RegExp;
  /** What it is in, such as a dialog. */
  within?: Sought;
}

/** A person in front of any browser, who clicks and types where that is shown and free. */
export interface Walker {
  /** Opens a page of the product. */
  open(path: string): Promise<void>;
  click(sought: Sought): Promise<void>;
  /** Types a text into a field, instead of what is there. */
  fill(label: Sought['name'], text: string, within?: Sought): Promise<void>;
  /** Chooses an option of a field by its text. */
  choose(label: Sought['name'], option: string, within?: Sought): Promise<void>;
  /** Waits until it is shown. */
  sees(sought: Sought): Promise<void>;
  /** Waits until the page shows the text. */
  reads(text: string | RegExp): Promise<void>;
  /** Waits until the page has what it shows. */
  isAtRest(): Promise<void>;
  /** What the page shows as text. */
  text(): Promise<string>;
  evaluate: Driver['evaluate'];
  /** The errors of all pages since the last time, each with its page; without the network, nothing keeps them. */
  errors(): Promise<string[]>;
}

/** Waits until it does not fail; `expect.poll` works only inside a test. */
const until = <Value>(check: () => Promise<Value>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

/** What keeps the errors of a page, from its beginning on: it must be what the page runs first. */
export const ERROR_KEEPER = `(${keepErrors})();`;

/** @param url where the product is */
export function startWalker(driver: Driver, url: string): Walker {
  async function find<Name extends keyof Finders>(
    name: Name,
    ...given: Parameters<Finders[Name]>
  ): Promise<ReturnType<Finders[Name]>> {
    if (!(await driver.evaluate('"finders" in globalThis'))) await driver.evaluate(FINDERS);
    return driver.evaluate(`finders.${name}(${given.map((each) => JSON.stringify(each)).join()})`);
  }

  async function aim(question: Question): Promise<Point> {
    const found: Aim = await find('aim', question);
    if ('why' in found) throw new Error(`${question.role} ${question.name.source}: ${found.why}`);
    return found.at;
  }

  /** What is in the same place twice does not move. */
  async function clickOn(question: Question): Promise<void> {
    let last: Point | null = null;
    const at = await until(async () => {
      const before = last;
      last = await aim(question);
      if (last.x !== before?.x || last.y !== before.y) throw new Error(`${question.name.source} moves.`);
      return last;
    });
    await driver.click(at);
  }

  return {
    open: (path) => driver.open(url + path),
    click: (sought) => clickOn(questionOf(sought)),
    async fill(label, text, within) {
      const field = questionOf(fieldOf(label, within));
      await clickOn(field);
      // A dialog that has just opened may take the focus once more.
      await until(async () => {
        if (await find('select', field)) return;
        await clickOn(field);
        throw new Error(`${field.name.source} does not have the focus.`);
      });
      await driver.type(text);
      await until(async () => expect(await find('value', field)).toBe(text));
    },
    async choose(label, option, within) {
      const field = questionOf(fieldOf(label, within));
      await until(async () => expect(await find('choose', field, option), `There is the option ${option}`).toBe(true));
    },
    sees: async (sought) => void (await until(() => aim(questionOf(sought)))),
    reads: (text) => until(async () => expect(await shownText(driver)).toMatch(text)),
    isAtRest: () => until(async () => expect(await find('isDrawn'), 'The page has what it shows').toBe(true)),
    text: () => shownText(driver),
    evaluate: driver.evaluate,
    errors: () => driver.evaluate('"takeErrors" in globalThis ? takeErrors() : []'),
  };
}

/** What a pattern does not take as it is. */
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

const shownText = (driver: Driver) => driver.evaluate<string>('document.body.innerText');

function fieldOf(label: Sought['name'], within: Sought | undefined): Sought {
  return { role: 'field', name: label, ...(within && { within }) };
}

function questionOf({ role, name, within }: Sought): Question {
  const { source, flags } = typeof name === 'string' ? new RegExp(`^${name.replaceAll(SPECIAL, '\\$&')}$`) : name;
  return { role, name: { source, flags }, within: within ? questionOf(within) : null };
}

/** Its own text is sent to the page. What it keeps outlives the page. */
function keepErrors(): void {
  const KEY = 'errors of the walk';
  const read = (): string[] => JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  // Leaving a page ends what it still loads, which is no error.
  let isLeft = false;
  addEventListener('beforeunload', () => {
    isLeft = true;
  });
  const keep = (error: string) => {
    if (isLeft) return;
    sessionStorage.setItem(KEY, JSON.stringify([...read(), `${location.pathname}: ${error}`]));
  };
  const wordsOf = (said: unknown) => (said instanceof Error ? `${said.message}\n${said.stack}` : String(said));
  const { error } = console;
  console.error = (...said) => {
    keep(said.map(wordsOf).join(' '));
    error.apply(console, said);
  };
  // What a page reads ahead and does not get, it does not need: Firefox ends that late when a page is left.
  const isAhead = (element: Element) => element.matches('link:not([rel="stylesheet"])');
  // Of what is not loaded, only the element is told, and only on its way down. It may be of a page that is gone.
  addEventListener(
    'error',
    (event) => {
      const element = event.target && 'outerHTML' in event.target ? (event.target as Element) : null;
      if (element === null) keep(`Uncaught: ${wordsOf(event.error ?? event.message)}`);
      else if (!isAhead(element)) keep(`Not loaded: ${element.outerHTML.slice(0, 200)}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => keep(`Unhandled: ${wordsOf(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    keep(`Refused by ${violatedDirective}: ${blockedURI}`),
  );
  Object.assign(globalThis, {
    takeErrors() {
      const errors = read();
      sessionStorage.removeItem(KEY);
      return errors;
    },
  });
}
