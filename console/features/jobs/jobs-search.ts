import * as z from 'zod/mini';
import { flag, oneOf } from '../../ui/search.ts';

/** What of one job's page is in its address. */
export const jobSearch = z.object({
  edit: flag,
  /** The dialog that is open. */
  do: oneOf(['schedule', 'hold', 'cancel']),
});
export type JobSearch = z.output<typeof jobSearch>;
