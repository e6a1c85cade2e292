import { z } from 'zod';
import { type BodyOf, defineEvent, personal } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const CustomerRegistered = defineEvent(
  'CustomerRegistered',
  z.object({
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
  }),
);

const CustomerArchived = defineEvent('CustomerArchived', z.object({}));
const CustomerRestored = defineEvent('CustomerRestored', z.object({}));

export const customerEvents = [CustomerRegistered, CustomerArchived, CustomerRestored] as const;

export type CustomerEvent = BodyOf<(typeof customerEvents)[number]>;
