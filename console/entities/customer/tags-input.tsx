import { useQuery } from '@tanstack/react-query';
import { tagKey } from '../../../domain/customer/terms.ts';
import type { ControlProps } from '../../ui/inputs/fields.ts';
import { listInput } from '../../ui/inputs/list-input.tsx';
import { tagsQuery } from './customer.ts';

const Words = listInput('HOA, Referral partner…', tagKey);

/** The tags of a customer; it suggests those that customers have. */
export function TagsInput(props: ControlProps) {
  const { data = [] } = useQuery(tagsQuery);
  return <Words {...props} suggestions={data.map(({ tag }) => tag)} />;
}
