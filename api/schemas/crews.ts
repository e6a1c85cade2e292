import { z } from 'zod';
import { CREW_LIMITS } from '../../domain/roster/terms.ts';
import { expectedRevision, pageQuery, text } from './common.ts';
import { hours } from './hours.ts';

function ids(label: string, most: number) {
  return z
    .array(z.string(`${label} must be a list of ids.`).min(1).max(100), `${label} must be a list of ids.`)
    .max(most, `There can be at most ${most} of them.`)
    .nullish();
}

const details = z.object({
  name: text('The name', CREW_LIMITS.name),
  isActive: z.boolean('isActive must be true or false.').optional(),
  /** Everybody who is to be in the crew. */
  memberIds: ids('The members', CREW_LIMITS.members),
  /** By person the crew that they leave for this one: nobody is taken from another crew unsaid. */
  movedFrom: z.record(z.string(), z.string(), 'movedFrom must say by person which crew they leave.').nullish(),
  homeAddress: text('The home address', CREW_LIMITS.homeAddress),
  workingHours: hours.nullish(),
  defaultEquipmentIds: ids('The equipment', CREW_LIMITS.equipment),
});

export const formCrewBody = details;
export const reviseCrewBody = details.extend({ expectedRevision });
export const crewsQuery = pageQuery;

export const crewRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    isActive: z.boolean(),
    memberIds: z.array(z.string()),
    homeAddress: z.string().nullable(),
    /** Local wall time; null: the company's. */
    workingHours: z.object({ start: z.string(), end: z.string() }).nullable(),
    defaultEquipmentIds: z.array(z.string()),
    createdAt: z.string(),
    revision: z.number(),
    removed: z.boolean(),
  })
  .meta({ id: 'Crew' });

export type FormCrewBody = z.output<typeof formCrewBody>;
export type ReviseCrewBody = z.output<typeof reviseCrewBody>;
export type CrewRecord = z.output<typeof crewRecord>;
