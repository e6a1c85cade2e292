import { Classes } from '@blueprintjs/core';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'heartwood.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** What the person chose on this browser; `static/theme.js` applies it before the first paint. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'dark' || stored === 'light' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Switched off: the choice holds until the page is loaded again.
  }
  apply(choice);
}

export function isDark(): boolean {
  return document.documentElement.classList.contains(Classes.DARK);
}

/** Follows the system where the person has chosen nothing else. */
export function followSystemTheme(): void {
  system.addEventListener('change', () => apply(themeChoice()));
}

function apply(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && system.matches);
  document.documentElement.classList.toggle(Classes.DARK, dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
}
