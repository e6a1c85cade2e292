import { z } from 'zod';
import { CREW_LIMITS } from '../../domain/roster/terms.ts';
import { expectedRevision, pageQuery } from '../kit/common.schema.ts';
import { hours } from '../kit/hours.schema.ts';
import { requiredText, text } from '../kit/values.schema.ts';

function ids(label: string, most: number) {
  return z
    .array(z.string(`${label} must be a list of ids.`).min(1).max(100), `${label} must be a list of ids.`)
    .max(most, `There can be at most ${most} of them.`)
    .nullish();
}

const name = requiredText('The name', CREW_LIMITS.name, 'Enter a name for the crew.');

const details = z.object({
  isActive: z.boolean('isActive must be true or false.').optional(),
  memberIds: ids('The members', CREW_LIMITS.members).describe(
    'Everybody who is to be in the crew: people who work here.',
  ),
  /** By person the crew that they leave for this one: nobody is taken from another crew unsaid. */
  movedFrom: z.record(z.string(), z.string(), 'movedFrom must say by person which crew they leave.').nullish(),
  homeAddress: text('The home address', CREW_LIMITS.homeAddress),
  workingHours: hours.nullish(),
  defaultEquipmentIds: ids('The equipment', CREW_LIMITS.equipment).describe('Equipment that there is.'),
});

export const formCrewBody = details.extend({ name });
export const reviseCrewBody = details.extend({ name: name.optional(), expectedRevision });
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
