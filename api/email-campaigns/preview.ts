import { randomUUID } from 'node:crypto';
import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { fieldValues, missingFields, requireFields } from '../../domain/email-campaign/fields.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { mailAddress } from '../../domain/kit/mail-address.ts';
import { may } from '../../domain/user/terms.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { contentOf, messageOf, type UnsubscribeLinks } from '../../platform/mail/message.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import { customerKind } from '../customers/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord, requireFound } from '../kit/records.ts';
import { senderOf } from '../mail/mail-effect.ts';
import { checkMarketing, NO_POSTAL_ADDRESS } from '../suppressions/marketing-mail.ts';
import { UNSUBSCRIBE_CALL, UNSUBSCRIBE_PAGE, unsubscribeLinks } from '../suppressions/unsubscribe-links.ts';
import { lastServicesOf, letterTo } from './letter.ts';
import type { CampaignPreview, CampaignTest } from './preview.schema.ts';
import { uncountedAddresses } from './responses/addresses.ts';

interface Texts {
  subject: string;
  content: string;
}

/** Why a text that uses what the company has not entered cannot be sent; null if it can. */
export function whyUnfinished(texts: readonly string[], company: { name: string | null; phone: string | null }) {
  const nobody = { firstName: null, lastName: null, city: null, lastServiceType: null };
  const missing = missingFields(texts, fieldValues(nobody, company));
  if (missing.length === 0) return null;
  return `This text names what the company has not entered: ${missing.join(', ')}. Enter it under Settings, Company.`;
}

/** Who asks for a preview or a test. @param origin of links, as mails have it */
interface Asker {
  user: CurrentUser;
  origin: string;
}

/**
 * A campaign as one customer would get it right now. For whoever may only read, its links unsubscribe nobody.
 * @throws HttpError 400 for a customer that is not there; Rejection for a field that is not right
 */
export async function previewOf(
  context: ApiContext,
  { subject, content }: Texts,
  customerId: string | null,
  { user, origin }: Asker,
): Promise<CampaignPreview> {
  requireFields(subject, content);
  const customer = customerId === null ? null : await findRecord(context, customerKind, customerId);
  if (customerId !== null) requireFound(customer, customerKind, 'customerId');
  const { letter, sender, company } = await written(context, { subject, content }, customer);
  const to = mailAddress(customer?.email ?? '');
  const marketing = company.postalAddress?.trim()
    ? {
        postalAddress: company.postalAddress,
        unsubscribe: await linksFor(context, origin, may(user.role, 'marketing:change') ? to : null),
      }
    : null;
  const { name, address } = sender.from;
  return {
    to,
    from: name === null ? address : `${name} <${address}>`,
    ...contentOf(letter, { from: sender.from, link: null, marketing, addresses: uncountedAddresses(content) }),
    problem: whyUnfinished([subject, content], company) ?? (await whyNotTo(context, origin, customer, to)),
  };
}

/** Why a customer gets nothing; where nobody in particular is meant, why nobody does. */
async function whyNotTo(context: ApiContext, origin: string, customer: CustomerDocument | null, to: string | null) {
  if (customer !== null && to === null) return 'This customer has no email address.';
  return (await checkMarketing(context, origin, to ?? NOBODY)).why;
}

/** An address that is nobody's. */
const NOBODY = 'customer@example.invalid';

/** Links that unsubscribe nobody where nobody in particular is meant. */
async function linksFor(context: ApiContext, origin: string, to: string | null): Promise<UnsubscribeLinks> {
  if (to !== null) return unsubscribeLinks(context, origin, to);
  return { oneClick: `${origin}${UNSUBSCRIBE_CALL}/example`, page: `${origin}${UNSUBSCRIBE_PAGE}/example` };
}

/** How long a mail server may take to answer a test. */
const TEST_MS = 30_000;

/**
 * Sends a campaign to whoever asks, as one customer would get it, at once, and says what the server answered. No record is
 * kept of it.
 * @throws HttpError, Rejection as a preview does; Rejection where there is no address, no server, or no postal address
 */
export async function sendTest(
  context: ApiContext,
  { subject, content }: Texts,
  customerId: string | null,
  { user, origin }: Asker,
): Promise<CampaignTest> {
  requireFields(subject, content);
  const to = mailAddress(user.email ?? '');
  if (to === null)
    throw new Rejection('conflict', 'Your account has no email address. Add it under Account to send yourself a test.');
  const { transport, setBy } = await context.mailServers.current();
  if (setBy === null) throw new Rejection('conflict', 'Email is not set up. The owner sets it up under Settings.');
  const customer = customerId === null ? null : await findRecord(context, customerKind, customerId);
  if (customerId !== null) requireFound(customer, customerKind, 'customerId');
  const { letter, sender, company } = await written(context, { subject, content }, customer);
  const postalAddress = company.postalAddress?.trim();
  const why = whyUnfinished([subject, content], company) ?? (postalAddress ? null : NO_POSTAL_ADDRESS);
  if (why !== null || !postalAddress) throw new Rejection('conflict', why ?? NO_POSTAL_ADDRESS);
  const marketing = { postalAddress, unsubscribe: await linksFor(context, origin, to) };
  const addresses = uncountedAddresses(content);
  const sending = { id: randomUUID(), ...sender, link: null, marketing, addresses, now: isoNow(context.clock) };
  const mail = { toName: null, subject: `[Test] ${letter.subject}`, text: letter.text };
  const outcome = await transport.send(messageOf(mail, sending, to), AbortSignal.timeout(TEST_MS));
  return outcome.did === 'done'
    ? { to, sent: true, answer: outcome.detail ?? '' }
    : { to, sent: false, answer: outcome.reason };
}

async function written(context: ApiContext, texts: Texts, customer: CustomerDocument | null) {
  const company = { ...COMPANY_DEFAULTS, ...(await readCompany(context.streams)) };
  const { from } = await context.mailServers.current();
  const services = await lastServicesOf(context.readModels.current(), customer ? [customer.id] : []);
  const lastService = services.get(customer?.id ?? '') ?? null;
  return { letter: letterTo(texts, customer, lastService, company), sender: senderOf(from, company), company };
}
