import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { preparedMailsQuery } from './mail.ts';

/**
 * How many messages about work wait until somebody sends them, and the way to read them; nothing where none does.
 * Reminders of invoices are told of with the invoices.
 * @param batchId only those of one applied plan; all of them without it
 */
export function PreparedMessages({ batchId }: { batchId?: string }) {
  const prepared = useQuery(preparedMailsQuery(batchId)).data ?? [];
  const count = prepared.filter(({ kind }) => kind !== 'invoice_reminder').length;
  if (count === 0) return null;
  return (
    <p className="hw-plan-waiting" role="status">
      {count === 1 ? '1 message to a customer is prepared' : `${count} messages to customers are prepared`}
      <Link to="/outbox" search={{ status: 'prepared', batchId }} className={`${Classes.BUTTON} ${Classes.SMALL}`}>
        Review
      </Link>
    </p>
  );
}
