import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { QuoteVersionShown, QuoteWithVersions } from '../../../api/quotes/schema.ts';
import { customerPage, customerQuery } from '../../entities/customer/customer.ts';
import { useRevokeLink } from '../../entities/quote/revoke-link.ts';
import { isSameAddress } from '../../ui/values/same-address.ts';

/** Links that are open to somebody else than the quote is for by now, to revoke on the spot, and a wrong address that is left. */
export function LinksElsewhere({ quote, canChange }: { quote: QuoteWithVersions; canChange: boolean }) {
  const { revoke, isBusy } = useRevokeLink(quote);
  const { customerId, customerEmail, versions } = quote;
  const customer = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== null }).data;
  const elsewhere = versions.filter(({ link }) => link?.isElsewhere);
  const stale = customer?.email ?? null;
  // It was corrected here alone.
  const isStale =
    stale !== null &&
    customerEmail !== null &&
    !isSameAddress(customerEmail, stale) &&
    versions.some((each) => isSameAddress(each.customerEmail, stale));
  if (elsewhere.length === 0 && !isStale) return null;
  return (
    <Callout compact intent="warning" className="hw-quote-next">
      {elsewhere.map((each) => (
        <div key={each.version} className="hw-unsent">
          <p>{wordsOf(each)}</p>
          {canChange && (
            <span className="hw-pass-on">
              <Button
                size="small"
                text={`Revoke the link of version ${each.version}`}
                loading={isBusy}
                onClick={() => revoke(each.version)}
              />
            </span>
          )}
        </div>
      ))}
      {isStale && customerId && (
        <div className="hw-unsent">
          <p>
            The customer’s address is still {stale}: invoices would go there.{' '}
            <Link to={customerPage(customerId)} search={{ edit: true }} className="hw-in-text">
              Correct it there too
            </Link>
          </p>
        </div>
      )}
    </Callout>
  );
}

function wordsOf({ version, link, customerEmail, customerPhone, customerName }: QuoteVersionShown): string {
  const whom = link?.sentTo.join(', ') || customerEmail || customerPhone || customerName;
  if (link?.correctedTo) {
    const then = 'If that was wrong, revoke the link, change the email of the quote and send it again.';
    return `Version ${version} went to ${whom}. The customer’s address is now ${link.correctedTo}. ${then}`;
  }
  const shows = 'Its link still opens that version, and nothing newer.';
  return `Version ${version} went to ${whom}, and the quote is for somebody else by now. ${shows}`;
}
