import { z } from 'zod';
import { CREW_LIMITS } from '../../domain/roster/terms.ts';
import {
  createBody,
  idsOf,
  line,
  optional,
  recordSchema,
  requiredLine,
  reviseBody,
} from '../kit/fields/fields.schema.ts';
import { hours } from '../kit/fields/hours.schema.ts';

/** What a body may give for a crew, and what the crew shows. */
export const crewFields = {
  name: requiredLine('The name', CREW_LIMITS.name, 'Enter a name for the crew.'),
  homeAddress: line('The home address', CREW_LIMITS.homeAddress),
  /** Local wall time; null: the company's hours. */
  workingHours: optional(hours.nullable(), z.object({ start: z.string(), end: z.string() }).nullable()),
  defaultEquipmentIds: idsOf('The equipment', CREW_LIMITS.equipment, 'The ids of equipment.'),
};

/** The crew's members. */
export const memberFields = {
  memberIds: idsOf('The members', CREW_LIMITS.members, 'The ids of everybody in the crew; all of them must work here.'),
};

/** Everything that a crew shows. */
export const shownCrewFields = { ...crewFields, ...memberFields };

const more = {
  isActive: z.boolean('isActive must be true or false.').optional(),
  /** For each person, the crew they leave for this one, so that nobody is moved from another crew by accident. */
  movedFrom: z.record(z.string(), z.string(), 'movedFrom must name, for each person, the crew they leave.').nullish(),
};

export const formCrewBody = createBody({ ...crewFields, ...memberFields }).extend(more);
export const reviseCrewBody = reviseBody({ ...crewFields, ...memberFields }).extend(more);

export const crewList = { where: { removed: null }, filters: {}, sorts: {} };

export const crewRecord = recordSchema('Crew', { ...crewFields, ...memberFields }, { isActive: z.boolean() });

export type ReviseCrewBody = z.output<typeof reviseCrewBody>;
export type CrewRecord = z.output<typeof crewRecord>;
