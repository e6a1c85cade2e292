import * as z from 'zod/mini';
import { oneOf, text } from '../../ui/search.ts';

/** The page's URL parameters. */
export const timesheetsSearch = z.object({
  /** A day of the week that is shown, `YYYY-MM-DD`; this week by default. */
  week: text,
  /** The one person's week that is open. */
  sheet: text,
  /** Only the weeks that wait for an approval, whichever they are. */
  status: oneOf(['submitted']),
  tab: text,
});
export type TimesheetsSearch = z.output<typeof timesheetsSearch>;
