import type { ApiContext } from '../kit/context.ts';
import { filled } from './markup.ts';
import { contactForPage } from './parts.ts';

/**
 * The page of a public link, with the company's name and how it is reached: it is read also where no script runs.
 * @param page as it was built, with `{{company}}`, `{{reach}}` and `{{call}}` where these belong
 * @param noun of what the link leads to: `quote` or `invoice`
 */
export async function pageOfCompany(context: ApiContext, page: string, noun: string): Promise<string> {
  const { name, phone, email } = await contactForPage(context);
  const by = phone ? `call ${name ?? 'us'} at ${phone}` : email ? `write to ${name ?? 'us'} at ${email}` : null;
  return filled(page, {
    company: name ?? `Your ${noun}`,
    reach: phone ?? email,
    call: by ? `Please ${by}.` : 'Please call us.',
  });
}
