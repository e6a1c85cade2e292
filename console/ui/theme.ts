import { Classes } from '@blueprintjs/core';
import { storedChanged } from './use-stored.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'heartwood.theme';
/** The choice if storage is turned off: it lasts until the page is reloaded. */
let unstored: ThemeChoice = 'system';
/** The choices, in the order and wording used everywhere. */
export const THEMES: readonly { choice: ThemeChoice; text: string }[] = [
  { choice: 'system', text: 'Match device' },
  { choice: 'light', text: 'Light' },
  { choice: 'dark', text: 'Dark' },
];

const system = matchMedia('(prefers-color-scheme: dark)');
/** Paper is white. */
const paper = matchMedia('print');

/** The choice made in this browser; `static/theme.js` applies it before the first paint. */
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

/** Follows the system unless the person chose a theme, and a choice made in another tab. */
export function followSystemTheme(): void {
  const follow = () => apply(themeChoice());
  system.addEventListener('change', follow);
  paper.addEventListener('change', follow);
  window.addEventListener('storage', follow); // chosen in another tab
}

function apply(choice: ThemeChoice): void {
  const dark = !paper.matches && (choice === 'dark' || (choice === 'system' && system.matches));
  document.documentElement.classList.toggle(Classes.DARK, dark);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}
