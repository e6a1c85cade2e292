import * as z from 'zod/mini';
import { flag } from '../../ui/search.ts';

/** What of the page is in its address: which form is open. */
export const settingsSearch = z.object({ edit: flag, prices: flag });
export type SettingsSearch = z.output<typeof settingsSearch>;
