import fc from 'fast-check';
import { briefing } from '../../../domain/briefing/briefing.ts';
import { briefingEvents } from '../../../domain/briefing/events.ts';
import { briefings } from '../../../projections/briefings.ts';
import { AT, few, LATER, of, SAMPLE_ID, sample, WHY } from './sample.ts';

const now = fc.constantFrom(AT, LATER);

export const briefingSample = sample(briefing, briefingEvents, {
  commands: fc.oneof(
    fc.record({ type: of('NoteFailure'), reason: fc.constantFrom('timeout', 'busy'), askedAt: now }),
    fc.record({
      type: of('WriteBriefing'),
      briefing: fc.record({
        about: few,
        insights: fc.constantFrom({ i1: 'a' }, { i1: 'b', i2: 'c' }),
        groups: fc.constantFrom([], [{ heading: 'Money', summary: null, insights: ['i1'] }]),
        wordings: fc.constantFrom([], [{ id: 'i1', about: 'a', title: '{0} waits', description: 'Begin with {0}.' }]),
        dropped: fc.nat(2),
        model: of('m'),
        askedAt: now,
      }),
      now,
    }),
  ) as fc.Arbitrary<never>,
  projection: briefings,
  shows: ({ last, failure }) => (last || failure ? { [SAMPLE_ID]: { written: last } } : {}),
  final: ['BriefingWritten', 'BriefingFailed'],
  inClear: {
    'ids and fingerprints of insights, which are about nobody': ['BriefingWritten.about', 'BriefingWritten.insights'],
    'a model’s words for findings: it was told no name of anybody, and what may name somebody is left out': [
      'BriefingWritten.groups',
      'BriefingWritten.wordings',
    ],
    'what wrote it': ['BriefingWritten.model', 'BriefingWritten.dropped'],
    'a word of ours': ['BriefingFailed.reason'],
    [WHY.entered]: ['BriefingWritten.askedAt', 'BriefingWritten.writtenAt', 'BriefingFailed.askedAt'],
  },
});
