import type { JobRecord } from '../../../api/jobs/schema.ts';
import { inConflict } from '../../records/edit/in-conflict.ts';

/** More would cover the page of a phone. */
const MOST_TOLD = 3;

/** Adds what may be a mistake about where and when a job now is: the server says so, and refuses nothing for it. */
export function withDoubts<Told extends { text: string }>(
  told: Told,
  { warnings = [], conflicts = [] }: Pick<JobRecord, 'warnings' | 'conflicts'>,
) {
  // Of a job of several days, each may be in conflict with the same.
  const against = [...new Set(conflicts.map(({ message }) => message))];
  const more = against.length - MOST_TOLD;
  const doubts = [...warnings, ...inConflict(against.slice(0, MOST_TOLD)), ...(more > 0 ? [`And ${more} more.`] : [])];
  if (doubts.length === 0) return told;
  return { ...told, text: [told.text, ...doubts].join(' '), intent: 'warning' } as const;
}
