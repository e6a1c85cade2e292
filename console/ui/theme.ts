import { Classes } from '@blueprintjs/core';
import { storedChanged } from './use-stored.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'heartwood.theme';
/** Where storage is switched off: it holds until the page is loaded again. */
let unstored: ThemeChoice = 'system';
/** The choices, in the order and with the words of every place that offers them. */
export const THEMES: readonly { choice: ThemeChoice; text: string }[] = [
  { choice: 'system', text: 'Match device' },
  { choice: 'light', text: 'Light' },
  { choice: 'dark', text: 'Dark' },
];

const system = matchMedia('(prefers-color-scheme: dark)');
/** Paper is white. */
const paper = matchMedia('print');

/** What the person chose on this browser; `static/theme.js` applies it before the first paint. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'dark' || stored === 'light' ? stored : 'system';
  } catch {
    return unstored;
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    unstored = choice;
  }
  apply(choice);
  storedChanged();
}

export function isDark(): boolean {
  return document.documentElement.classList.contains(Classes.DARK);
}

/** Follows the system where the person has chosen nothing else, and what they choose in another tab. */
export function followSystemTheme(): void {
  const follow = () => apply(themeChoice());
  system.addEventListener('change', follow);
  paper.addEventListener('change', follow);
  window.addEventListener('storage', follow); // chosen in another tab
}

function apply(choice: ThemeChoice): void {
  const dark = !paper.matches && (choice === 'dark' || (choice === 'system' && system.matches));
  document.documentElement.classList.toggle(Classes.DARK, dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
}
