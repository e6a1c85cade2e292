import * as z from 'zod/mini';
import { flag } from '../../ui/search.ts';

/** The page's URL parameters: whether the form is open. */
export const widgetSettingsSearch = z.object({ edit: flag });
export type WidgetSettingsSearch = z.output<typeof widgetSettingsSearch>;
