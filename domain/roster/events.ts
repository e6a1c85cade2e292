import { z } from 'zod';
import { type BodyOf, defineEvent } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.
// A crew's address is where it parks: nothing here is about a person but the ids of who is in it.

const crewId = z.string();
const details = {
  name: z.string(),
  homeAddress: z.string().nullable(),
  /** Local wall time, `HH:MM`; null: the company's. */
  workingHours: z.object({ start: z.string(), end: z.string() }).nullable(),
  defaultEquipmentIds: z.array(z.string()),
};

const CrewFormed = defineEvent('CrewFormed', z.object({ crewId, ...details, formedAt: z.string() }));

/** Holds only the fields that changed. */
const CrewRevised = defineEvent('CrewRevised', z.object({ crewId, ...z.object(details).partial().shape }));

const CrewDeactivated = defineEvent('CrewDeactivated', z.object({ crewId }));
const CrewActivated = defineEvent('CrewActivated', z.object({ crewId }));
const CrewDisbanded = defineEvent('CrewDisbanded', z.object({ crewId }));
const CrewReinstated = defineEvent('CrewReinstated', z.object({ crewId }));

/** Somebody joins a crew, and with it leaves the one that they were in: a step of both. */
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
