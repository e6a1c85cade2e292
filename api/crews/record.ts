import type { CrewDocument } from '../../projections/crews.ts';
import type { Document } from '../../store/read-models.ts';
import type { CrewRecord } from './schema.ts';

/** A crew on the wire, every field present (design §7). */
export function presentCrew(document: Document): CrewRecord {
  const crew = document as CrewDocument;
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
