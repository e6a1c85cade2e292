import { useSyncExternalStore } from 'react';
import { queryClient } from '../../data/query-client.ts';
import { emailQuery } from './email.ts';

// Before anything is sent for the first time, the owner is asked for what customers see on it: the shell shows the dialog.

/** What waits for the answer. */
export interface FirstSend {
  /** Does it now, also without an answer: this tab does not ask again. */
  send(): void;
  cancel(): void;
}

let waiting: FirstSend | null = null;
let wasAsked = false;
let isLooking = false;
const listeners = new Set<() => void>();

function wait(next: FirstSend | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Sends once the company has said who it is, which is asked for where it has not. */
export async function whenTold(send: () => void): Promise<void> {
  // A second press while the first is looked at.
  if (isLooking) return;
  isLooking = true;
  // If it cannot be known, the server says why nothing can be sent.
  const { unsaid } = await queryClient.fetchQuery({ ...emailQuery, staleTime: 0 }).catch(() => ({ unsaid: [] }));
  isLooking = false;
  if (wasAsked || unsaid.length === 0) return send();
  wait({
    send() {
      wasAsked = true;
      wait(null);
      send();
    },
    cancel: () => wait(null),
  });
}

/** What waits to be sent until the company has said who it is; null if nothing does. */
export function useFirstSend(): FirstSend | null {
  return useSyncExternalStore(subscribe, () => waiting);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
