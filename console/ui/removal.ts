import type { Toast } from './toaster.tsx';

/** How the removed records of a kind are spoken of: they stay, can be listed, and come back. */
export interface Removal {
  /** What became of them: `Archived`. */
  word: string;
  /** Said when one is back. */
  restored: Toast;
}
