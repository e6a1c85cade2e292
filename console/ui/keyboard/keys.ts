import type { KeyboardEvent } from 'react';

/** Newer than `platform`, but not in every browser. */
const { userAgentData } = navigator as Navigator & { userAgentData?: { platform: string } };
const isMac = /^mac/i.test(userAgentData?.platform || navigator.platform);

/**
 * A shortcut's keys as they are labeled on this computer, in sequence: `Ctrl`, `K`; on a Mac `⌘K`.
 * @param keys as `useShortcuts` takes them
 */
export function pressesOf(keys: string): string[] {
  return keys
    .replace('$mod+', isMac ? '⌘' : 'Ctrl ')
    .replace('Shift+', '')
    .split(' ')
    .map((press) => (/^⌘?.$/.test(press) ? press.toUpperCase() : press));
}

/**
 * Whether a key belongs to a word that is still being composed, as Japanese is: Enter then ends the word, and arrows
 * choose among its spellings. Safari tells the Enter that ends it only by its code.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
