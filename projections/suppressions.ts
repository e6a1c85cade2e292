import type { Suppressed, SuppressionEvent } from '../domain/suppression/events.ts';
import { ERASED_SUPPRESSION, IN_FORCE, lifted } from '../domain/suppression/suppression.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** An address that gets no marketing, or did before that was lifted. */
export interface SuppressionDocument extends RecordDocument, Suppressed {
  address: string | null;
  /** Tells with which key the id was made. */
  keyCheck: string;
  /** One of SUPPRESSION_STATUSES. */
  status: string;
  /** Why it was lifted; null while it holds. */
  why: string | null;
  /** ISO UTC. */
  liftedAt: string | null;
  createdAt: string;
}

export const suppressions = readModel<SuppressionDocument, SuppressionEvent>()({
  name: 'suppressions',
  version: 2,
  of: 'suppression',
  indexes: [
    ['erased'],
    ['removed', 'createdAt'],
    ['removed', 'status', 'createdAt'],
    ['removed', 'reason', 'createdAt'],
    ['removed', 'status', 'reason', 'createdAt'],
    ['removed', 'suppressedAt'],
    // What they come to, by month.
    ['removed', 'suppressedAt', 'reason'],
    ['removed', 'reason', 'suppressedAt'],
    ['removed', 'status', 'suppressedAt'],
    ['removed', 'status', 'reason', 'suppressedAt'],
  ],
  search: ['address', 'note'],
  first: {
    AddressSuppressed: (data) => ({
      ...data,
      ...IN_FORCE,
      createdAt: data.suppressedAt,
      ...(data.address === null && { ...ERASED_SUPPRESSION, erased: true }),
    }),
  },
  after: {
    AddressSuppressedAgain: (data) => ({ ...data, ...IN_FORCE }),
    SuppressionLifted: (data) => lifted(data),
    SuppressionErased: () => ({ ...ERASED_SUPPRESSION, erased: true }),
  },
});
