import * as z from 'zod/mini';
import { listSearch } from '../../records/list/list-search.ts';
import { text } from '../../ui/search.ts';

/** The page's URL parameters: search and the open crew. */
export const crewSearch = z.object({
  ...listSearch,
  crew: text,
  /** The crew that a job is being assigned to. */
  assign: text,
});
export type CrewSearch = z.output<typeof crewSearch>;
