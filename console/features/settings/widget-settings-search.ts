import * as z from 'zod/mini';
import { flag } from '../../ui/search.ts';

/** What of the page is in its address: whether the form is open. */
export const widgetSettingsSearch = z.object({ edit: flag });
export type WidgetSettingsSearch = z.output<typeof widgetSettingsSearch>;
