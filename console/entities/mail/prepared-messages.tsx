import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { preparedMailsQuery } from './mail.ts';

/**
 * How many messages to customers wait until somebody sends them, and the way to read them; nothing where none does.
 * @param batchId only those of one applied plan; all of them without it
 */
export function PreparedMessages({ batchId }: { batchId?: string }) {
  const count = useQuery(preparedMailsQuery(batchId)).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <p className="hw-plan-waiting" role="status">
      {count === 1 ? '1 message to a customer is prepared' : `${count} messages to customers are prepared`}
      <Link to="/outbox" search={{ status: 'prepared', batchId }}>
        Review
      </Link>
    </p>
  );
}
