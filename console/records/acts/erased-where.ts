import type { ErasurePreview } from '../../../api/kit/changes/erasure.schema.ts';

/** What records are called of which the category, with an `s` for many, does not say it. */
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  analysis: ['analysis', 'analyses'],
  customer_review: ['review', 'reviews'],
  local_pro: ['local professional', 'assignments of a local professional'],
  mail: ['email', 'emails'],
  pay: ['pay record', 'pay records'],
  photo: ['photo', 'photos'],
  staff: ['person', 'people'],
  suppression: ['suppressed address', 'suppressed addresses'],
  time_off: ['time-off request', 'time-off requests'],
  user: ['account', 'accounts'],
};

/** `1 quote`, `3 analyses`. @param category the kind of record */
export function recordCount(category: string, count: number): string {
  const noun = category.replaceAll('_', ' ');
  const [one, many] = COUNTED[category] ?? [noun, `${noun}s`];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** `1 customer, 2 quotes, 5 photos`. */
export function recordsText(records: ErasurePreview['records']): string {
  return records.map(({ category, count }) => recordCount(category, count)).join(', ');
}

/** `4 picture files`; a picture has a small one too. */
export function fileCount(count: number): string {
  return `${count.toLocaleString('en-US')} picture ${count === 1 ? 'file' : 'files'}`;
}
