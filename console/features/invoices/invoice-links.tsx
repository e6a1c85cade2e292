import { Button, Callout } from '@blueprintjs/core';
import type { InvoiceLink, InvoiceRecord } from '../../../api/invoices/schema.ts';
import { useReplaceLink } from '../../entities/invoice/replace-link.ts';
import { CustomerLink } from '../../ui/values/customer-link.tsx';
import { Instant } from '../../ui/values/day.tsx';

interface InvoiceLinksProps {
  invoice: InvoiceRecord;
  link: InvoiceLink;
}

/** The link that is open, where it went, and those that it replaced. */
export function InvoiceLinks({ invoice, link }: InvoiceLinksProps) {
  const { url, sentTo, replaced } = link;
  const { replace, isBusy } = useReplaceLink(invoice);
  const why = whyReplace(link);
  const button = <Button size="small" text="Replace link" loading={isBusy} onClick={replace} />;
  return (
    <CustomerLink url={url} opens="Anyone with the link can see this invoice.">
      {why === null ? (
        <p className="hw-muted">
          {sentTo.length > 0 && `Emailed to ${sentTo.join(', ')}. `}If it went to a wrong address: {button}
        </p>
      ) : (
        <Callout compact intent="warning">
          <p>{why}</p>
          {button}
        </Callout>
      )}
      {replaced.length > 0 && (
        <ul className="hw-entries">
          {replaced.map(({ replacedAt, sentTo: to }) => (
            <li key={replacedAt}>
              <span className="hw-muted">
                A link{to.length > 0 && ` emailed to ${to.join(', ')}`} was replaced <Instant iso={replacedAt} />, and
                no longer works.
              </span>
            </li>
          ))}
        </ul>
      )}
    </CustomerLink>
  );
}

/** Why somebody else may have the link; null if nothing says so. */
function whyReplace({ sentTo, correctedTo }: InvoiceLink): string | null {
  const went = `The link went to ${sentTo.join(' and ')}.`;
  if (correctedTo !== null) {
    return `${went} The customer’s address is now ${correctedTo}. If the other one was wrong, replace the link and send the invoice again.`;
  }
  if (sentTo.length < 2) return null;
  return `${went} If one of them was wrong, replace the link and send the invoice again.`;
}
