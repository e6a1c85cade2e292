import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

/** What is known of a lead. */
export const leadDetails = z.object({
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

const LeadCaptured = defineEvent(
  'LeadCaptured',
  z.object({ ...leadDetails.shape, status: z.string(), capturedAt: z.string() }),
);

/** How somebody asked through a public form; never about who did. */
export const leadRequest = z.object({
  /** Of `INTAKE_PAGES`. */
  page: z.string(),
  /** Of `REQUESTED_SERVICES`; null where the form does not ask. */
  serviceType: z.string().nullable(),
  /** Of `REQUEST_URGENCIES`. */
  urgency: z.string(),
  /** Of `CONTACT_TIMES`. */
  preferredContactTime: z.string().nullable(),
  /** The origin of the page that the widget stood on. */
  hostSite: z.string().nullable(),
  analysisId: z.string().nullable(),
});

/** The lead came through a public form: told right after it was captured. */
const LeadRequested = defineEvent('LeadRequested', leadRequest);

/** Holds only the fields that changed. */
const LeadDetailsRevised = defineEvent('LeadDetailsRevised', leadDetails.partial());

const LeadStatusChanged = defineEvent('LeadStatusChanged', z.object({ status: z.string() }));

/** The decision of the process `convert-lead`: all that registering the customer needs. The lead is won by it. */
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

/** `status` is the one that the lead has again. */
const LeadConversionReverted = defineEvent(
  'LeadConversionReverted',
  z.object({ customerId: z.string(), status: z.string() }),
);

/** Converted once more, because the customer of an earlier conversion had been archived: the process brings them back. */
const LeadConversionRenewed = defineEvent('LeadConversionRenewed', z.object({ customerId: z.string() }));
const LeadRenewalReverted = defineEvent('LeadRenewalReverted', z.object({ customerId: z.string() }));

const LeadRemoved = defineEvent('LeadRemoved', z.object({}));
/** The taking of the external lead that it was is undone: it is removed, until it is taken again. */
const LeadTakenBack = defineEvent('LeadTakenBack', z.object({}));
const LeadRestored = defineEvent('LeadRestored', z.object({}));

/** With the customer that came of it, who is the same person. */
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
