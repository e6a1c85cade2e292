import { useQuery } from '@tanstack/react-query';
import { withOthers } from '../../data/with-others.ts';
import { jobCustomerQuery, jobQuery } from './job.ts';

/**
 * A job that counts as loaded once its customer is known too, whose contacts stand at the top.
 * @param others what else its page waits for
 */
export function useLoadedJob(id: string, ...others: readonly { isPending: boolean }[]) {
  const job = useQuery(jobQuery(id));
  const customerId = job.data?.customerId ?? null;
  const customer = useQuery({ ...jobCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  return withOthers(job, ...others, ...(customerId === null ? [] : [customer]));
}
