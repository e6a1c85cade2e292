import { type Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';
import { shownFor } from './shown-for.ts';

export interface Toast {
  title: string;
  text: string;
  intent?: Intent;
  /** A link in the text. */
  link?: { text: string; run(): void };
  /** What can be done about it while it shows. */
  action?: { text: string; run(): void };
  /** The page is about to be left because of it: no other toast replaces it. */
  isLast?: boolean;
}

/** Nobody is waiting for it. */
const NOTICE_SHOWN_MS = 15_000;

let toaster: Promise<Toaster> | undefined;
let action: Toast['action'];
let wasLast = false;

/** Shows a toast; there is one at a time. */
export async function showToast({ title, text, intent, link, action: offered, isLast = false }: Toast): Promise<void> {
  if (wasLast) return;
  wasLast = isLast;
  toaster ??= OverlayToaster.create({ position: Position.BOTTOM, maxToasts: 1, canEscapeKeyClear: false });
  action = offered;
  (await toaster).show({
    timeout: shownFor(text),
    ...(intent && { intent }),
    message: (
      <>
        <strong>{title}</strong>
        <div>
          {text}{' '}
          {link && (
            <button type="button" className="hw-toast-link" onClick={link.run}>
              {link.text}
            </button>
          )}
        </div>
      </>
    ),
    ...(offered && { action: { text: offered.text, onClick: () => runToastAction() } }),
    onDismiss: () => {
      if (action === offered) action = undefined;
    },
  });
}

/** Runs the action of the toast on the screen, once: by its button, or the key Z. */
export function runToastAction(): void {
  const run = action?.run;
  action = undefined;
  run?.();
}

let notices: Promise<Toaster> | undefined;

/** Whether a screen has space beside the toast of one's own act. */
const HAS_ROOM = '(min-width: 700px)';

/**
 * Shows what others did, beside the toast of one's own act, whose Undo stays, and never over a page's main button, at
 * the top right.
 */
export async function showNotice({ title, text, link }: Pick<Toast, 'title' | 'text' | 'link'>): Promise<void> {
  notices ??= OverlayToaster.create({
    position: matchMedia(HAS_ROOM).matches ? Position.BOTTOM_RIGHT : Position.TOP,
    maxToasts: 3,
    canEscapeKeyClear: false,
  });
  (await notices).show({
    timeout: NOTICE_SHOWN_MS,
    intent: 'primary',
    message: (
      <>
        <strong>{title}</strong>
        <div>{text}</div>
      </>
    ),
    ...(link && { action: { text: link.text, onClick: link.run } }),
  });
}

const KEY = 'heartwood.flash';

/** Keeps a toast for the next page load. */
export function showAfterLoad(toast: Omit<Toast, 'action' | 'link'>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(toast));
  } catch {
    void showToast(toast);
  }
}

/** Shows the toast kept for this page load, once. */
export function showFlash(): void {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (kept !== null) void showToast(JSON.parse(kept) as Toast);
  } catch {
    // Storage is turned off: there is no toast.
  }
}
