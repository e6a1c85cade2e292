import { type CompanyContact, companyContact } from '../kit/company-contact.ts';
import type { ApiContext } from '../kit/context.ts';

const NOBODY: CompanyContact = { name: null, phone: null, email: null };

/**
 * The page of a public link, with the company's name and how it is reached: it is read also where no script runs.
 * @param page as it was built, with `{{company}}`, `{{reach}}` and `{{call}}` where these belong
 */
export async function pageOfCompany(context: ApiContext, page: string): Promise<string> {
  // While the read models are being built, the page fills it in later.
  const { name, phone, email } = context.readModels.peek() ? await companyContact(context) : NOBODY;
  const by = phone ? `call ${name ?? 'us'} at ${phone}` : email ? `write to ${name ?? 'us'} at ${email}` : null;
  const texts: Readonly<Record<string, string>> = {
    company: name ?? 'Your quote',
    reach: phone ?? email ?? '',
    call: by ? `Please ${by}.` : 'Please call us.',
  };
  return page.replaceAll(/{{(\w+)}}/g, (_, place: string) => escaped(texts[place] ?? ''));
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
