import { queryOptions } from '@tanstack/react-query';
import type { EmailSettings } from '../../../api/settings/email.schema.ts';
import { queryClient, read } from '../../data/query-client.ts';
import type { Toast } from '../../ui/status/toaster.tsx';

/** How email is set up, and what the company has not yet said about itself. */
export const emailQuery = queryOptions({
  queryKey: ['email-settings'],
  meta: { collections: ['company'] },
  queryFn: (context) => read<EmailSettings>('/api/settings/email', context),
});

/**
 * What to tell about an email that was just asked for: that it goes out, or that nothing does.
 * @param also what else is to be told then
 */
export async function toldOfSending(goesOut: Toast, also: readonly string[] = []): Promise<Toast> {
  const email = await queryClient.ensureQueryData(emailQuery).catch(() => null);
  if (email === null)
    return { ...goesOut, title: 'Saved', text: 'Look under Emails for whether it goes out.', intent: 'warning' };
  return email.setBy === null ? { ...NOT_DELIVERED, text: [NOT_DELIVERED.text, ...also].join(' ') } : goesOut;
}

const NOT_DELIVERED: Toast = {
  title: 'Not Delivered',
  text: 'Email is not set up. Copy the link, or write a text message.',
  intent: 'warning',
};
