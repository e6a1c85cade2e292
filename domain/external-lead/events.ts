import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const firstDetails = z.object({
  name: personal(),
  email: personal(),
  phone: personal(),
  address: personal(),
  description: personal(),
  /** One of the public forms' services; null if none was given. */
  serviceType: z.string().nullable(),
  priority: z.string(),
  leadSource: z.string(),
  /** The origin of the page that hosted the form. */
  hostSite: z.string().nullable(),
  /** What was found in a picture, as JSON text; empty without one. */
  notes: personal(),
});

/** What a visitor asked for. */
export const externalLeadDetails = firstDetails.extend({
  /** The campaign it came by. */
  campaignId: z.string().nullable(),
});

const received = z.object({
  /** The pipeline lead it became; always null here, as it is not taken yet. */
  leadId: z.string().nullable(),
  receivedAt: z.string(),
});
const ExternalLeadReceived = defineEvent('ExternalLeadReceived', firstDetails.extend(received.shape)).next(
  externalLeadDetails.extend(received.shape),
  (before) => ({ ...before, campaignId: null }),
);

/** The professional who does the work: erased alone, or together with whoever asked for it. */
export const localPro = z.object({ name: personal(), company: personal(), contact: personal(), notes: personal() });

const firstAssigned = localPro.extend({ assignedAt: z.string() });
const LocalProAssigned = defineEvent('LocalProAssigned', firstAssigned).next(
  firstAssigned.extend({
    /** Theirs in this lead: it is sealed under a key of their own. Null in the first version: under that of whoever asked. */
    proId: z.string().nullable(),
  }),
  (before) => ({ ...before, proId: null }),
);
const LocalProUnassigned = defineEvent('LocalProUnassigned', z.object({}));

const ExternalLeadCompleted = defineEvent(
  'ExternalLeadCompleted',
  z.object({ outcome: z.string(), outcomeNotes: personal(), completedAt: z.string() }),
);
/** It goes back to the status it had before. */
const ExternalLeadReopened = defineEvent('ExternalLeadReopened', z.object({}));

/** A photo that goes along, with its id at the lead. */
const takenPhoto = z.object({
  id: z.string(),
  sha256: z.string(),
  thumbnailSha256: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  caption: z.string().nullable(),
});

/** The decision of the process `take-external-lead`: everything the pipeline lead needs. */
const taken = z.object({ leadId: z.string(), photos: personalList(takenPhoto) });
const ExternalLeadTaken = defineEvent('ExternalLeadTaken', firstDetails.extend(taken.shape)).next(
  externalLeadDetails.extend(taken.shape),
  (before) => ({ ...before, campaignId: null }),
);
/** `leadId` is the lead it had become. */
const ExternalLeadTakingReverted = defineEvent('ExternalLeadTakingReverted', z.object({ leadId: z.string() }));

const ExternalLeadRemoved = defineEvent('ExternalLeadRemoved', z.object({}));
const ExternalLeadRestored = defineEvent('ExternalLeadRestored', z.object({}));

/** Erased together with the leads it was taken as, which are the same person. */
const ExternalLeadErased = defineErasure('ExternalLeadErased', z.object({ leadIds: z.array(z.string()) }));

/** The professional alone; whoever asked stays. */
const LocalProErased = defineErasure(
  'LocalProErased',
  z.object({
    proId: z.string(),
    /** Other leads of theirs, with their id in each: the process `erase-pro` erases them there. */
    alsoIn: z.array(z.object({ leadId: z.string(), proId: z.string() })),
  }),
);

export const externalLeadEvents = [
  ExternalLeadReceived,
  LocalProAssigned,
  LocalProUnassigned,
  ExternalLeadCompleted,
  ExternalLeadReopened,
  ExternalLeadTaken,
  ExternalLeadTakingReverted,
  ExternalLeadRemoved,
  ExternalLeadRestored,
  ExternalLeadErased,
  LocalProErased,
] as const;

export type ExternalLeadEvent = BodyOf<(typeof externalLeadEvents)[number]>;
export type ExternalLeadDetails = z.output<typeof externalLeadDetails>;
export type LocalPro = z.output<typeof localPro>;
export type TakenPhoto = z.output<typeof takenPhoto>;
