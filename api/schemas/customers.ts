import { z } from 'zod';
import {
  CUSTOMER_LIMITS,
  LATITUDE_RANGE,
  LIKENESSES,
  LONGITUDE_RANGE,
  PROPERTY_LIMITS,
} from '../../domain/customer/terms.ts';
import { EMAIL, expectedRevision, pageQuery, text } from './common.ts';
import { historyStep } from './history.ts';

const email = text('The e-mail address', CUSTOMER_LIMITS.email).refine((value) => !value || EMAIL.test(value.trim()), {
  message: 'The e-mail address must be like name@example.com.',
});

const address = z.object({
  address: text('The address', CUSTOMER_LIMITS.address),
  city: text('The city', CUSTOMER_LIMITS.city),
  state: text('The state', CUSTOMER_LIMITS.state),
  zipCode: text('The ZIP code', CUSTOMER_LIMITS.zipCode),
});

const details = address.extend({
  firstName: text('The first name', CUSTOMER_LIMITS.firstName),
  lastName: text('The last name', CUSTOMER_LIMITS.lastName),
  email,
  phone: text('The phone number', CUSTOMER_LIMITS.phone),
  notes: text('The notes', CUSTOMER_LIMITS.notes),
});

export const registerCustomerBody = details;
export const reviseCustomerBody = details.extend({ expectedRevision });

/** Degrees, as a number or a decimal text; '' and null are no value. */
function degrees(label: string, { least, most }: { least: number; most: number }) {
  const message = `${label} must be a number of degrees from ${least} to ${most}, like 42.3732.`;
  const isWithin = (value: unknown) => Number(value) >= least && Number(value) <= most;
  return z
    .union([z.number(), z.string().max(40)], message)
    .nullish()
    .refine(
      (value) => value === undefined || value === null || String(value).trim() === '' || isWithin(value),
      message,
    );
}

export const propertyBody = address.extend({
  label: text('The label', PROPERTY_LIMITS.label),
  accessNotes: text('The access notes', PROPERTY_LIMITS.accessNotes),
  latitude: degrees('The latitude', LATITUDE_RANGE),
  longitude: degrees('The longitude', LONGITUDE_RANGE),
});
export const revisePropertyBody = propertyBody.extend({ expectedRevision });

export const propertyParams = z.object({ id: z.string().min(1).max(100), propertyId: z.string().min(1).max(100) });

export const CUSTOMER_SORTS = ['createdAt', '-createdAt', 'name', '-name'] as const;

export const customersQuery = pageQuery.extend({
  sort: z.enum(CUSTOMER_SORTS, `sort must be one of: ${CUSTOMER_SORTS.join(', ')}.`).optional(),
  /** Those who are archived, instead of those who are not. */
  archived: z.enum(['true', 'false'], 'archived must be true or false.').optional(),
});

/** Whom a customer who is not saved yet may be. */
export const duplicatesQuery = details.pick({
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  address: true,
});

export const propertyRecord = z
  .object({
    id: z.string(),
    label: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    accessNotes: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
  .meta({ id: 'Property' });

export const customerRecord = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** Of the first property, as are city, state and ZIP code. */
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    notes: z.string().nullable(),
    properties: z.array(propertyRecord),
    leadId: z.string().nullable(),
    createdAt: z.string(),
    revision: z.number(),
    removed: z.boolean(),
  })
  .meta({ id: 'Customer' });

export const duplicateCustomer = z
  .object({ customer: customerRecord, matches: z.array(z.enum(LIKENESSES)) })
  .meta({ id: 'DuplicateCustomer' });

/** A step of the history of a record that belongs to a customer. */
export const timelineStep = historyStep
  .extend({ category: z.string(), id: z.string(), actorName: z.string().nullable() })
  .meta({ id: 'TimelineStep' });

export type RegisterCustomerBody = z.output<typeof registerCustomerBody>;
export type ReviseCustomerBody = z.output<typeof reviseCustomerBody>;
export type PropertyBody = z.output<typeof propertyBody>;
export type CustomersQuery = z.output<typeof customersQuery>;
export type CustomerRecord = z.output<typeof customerRecord>;
export type PropertyRecord = z.output<typeof propertyRecord>;
export type DuplicateCustomer = z.output<typeof duplicateCustomer>;
export type TimelineStep = z.output<typeof timelineStep>;
