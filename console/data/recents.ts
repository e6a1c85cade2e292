const PREFIX = 'heartwood.recent.';
const MOST = 6;

/**
 * The records a person last opened in this browser, newest first, each as `lead/ID`. Only kinds and ids: the server is
 * asked for their titles, so that nobody's name stays behind here.
 */
export function recentRecords(accountId: string): string[] {
  try {
    return (localStorage.getItem(PREFIX + accountId) ?? '').split(',').filter(Boolean);
  } catch {
    return [];
  }
}

/** @param record as `lead/ID` */
export function noteRecent(accountId: string, record: string): void {
  try {
    const others = recentRecords(accountId).filter((each) => each !== record);
    localStorage.setItem(PREFIX + accountId, [record, ...others].slice(0, MOST).join(','));
  } catch {
    // Full or turned off: nothing is remembered.
  }
}

/** At sign-out: the next person at this desk may be somebody else. */
export function dropRecents(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
