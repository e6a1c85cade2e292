import * as z from 'zod/mini';
import { flag } from '../../ui/search.ts';

/** The page's URL parameters: the open forms. */
export const settingsSearch = z.object({ edit: flag, prices: flag, email: flag });
export type SettingsSearch = z.output<typeof settingsSearch>;
