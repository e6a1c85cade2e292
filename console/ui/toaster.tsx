import { type Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core';

export interface Toast {
  title: string;
  text: string;
  intent?: Intent;
  /** What can be done about it while it shows. */
  action?: { text: string; run(): void };
}

const SHOWN_MS = 5_000;

let toaster: Promise<Toaster> | undefined;
let action: Toast['action'];

/** Shows a message; there is one at a time. */
export async function showToast({ title, text, intent, action: offered }: Toast): Promise<void> {
  toaster ??= OverlayToaster.create({ position: Position.BOTTOM, maxToasts: 1 });
  action = offered;
  (await toaster).show({
    timeout: SHOWN_MS,
    ...(intent && { intent }),
    message: (
      <>
        <strong>{title}</strong>
        <div>{text}</div>
      </>
    ),
    ...(offered && { action: { text: offered.text, onClick: () => runToastAction() } }),
    onDismiss: () => {
      if (action === offered) action = undefined;
    },
  });
}

/** Does what the message on the screen offers, once: its button, or the key Z. */
export function runToastAction(): void {
  const run = action?.run;
  action = undefined;
  run?.();
}
