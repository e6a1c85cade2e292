import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { preparedMailsQuery } from './mail.ts';

/**
 * How many messages about work are waiting for somebody to send them, with a link to them; nothing if there are none.
 * Invoice reminders are shown with the invoices.
 * @param batchId only those of one applied plan; without it all of them
 */
export function PreparedMessages({ batchId }: { batchId?: string }) {
  const prepared = useQuery(preparedMailsQuery(batchId)).data ?? [];
  const count = prepared.filter(({ kind }) => kind !== 'invoice_reminder').length;
  if (count === 0) return null;
  return (
    <p className="hw-plan-waiting" role="status">
      {count === 1 ? '1 message to a customer is ready' : `${count} messages to customers are ready`}
      <Link to="/outbox" search={{ status: 'prepared', batchId }} className={`${Classes.BUTTON} ${Classes.SMALL}`}>
        Review
      </Link>
    </p>
  );
}
