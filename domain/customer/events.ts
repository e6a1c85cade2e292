import { z } from 'zod';
import {
  type BodyOf,
  defineErasure,
  defineEvent,
  nothingOf,
  optionalPersonal,
  personal,
  personalList,
  personalNumber,
} from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const registered = z.object({
  leadId: z.string().nullable(),
  firstName: personal(),
  lastName: personal(),
  email: personal(),
  phone: personal(),
  address: personal(),
  city: personal(),
  state: personal(),
  zipCode: personal(),
  notes: personal(),
  registeredAt: z.string(),
});

/** Since the fourth version: short words that the company sorts its customers by. */
const tags = personalList(z.string());

/**
 * The address is that of their first property, `propertyId`; null if they came without one. Events stored without that
 * id came from a lead, and the property has the lead's id.
 */
const CustomerRegistered = defineEvent('CustomerRegistered', registered)
  .next(registered.extend({ propertyId: z.string().nullable() }), (before) => ({
    ...before,
    propertyId: before.leadId ?? 'first',
  }))
  .next(
    // The quote whose approval made them a customer, if they did not come from a lead.
    registered.extend({ propertyId: z.string().nullable(), quoteId: z.string().nullable() }),
    (before) => ({ ...before, quoteId: null }),
  )
  .next(registered.extend({ propertyId: z.string().nullable(), quoteId: z.string().nullable(), tags }), (before) => ({
    ...before,
    tags: [],
  }));

const firstDetails = z.object({
  firstName: personal(),
  lastName: personal(),
  email: personal(),
  phone: personal(),
  notes: personal(),
});

/** Who a customer is, how they are reached, and what the company sorts them by. */
export const contactDetails = firstDetails.extend({ tags });

/** Nothing is known of them. */
export const NO_CONTACT = { ...nothingOf(contactDetails), tags: [] };

/** Holds only the fields that changed. */
const CustomerDetailsRevised = defineEvent('CustomerDetailsRevised', firstDetails.partial()).next(
  contactDetails.partial(),
  (before) => before,
);

const place = z.object({
  propertyId: z.string(),
  label: personal(),
  address: personal(),
  city: personal(),
  state: personal(),
  zipCode: personal(),
  accessNotes: personal(),
});

/** In degrees; the first versions stored them unsealed. */
const inClear = { latitude: z.number().nullable(), longitude: z.number().nullable() };
const sealed = { latitude: personalNumber(), longitude: personalNumber() };

/** Also restores a removed property, in the same place in the list. */
const PropertyAdded = defineEvent('PropertyAdded', place.extend(inClear)).next(
  place.extend(sealed),
  (before) => before,
);

/** Holds only the fields that changed. */
const changedPlace = z.object({
  propertyId: z.string(),
  label: optionalPersonal(),
  address: optionalPersonal(),
  city: optionalPersonal(),
  state: optionalPersonal(),
  zipCode: optionalPersonal(),
  accessNotes: optionalPersonal(),
});

const PropertyRevised = defineEvent(
  'PropertyRevised',
  changedPlace.extend({ latitude: inClear.latitude.optional(), longitude: inClear.longitude.optional() }),
).next(
  changedPlace.extend({ latitude: sealed.latitude.optional(), longitude: sealed.longitude.optional() }),
  (before) => before,
);

const PropertyRemoved = defineEvent('PropertyRemoved', z.object({ propertyId: z.string() }));

/** `byHand`: a person wanted them gone, not the undo of their conversion. */
const CustomerArchived = defineEvent('CustomerArchived', z.object({})).next(z.object({ byHand: z.boolean() }), () => ({
  byHand: true,
}));

/** `byHand`: a person wanted them back, not the conversion of their lead. */
const CustomerRestored = defineEvent('CustomerRestored', z.object({})).next(z.object({ byHand: z.boolean() }), () => ({
  byHand: false,
}));

/**
 * The first record that depends on them was made: a photo, a job. From then on, undoing their conversion keeps them.
 * Their history does not show this event.
 */
const CustomerWorkBegan = defineEvent('CustomerWorkBegan', z.object({ category: z.string(), recordId: z.string() }));

/**
 * The decision of the process `erase-customer`: the lead is the same person. It names the properties that were there,
 * because the addresses that tell how many there were can no longer be read.
 */
const CustomerErased = defineErasure(
  'CustomerErased',
  z.object({ leadId: z.string().nullable(), propertyIds: z.array(z.string()) }),
);

export const customerEvents = [
  CustomerRegistered,
  CustomerDetailsRevised,
  PropertyAdded,
  PropertyRevised,
  PropertyRemoved,
  CustomerArchived,
  CustomerRestored,
  CustomerWorkBegan,
  CustomerErased,
] as const;

export type CustomerEvent = BodyOf<(typeof customerEvents)[number]>;
export type Contact = z.output<typeof contactDetails>;
