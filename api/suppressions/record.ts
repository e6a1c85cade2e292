import { ERASED } from '../../domain/kit/event.ts';
import { suppression } from '../../domain/suppression/suppression.ts';
import { type SuppressionDocument, suppressions } from '../../projections/suppressions.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { type SuppressionRecord, suppressionFields } from './schema.ts';

function presentSuppression(document: SuppressionDocument): SuppressionRecord {
  const { address, suppressedAt, status, why, liftedAt, erased } = document;
  const { reason, note, ...fields } = shownOf(
    { reason: suppressionFields.reason, note: suppressionFields.note },
    document,
  );
  return { ...fields, reason, note, address, suppressedAt, status, why, liftedAt, erased: erased === true };
}

export const suppressionKind = recordKind({
  decider: suppression,
  projection: suppressions,
  area: 'marketing',
  title: ({ address }: SuppressionDocument) => address ?? ERASED,
  found: { detail: () => [] },
  present: presentSuppression,
});
