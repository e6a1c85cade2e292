import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { preparedMailsQuery } from './mail.ts';

/**
 * How many messages to customers wait because of one act, and the way to read and send them; nothing where none does.
 * @param batchId of an applied plan: the `id` of its answer
 */
export function PreparedMessages({ batchId }: { batchId: string }) {
  const count = useQuery(preparedMailsQuery(batchId)).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Callout compact intent="primary" icon={null}>
      {count === 1 ? '1 message to a customer prepared' : `${count} messages to customers prepared`}
      {' · '}
      <Link to="/outbox" search={{ status: 'prepared', batchId }} className="hw-in-text">
        Review
      </Link>
    </Callout>
  );
}
