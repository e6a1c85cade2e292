import { type CompanyContact, companyContact } from '../kit/company-contact.ts';
import type { ApiContext } from '../kit/context.ts';

const NOBODY: CompanyContact = { name: null, phone: null, email: null };

/** The company as a page shows it: while the read models are being built, nothing is known of it, and the page opens. */
export async function contactForPage(context: ApiContext): Promise<CompanyContact> {
  return context.readModels.peek() ? companyContact(context) : NOBODY;
}
