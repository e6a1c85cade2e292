import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { isLinkReplaced, useReplaceLink } from '../../entities/invoice/replace-link.ts';
import { useRevokeLink } from '../../entities/quote/revoke-link.ts';
import { isSameAddress } from '../../ui/values/same-address.ts';
import { invoicesOf, quotesOf } from './customer-work.tsx';

/** After the email of a customer was corrected: what is open to whoever has the former address, to end on the spot. */
export function FormerAddress({ customer: { id, email } }: { customer: CustomerRecord }) {
  const [former] = useState(email);
  const quotes = useQuery(quotesOf(id)).data ?? [];
  const invoices = useQuery(invoicesOf(id)).data ?? [];
  if (former === null || isSameAddress(email, former)) return null;
  const openQuotes = quotes.filter(
    ({ status, customerEmail }) => status === 'sent' && isSameAddress(customerEmail, former),
  );
  const openInvoices = invoices.filter((each) => isSameAddress(each.sentTo, former) && !isLinkReplaced(each));
  if (openQuotes.length + openInvoices.length === 0) return null;
  return (
    <Callout compact intent="warning" className="hw-quote-next">
      <p>Was {former} a wrong address? Whoever has it can still open:</p>
      <ul className="hw-entries">
        {openQuotes.map((quote) => (
          <OpenQuote key={quote.id} quote={quote} />
        ))}
        {openInvoices.map((invoice) => (
          <OpenInvoice key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </Callout>
  );
}

function OpenQuote({ quote }: { quote: QuoteRecord }) {
  const { revoke, isBusy } = useRevokeLink(quote);
  const name = quote.quoteNumber ?? 'quote';
  return (
    <li>
      <span>{name}</span>
      <Button size="small" text={`Revoke the link of ${name}`} loading={isBusy} onClick={() => revoke()} />
    </li>
  );
}

function OpenInvoice({ invoice }: { invoice: InvoiceRecord }) {
  const { replace, isBusy } = useReplaceLink(invoice);
  const name = invoice.invoiceNumber ?? 'invoice';
  return (
    <li>
      <span>{name}</span>
      <Button size="small" text={`Replace the link of ${name}`} loading={isBusy} onClick={replace} />
    </li>
  );
}
