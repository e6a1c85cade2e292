import * as z from 'zod/mini';
import { text } from '../../ui/search.ts';

/** The page's URL parameters; what they may be is the server's to say, as it says why not. */
export const compareSearch = z.object({
  /** What is compared: a kind of record, or one record of it, `category:id`. */
  of: text,
  /** The same as a call, with the filters of a list. */
  path: text,
  /** The earlier moment, and the later one: an instant, or as people write it. Without the later one it is now. */
  from: text,
  to: text,
});
export type CompareSearch = z.output<typeof compareSearch>;
