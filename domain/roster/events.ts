import { z } from 'zod';
import { type BodyOf, defineEvent, optionalPersonal, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster. A crew starts from where
// it parks, which may be somebody's home, so that address is sealed. Its name is the company's.

const crewId = z.string();
const details = {
  name: z.string(),
  /** Local wall time, `HH:MM`; null for the company's hours. */
  workingHours: z.object({ start: z.string(), end: z.string() }).nullable(),
  defaultEquipmentIds: z.array(z.string()),
};

const formed = z.object({ crewId, ...details, formedAt: z.string() });
const revised = z.object({ crewId, ...z.object(details).partial().shape });

/** The first version stored the address unsealed, and no crew had a subject. */
const CrewFormed = defineEvent('CrewFormed', formed.extend({ homeAddress: z.string().nullable() })).next(
  formed.extend({ homeAddress: personal() }),
  (before) => before,
);

/** Holds only the fields that changed. */
const CrewRevised = defineEvent('CrewRevised', revised.extend({ homeAddress: z.string().nullable().optional() })).next(
  revised.extend({ homeAddress: optionalPersonal() }),
  (before) => before,
);

const CrewDeactivated = defineEvent('CrewDeactivated', z.object({ crewId }));
const CrewActivated = defineEvent('CrewActivated', z.object({ crewId }));
const CrewDisbanded = defineEvent('CrewDisbanded', z.object({ crewId }));
const CrewReinstated = defineEvent('CrewReinstated', z.object({ crewId }));

/** Somebody joins a crew and so leaves their previous one: part of the history of both crews. */
const CrewMemberAssigned = defineEvent(
  'CrewMemberAssigned',
  z.object({ crewId, personId: z.string(), fromCrewId: z.string().nullable() }),
);

const CrewMemberReleased = defineEvent('CrewMemberReleased', z.object({ crewId, personId: z.string() }));

export const rosterEvents = [
  CrewFormed,
  CrewRevised,
  CrewDeactivated,
  CrewActivated,
  CrewDisbanded,
  CrewReinstated,
  CrewMemberAssigned,
  CrewMemberReleased,
] as const;

export type RosterEvent = BodyOf<(typeof rosterEvents)[number]>;
export type CrewDetails = Omit<Extract<RosterEvent, { type: 'CrewFormed' }>['data'], 'crewId' | 'formedAt'>;

/** The details of a crew that has nothing but a name. */
export const NO_CREW_DETAILS: Omit<CrewDetails, 'name'> = {
  workingHours: null,
  homeAddress: null,
  defaultEquipmentIds: [],
};
