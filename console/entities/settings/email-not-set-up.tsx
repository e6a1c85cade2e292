import { Callout, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { emailQuery } from './email.ts';

/** As long as email is not set up: that nothing is delivered, and how to change it. @param isOwner only they can */
export function EmailNotSetUp({ isOwner }: { isOwner: boolean }) {
  const { data } = useQuery(emailQuery);
  if (!data || data.setBy !== null) return null;
  return (
    <Callout compact intent="warning" className="hw-email-not-set-up">
      <p>
        <strong>Email is not set up.</strong> Quotes, invoices and reminders do not reach customers by email until then.
        {!isOwner && ' The owner can set it up in Settings.'}
      </p>
      {isOwner && (
        <Link to="/settings" search={{ email: true }} className={`${Classes.BUTTON} ${Classes.SMALL}`}>
          Set up email
        </Link>
      )}
    </Callout>
  );
}
