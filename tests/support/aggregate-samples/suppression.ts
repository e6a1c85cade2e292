import fc from 'fast-check';
import { suppressionEvents } from '../../../domain/suppression/events.ts';
import { suppression } from '../../../domain/suppression/suppression.ts';
import { SUPPRESSION_REASONS } from '../../../domain/suppression/terms.ts';
import { suppressions } from '../../../projections/suppressions.ts';
import { AT, LATER, of, SAMPLE_ID, sample, text, WHY } from './sample.ts';

export const suppressionSample = sample(suppression, suppressionEvents, {
  commands: fc.oneof(
    fc.record({
      type: of('SuppressAddress'),
      address: fc.constantFrom('ada@example.com', null),
      keyCheck: of('a1'),
      reason: fc.constantFrom(...SUPPRESSION_REASONS),
      note: text,
      now: fc.constantFrom(AT, LATER),
    }),
    fc.record({ type: of('LiftSuppression'), why: text, isAskedFor: fc.boolean(), now: of(LATER) }),
    fc.record({ type: of('TakeBackClick'), now: of(LATER) }),
  ) as fc.Arbitrary<never>,
  projection: suppressions,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { presence: _, replaced: __, isErased, ...shown } = state;
    return { [SAMPLE_ID]: { ...shown, ...(isErased && { erased: true }) } };
  },
  // It is lifted, with a reason.
  final: ['AddressSuppressed', 'AddressSuppressedAgain'],
  inClear: {
    'which key its id was made with, the same for all': ['AddressSuppressed.keyCheck'],
    [WHY.choice]: ['AddressSuppressed.reason', 'AddressSuppressedAgain.reason', 'SuppressionLifted.isAskedFor'],
    [WHY.entered]: [
      'AddressSuppressed.suppressedAt',
      'AddressSuppressedAgain.suppressedAt',
      'SuppressionLifted.liftedAt',
    ],
  },
});
