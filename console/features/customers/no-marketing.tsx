import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { suppressionOfQuery, suppressionReasonLabel } from '../../entities/suppression/suppression.ts';

/** What is suppressed of a customer’s address. It asks nothing where there is none, and for who may not know. */
export function suppressionOfCustomer(customer: CustomerRecord | undefined, role: string) {
  const email = customer?.email ?? '';
  return { ...suppressionOfQuery(email), enabled: email !== '' && !customer?.erased && may(role, 'marketing:read') };
}

/** Says when a customer’s address gets no marketing, with the reason and the way there. */
export function NoMarketing({ customer, role }: { customer: CustomerRecord; role: string }) {
  const { data } = useQuery(suppressionOfCustomer(customer, role));
  if (data?.suppression?.status !== 'suppressed') return null;
  const { id, reason } = data.suppression;
  return (
    <span className="hw-no-marketing">
      Gets no marketing at {customer.email}:{' '}
      <Link className="hw-in-text" to="/marketing-automation/suppressed" search={{ suppression: id }}>
        {suppressionReasonLabel(reason).toLowerCase()}
      </Link>
    </span>
  );
}
