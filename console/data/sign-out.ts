import { dropAllDrafts } from './drafts.ts';
import { dropRecents } from './recents.ts';

export const SIGN_OUT = '/api/logout';

/** Leaves nothing of a person on this browser but their way to look at it; {@link SIGN_OUT} then ends the session. */
export function forgetPerson(): void {
  dropAllDrafts();
  dropRecents();
}
