/** Newer than `platform`, and not in every browser. */
const { userAgentData } = navigator as Navigator & { userAgentData?: { platform: string } };
const isMac = /^mac/i.test(userAgentData?.platform || navigator.platform);

/**
 * A shortcut's keys as this computer's keyboard has them, one after the other: `Ctrl`, `K`; on a Mac `⌘K`.
 * @param keys as `useShortcuts` takes them
 */
export function pressesOf(keys: string): string[] {
  return keys
    .replace('$mod+', isMac ? '⌘' : 'Ctrl ')
    .replace('Shift+', '')
    .split(' ')
    .map((press) => (/^⌘?.$/.test(press) ? press.toUpperCase() : press));
}
