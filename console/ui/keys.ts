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
