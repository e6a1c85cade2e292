import { z } from 'zod';
import {
  CUSTOMER_LIMITS,
  LATITUDE_RANGE,
  LIKENESSES,
  LONGITUDE_RANGE,
  PROPERTY_LIMITS,
} from '../../domain/customer/terms.ts';
import { expectedRevision, pageQuery } from '../kit/common.schema.ts';
import { historyStep } from '../kit/history.schema.ts';
import { email, emailText, line, lines, text } from '../kit/values.schema.ts';

const address = z.object({
  address: text('The address', CUSTOMER_LIMITS.address),
  city: text('The city', CUSTOMER_LIMITS.city),
  state: text('The state', CUSTOMER_LIMITS.state),
  zipCode: text('The ZIP code', CUSTOMER_LIMITS.zipCode),
});

const details = address.extend({
  firstName: text('The first name', CUSTOMER_LIMITS.firstName),
  lastName: text('The last name', CUSTOMER_LIMITS.lastName),
  email: email(CUSTOMER_LIMITS.email),
  phone: text('The phone number', CUSTOMER_LIMITS.phone),
  notes: lines('The notes', CUSTOMER_LIMITS.notes),
});

export const registerCustomerBody = details.describe('It says a first or a last name.');
export const reviseCustomerBody = details.extend({ expectedRevision });

/** Degrees, as a number or a decimal text; '' and null are no value. @param decimal such a text within the range */
function degrees(label: string, { least, most }: { least: number; most: number }, decimal: RegExp) {
  const message = `${label} must be a number of degrees from ${least} to ${most}, like 42.3732.`;
  return z
    .union(
      [z.number().min(least, message).max(most, message), z.string().max(40, message).regex(decimal, message)],
      message,
    )
    .nullish();
}

const LATITUDE = /^\s*(-?([0-8]?\d(\.\d+)?|90(\.0+)?))?\s*$/;
const LONGITUDE = /^\s*(-?((1[0-7]\d|\d?\d)(\.\d+)?|180(\.0+)?))?\s*$/;
const PLACE = 'It says an address, a label or coordinates, and of these both or neither.';

const place = address.extend({
  label: text('The label', PROPERTY_LIMITS.label),
  accessNotes: lines('The access notes', PROPERTY_LIMITS.accessNotes),
  latitude: degrees('The latitude', LATITUDE_RANGE, LATITUDE),
  longitude: degrees('The longitude', LONGITUDE_RANGE, LONGITUDE),
});
export const propertyBody = place.describe(PLACE);
export const revisePropertyBody = place.extend({ expectedRevision }).describe(PLACE);

export const propertyParams = z.object({ id: z.string().min(1).max(100), propertyId: z.string().min(1).max(100) });

export const CUSTOMER_SORTS = ['createdAt', '-createdAt', 'name', '-name'] as const;

export const customersQuery = pageQuery.extend({
  sort: z.enum(CUSTOMER_SORTS, `sort must be one of: ${CUSTOMER_SORTS.join(', ')}.`).optional(),
  /** Those who are archived, instead of those who are not. */
  archived: z.enum(['true', 'false'], 'archived must be true or false.').optional(),
});

/** Whom a customer who is not saved yet may be. */
export const duplicatesQuery = z.object({
  firstName: line('The first name', CUSTOMER_LIMITS.firstName).optional(),
  lastName: line('The last name', CUSTOMER_LIMITS.lastName).optional(),
  email: emailText(CUSTOMER_LIMITS.email).optional(),
  phone: line('The phone number', CUSTOMER_LIMITS.phone).optional(),
  address: line('The address', CUSTOMER_LIMITS.address).optional(),
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
