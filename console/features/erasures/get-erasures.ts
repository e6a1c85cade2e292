import type { ErasureTold } from '../../../api/erasures/schema.ts';
import { type Pages, pagedQuery } from '../../data/paged-query.ts';

/** Erasures of one page: each is looked up in all that there was of a person. */
const PAGE = 20;

/** Every erasure, newest first. */
export const erasuresQuery = pagedQuery<ErasureTold>({
  queryKey: ['erasures'],
  meta: { collections: ['erasures'] },
  path: '/api/erasures',
  limit: PAGE,
  select: ({ pages }: Pages<ErasureTold>) => pages.flatMap(({ records }) => records),
});

/** What stays of somebody who was erased, and why, by the kind of record that was erased first. */
const KEPT: Readonly<Record<string, string>> = {
  customer: 'That there was a customer, with amounts, days and statuses: the books need them.',
  lead: 'That there was a lead, with its status, source and value: the figures need them.',
  external_lead: 'That there was a request, with its service, status and outcome: the figures need them.',
  local_pro: 'Their leads and how these turned out, with whoever asked: that is somebody else.',
  quote: 'That there was a quote, with its amounts and statuses: the figures need them.',
  customer_review: 'The stars, the day and the platform: the average needs them.',
  staff: 'Hours, days off, labor costs and the books, under “Erased person”: pay and taxes need them.',
  user: 'What was done with the account, and when, by “Erased person”.',
  suppression: 'That the address gets no marketing, by a hash which nobody can read.',
};

/** What stays, and why. @param category the kind of record that was erased first */
export function keptOf(category: string): string {
  return KEPT[category] ?? 'That there was such a record.';
}

/** What is not done yet, each as a part of a sentence; nothing once the erasure is complete. */
export function leftOf({ records, files, keys, isScrubbed, isPastGone }: ErasureTold): string[] {
  const left = records.reduce((sum, each) => sum + each.left, 0);
  return [
    ...(keys.left > 0 ? ['the key is not destroyed yet'] : []),
    ...(left > 0 ? [`${left} of the records ${left === 1 ? 'is' : 'are'} not erased yet`] : []),
    ...(files.left > 0 ? [`${files.left} of the files ${files.left === 1 ? 'is' : 'are'} not deleted yet`] : []),
    ...(isScrubbed ? [] : ['lists and search indexes are not written anew yet']),
    ...(isPastGone ? [] : ['earlier moments that were looked at are not gone yet']),
  ];
}
