import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** What a visitor asked for. */
export const externalLeadDetails = z.object({
  name: personal(),
  email: personal(),
  phone: personal(),
  address: personal(),
  description: personal(),
  /** One of the public forms; null where nothing was said. */
  serviceType: z.string().nullable(),
  priority: z.string(),
  leadSource: z.string(),
  /** The origin of the page that the form stood on. */
  hostSite: z.string().nullable(),
  /** What was found in a picture, as JSON text; empty without one. */
  notes: personal(),
});

const ExternalLeadReceived = defineEvent(
  'ExternalLeadReceived',
  externalLeadDetails.extend({
    /** The lead of the pipeline that it became: none yet. */
    leadId: z.string().nullable(),
    receivedAt: z.string(),
  }),
);

/** Who does the work. It goes with whoever asked for it. */
export const localPro = z.object({ name: personal(), company: personal(), contact: personal(), notes: personal() });

const LocalProAssigned = defineEvent('LocalProAssigned', localPro.extend({ assignedAt: z.string() }));
const LocalProUnassigned = defineEvent('LocalProUnassigned', z.object({}));

const ExternalLeadCompleted = defineEvent(
  'ExternalLeadCompleted',
  z.object({ outcome: z.string(), outcomeNotes: personal(), completedAt: z.string() }),
);
/** It has the status again that it had before. */
const ExternalLeadReopened = defineEvent('ExternalLeadReopened', z.object({}));

/** A picture that goes along, by the id that it has at the lead. */
const takenPhoto = z.object({
  id: z.string(),
  sha256: z.string(),
  thumbnailSha256: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  caption: z.string().nullable(),
});

/** The decision of the process `take-external-lead`: all that the lead of the pipeline needs. */
const ExternalLeadTaken = defineEvent(
  'ExternalLeadTaken',
  externalLeadDetails.extend({ leadId: z.string(), photos: personalList(takenPhoto) }),
);
/** `leadId` is the one that it was. */
const ExternalLeadTakingReverted = defineEvent('ExternalLeadTakingReverted', z.object({ leadId: z.string() }));

const ExternalLeadRemoved = defineEvent('ExternalLeadRemoved', z.object({}));
const ExternalLeadRestored = defineEvent('ExternalLeadRestored', z.object({}));

/** With the leads that it was taken as, which are the same person. */
const ExternalLeadErased = defineErasure('ExternalLeadErased', z.object({ leadIds: z.array(z.string()) }));

export const externalLeadEvents = [
  ...[ExternalLeadReceived, LocalProAssigned, LocalProUnassigned, ExternalLeadCompleted, ExternalLeadReopened],
  ...[ExternalLeadTaken, ExternalLeadTakingReverted],
  ...[ExternalLeadRemoved, ExternalLeadRestored, ExternalLeadErased],
] as const;

export type ExternalLeadEvent = BodyOf<(typeof externalLeadEvents)[number]>;
export type ExternalLeadDetails = z.output<typeof externalLeadDetails>;
export type LocalPro = z.output<typeof localPro>;
export type TakenPhoto = z.output<typeof takenPhoto>;
