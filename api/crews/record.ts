import { roster } from '../../domain/roster/roster.ts';
import { ROSTER_ID } from '../../domain/roster/terms.ts';
import { type CrewDocument, crews } from '../../projections/crews.ts';
import { recordKind } from '../kit/records.ts';
import type { CrewRecord } from './schema.ts';

/** A crew on the wire, every field present. */
function presentCrew(crew: CrewDocument): CrewRecord {
  return {
    id: crew.id,
    name: crew.name,
    isActive: crew.isActive,
    memberIds: crew.memberIds,
    homeAddress: crew.homeAddress,
    workingHours: crew.workingHours,
    defaultEquipmentIds: crew.defaultEquipmentIds,
    createdAt: crew.createdAt,
    revision: crew.revision,
    removed: crew.removed === true,
  };
}

export const crewKind = recordKind({
  category: 'crew',
  decider: roster,
  sharedStream: ROSTER_ID,
  projection: crews,
  title: ({ name }: CrewDocument) => name,
  present: presentCrew,
});
