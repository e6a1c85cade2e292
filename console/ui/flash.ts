import { showToast, type Toast } from './toaster.tsx';

const KEY = 'heartwood.flash';

/** Keeps a message for the page that is loaded next. */
export function showAfterLoad(toast: Omit<Toast, 'action'>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(toast));
  } catch {
    void showToast(toast);
  }
}

/** Shows the message that the page before left, once. */
export function showFlash(): void {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (kept !== null) void showToast(JSON.parse(kept) as Toast);
  } catch {
    // Storage is switched off: there is no message.
  }
}
