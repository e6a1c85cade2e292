import { briefing } from '../../domain/briefing/briefing.ts';
import { type BriefingDocument, briefings } from '../../projections/briefings.ts';
import { recordKind } from '../kit/records.ts';

/** What a model made of the open insights. Its history tells each of them, without the words for single insights. */
export const briefingKind = recordKind({
  decider: briefing,
  projection: briefings,
  area: 'insights',
  title: (_: BriefingDocument) => 'Briefing',
  present: ({ id, written, failure, revision }: BriefingDocument) => {
    const { groups = [], dropped = 0, model = null, writtenAt = null } = written ?? {};
    return { id, groups, dropped, model, writtenAt, failure: failure?.reason ?? null, revision };
  },
});
