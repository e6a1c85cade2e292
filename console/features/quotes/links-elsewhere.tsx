import { Button, Callout } from '@blueprintjs/core';
import type { QuoteVersionShown, QuoteWithVersions } from '../../../api/quotes/schema.ts';
import { useRevokeLink } from '../../entities/quote/revoke-link.ts';

/** Links that are open to somebody else than the quote is for by now, each to revoke on the spot. */
export function LinksElsewhere({ quote, canChange }: { quote: QuoteWithVersions; canChange: boolean }) {
  const { revoke, isBusy } = useRevokeLink(quote);
  const elsewhere = quote.versions.filter(({ link }) => link?.isElsewhere);
  if (elsewhere.length === 0) return null;
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
