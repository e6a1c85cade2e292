import * as z from 'zod/mini';
import { listSearch } from '../../records/list-search.ts';
import { text } from '../../ui/search.ts';

/** What of the page is in its address: search and the open crew. */
export const crewSearch = z.object({
  ...listSearch,
  crew: text,
  /** The crew that is given a job. */
  assign: text,
});
export type CrewSearch = z.output<typeof crewSearch>;
