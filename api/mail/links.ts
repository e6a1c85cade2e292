import type { MailLinks } from '../../platform/mail/mail-effect.ts';

/** Where the links of mails lead. @param origin ours, as it is when the mail is sent */
export function mailLinks(origin: () => string): MailLinks {
  return async ({ link, category, recordId }) => {
    if (link?.kind === 'office' && category === 'quote') return `${origin()}/quotes/${encodeURIComponent(recordId)}`;
    return null;
  };
}
