import { approvedVersion, type QuoteBook } from './versions.ts';

/**
 * What became of a quote: won once a version was approved, lost when its last one was declined or expired; null while it
 * is not decided.
 */
export function outcomeOf({
  versions,
  status,
}: Pick<QuoteBook, 'versions'> & { status: string }): 'won' | 'lost' | null {
  if (approvedVersion({ versions }) !== null) return 'won';
  return status === 'declined' || status === 'expired' ? 'lost' : null;
}
