import { roster } from '../../domain/roster/roster.ts';
import { ROSTER_ID } from '../../domain/roster/terms.ts';
import { type CrewDocument, crews } from '../../projections/crews.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import { shownCrewFields } from './schema.ts';

export const crewKind = recordKind({
  category: 'crew',
  decider: roster,
  sharedStream: ROSTER_ID,
  projection: crews,
  area: 'crews',
  title: ({ name }: CrewDocument) => name,
  found: { detail: ({ memberIds }) => [memberIds.length === 1 ? '1 member' : `${memberIds.length} members`] },
  present: (crew: CrewDocument) => ({ ...shownOf(shownCrewFields, crew), isActive: crew.isActive }),
  // It may be where somebody lives.
  limited: (crew, has) => (has('jobs:read') ? crew : without(crew, 'homeAddress')),
});
