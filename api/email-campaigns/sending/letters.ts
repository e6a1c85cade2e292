import type { Reached, Recipient } from '../../../domain/campaign-part/campaign-part.ts';
import type { EmailCampaignDetails } from '../../../domain/email-campaign/events.ts';
import { mailAddress } from '../../../domain/kit/mail-address.ts';
import type { BulkMail } from '../../../platform/mail/bulk.ts';
import { type CustomerDocument, customers } from '../../../projections/customers.ts';
import type { ApiContext } from '../../kit/context.ts';
import { type MailboxKey, mailboxId } from '../../suppressions/mailbox-key.ts';
import { suppressedAmong } from '../../suppressions/suppressed.ts';
import { unsubscribeLinksOf } from '../../suppressions/unsubscribe-links.ts';
import { lastServicesOf, letterTo } from '../letter.ts';
import type { Ready } from './ready.ts';

/** What goes to one recipient now, or why nothing does. */
export type Letter = Omit<BulkMail, 'key' | 'id' | 'addresses' | 'returnPath'> | 'suppressed' | 'gone';

/**
 * Writes to recipients as they are at this moment: by the addresses that their customers have now, and to nobody who gets
 * no marketing. A mail goes only where the campaign was meant to go: who has another address since is gone.
 * @throws Rebuilding while the read models are being built
 */
export async function lettersTo(
  context: Pick<ApiContext, 'streams' | 'store' | 'readModels'>,
  campaign: Pick<EmailCampaignDetails, 'subject' | 'content'>,
  ready: Pick<Ready, 'key' | 'origin' | 'company'>,
  recipients: readonly Recipient[],
): Promise<Letter[]> {
  const models = context.readModels.current();
  const ids = [...new Set(recipients.flatMap(({ customerIds }) => customerIds))];
  const known = await models.get(customers.collection, ids);
  const found = recipients.map((recipient) => addresseeAmong(known, ready.key, recipient));
  const asksForServices = /lastService/.test(campaign.subject + campaign.content);
  const asked = found.flatMap((each) => (each && asksForServices ? [each.customer.id] : []));
  const services = await lastServicesOf(models, asked);
  // Last of all, right before they are sent.
  const suppressed = await suppressedAmong(
    context,
    recipients.flatMap(({ mailboxId: mailbox }, place) => (found[place] ? [mailbox] : [])),
  );
  return recipients.map(({ mailboxId: mailbox }, place): Letter => {
    const addressee = found[place];
    if (!addressee) return 'gone';
    if (suppressed.has(mailbox)) return 'suppressed';
    const { to, customer } = addressee;
    const letter = letterTo(campaign, customer, services.get(customer.id) ?? null, ready.company);
    return { ...letter, to, unsubscribe: unsubscribeLinksOf(ready.key, ready.origin, to) };
  });
}

/** The first of a recipient's customers who has its mailbox still; null if none has. */
export function addresseeAmong(
  known: ReadonlyMap<string, CustomerDocument>,
  key: MailboxKey,
  { mailboxId: mailbox, customerIds }: Reached,
): { to: string; customer: CustomerDocument } | null {
  for (const id of customerIds) {
    const addressee = addresseeOf(known.get(id));
    if (addressee && mailboxId(key, addressee.to) === mailbox) return addressee;
  }
  return null;
}

function addresseeOf(customer: CustomerDocument | undefined): { to: string; customer: CustomerDocument } | null {
  if (!customer || customer.removed || customer.erased) return null;
  const to = mailAddress(customer.email?.trim() ?? '');
  return to === null ? null : { to, customer };
}
