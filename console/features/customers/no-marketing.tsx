import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { suppressionOfQuery, suppressionReasonLabel } from '../../entities/suppression/suppression.ts';

/** Says when a customer’s address gets no marketing, with the reason and the way there. */
export function NoMarketing({ customer, role }: { customer: CustomerRecord; role: string }) {
  const email = customer.email ?? '';
  const isAsked = email !== '' && !customer.erased && may(role, 'marketing:read');
  const { data } = useQuery({ ...suppressionOfQuery(email), enabled: isAsked });
  if (data?.suppression?.status !== 'suppressed') return null;
  const { id, reason } = data.suppression;
  return (
    <p className="hw-muted">
      Gets no marketing at {email}:{' '}
      <Link className="hw-in-text" to="/marketing-automation/suppressed" search={{ suppression: id }}>
        {suppressionReasonLabel(reason).toLowerCase()}
      </Link>
    </p>
  );
}
