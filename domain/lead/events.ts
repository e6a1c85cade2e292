import { z } from 'zod';
import { hazardsIn } from '../analysis/hazards.ts';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const firstDetails = z.object({
  name: personal(),
  email: personal(),
  phone: personal(),
  address: personal(),
  description: personal(),
  notes: personal(),
  leadSource: z.string().nullable(),
  /** Integer cents. */
  estimatedValue: z.int().nullable(),
});

const secondDetails = firstDetails.extend({
  /** What could hurt somebody there, one hazard per entry. */
  hazards: personalList(z.string()),
});

/** What is known about a lead. */
export const leadDetails = secondDetails.extend({
  /** The campaign it came by. */
  campaignId: z.string().nullable(),
});

const captured = z.object({ status: z.string(), capturedAt: z.string() });
const LeadCaptured = defineEvent('LeadCaptured', captured.extend(firstDetails.shape))
  .next(captured.extend(secondDetails.shape), (before) => ({ ...before, hazards: hazardsIn(before.description) }))
  .next(captured.extend(leadDetails.shape), (before) => ({ ...before, campaignId: null }));

/** How somebody asked through a public form; never who they are. */
export const leadRequest = z.object({
  /** One of `INTAKE_PAGES`. */
  page: z.string(),
  /** One of `REQUESTED_SERVICES`; null if the form does not ask. */
  serviceType: z.string().nullable(),
  /** One of `REQUEST_URGENCIES`. */
  urgency: z.string(),
  /** One of `CONTACT_TIMES`. */
  preferredContactTime: z.string().nullable(),
  /** The origin of the page that hosted the widget. */
  hostSite: z.string().nullable(),
  analysisId: z.string().nullable(),
});

/** The lead came through a public form; appended right after its capture. */
const LeadRequested = defineEvent('LeadRequested', leadRequest);

/** Holds only the fields that changed. */
const LeadDetailsRevised = defineEvent('LeadDetailsRevised', firstDetails.partial())
  .next(secondDetails.partial(), (before) =>
    before.description === undefined ? before : { ...before, hazards: hazardsIn(before.description) },
  )
  .next(leadDetails.partial(), (before) => before);

const LeadStatusChanged = defineEvent('LeadStatusChanged', z.object({ status: z.string() }));

/** The decision of the process `convert-lead`: everything needed to register the customer. It makes the lead Won. */
const LeadConverted = defineEvent(
  'LeadConverted',
  z.object({
    customerId: z.string(),
    firstName: personal(),
    lastName: personal(),
    email: personal(),
    phone: personal(),
    address: personal(),
    city: personal(),
    state: personal(),
    zipCode: personal(),
    notes: personal(),
  }),
);

/** `status` is the one the lead goes back to. */
const LeadConversionReverted = defineEvent(
  'LeadConversionReverted',
  z.object({ customerId: z.string(), status: z.string() }),
);

/** Converted again after the customer of the first conversion had been archived: the process brings them back. */
const LeadConversionRenewed = defineEvent('LeadConversionRenewed', z.object({ customerId: z.string() }));
const LeadRenewalReverted = defineEvent('LeadRenewalReverted', z.object({ customerId: z.string() }));

const LeadRemoved = defineEvent('LeadRemoved', z.object({}));
/** Taking it over from an external lead was undone: it is removed until that lead is taken again. */
const LeadTakenBack = defineEvent('LeadTakenBack', z.object({}));
const LeadRestored = defineEvent('LeadRestored', z.object({}));

/** Erased together with the customer it became, who is the same person. */
const LeadErased = defineErasure('LeadErased', z.object({}));

export const leadEvents = [
  LeadCaptured,
  LeadRequested,
  LeadDetailsRevised,
  LeadStatusChanged,
  LeadConverted,
  LeadConversionReverted,
  LeadConversionRenewed,
  LeadRenewalReverted,
  LeadRemoved,
  LeadTakenBack,
  LeadRestored,
  LeadErased,
] as const;

export type LeadEvent = BodyOf<(typeof leadEvents)[number]>;
export type LeadRequest = z.output<typeof leadRequest>;
export type LeadDetails = z.output<typeof leadDetails>;

/** The details of a lead that nothing is known about yet. */
export const NO_LEAD_DETAILS: LeadDetails = {
  name: null,
  email: null,
  phone: null,
  address: null,
  description: null,
  notes: null,
  leadSource: null,
  estimatedValue: null,
  hazards: [],
  campaignId: null,
};
