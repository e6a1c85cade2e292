import { z } from 'zod';

// Of every form for strangers, whichever page shows it.

const LONGEST_SITE = 300;
const SITE = 'hostSite must be the address of a site, like https://www.example.com.';
/** The origin of the page that embeds the widget. */
export const site = z
  .string(SITE)
  .max(LONGEST_SITE, SITE)
  .refine((address) => address === '' || /^https?:\/\/[^/]/.test(address), SITE)
  .refine((address) => address === '' || URL.canParse(address), SITE)
  .transform((address) => (address === '' ? null : new URL(address).origin))
  .describe('The origin of the page that shows the widget, like https://www.example.com.');

/** The message for a token that no form of ours has; nothing is looked up for it. */
const NO_FORM = 'formToken must be the text that came with the form.';
export const formToken = z.string(NO_FORM).max(200, NO_FORM).nullish().describe('Of `GET /api/public/form-token`.');
