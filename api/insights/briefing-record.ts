import { briefing } from '../../domain/briefing/briefing.ts';
import { type BriefingDocument, briefings } from '../../projections/briefings.ts';
import { recordKind } from '../kit/records.ts';

/** What a model wrote of the open insights. Its history tells each of them, without the words for single insights. */
export const briefingKind = recordKind({
  decider: briefing,
  projection: briefings,
  area: 'insights',
  title: (_: BriefingDocument) => 'Briefing',
  present: ({ id, groups, dropped, model, writtenAt, revision }: BriefingDocument) => {
    return { id, groups, dropped, model, writtenAt, revision };
  },
});
