import { z } from 'zod';
import {
  CUSTOMER_LIMITS,
  distinctTags,
  LATITUDE_RANGE,
  LIKENESSES,
  LONGITUDE_RANGE,
  MOST_TAGS,
  PROPERTY_LIMITS,
  tagWord,
} from '../../domain/customer/terms.ts';
import { eraseBody, erasureProgress } from '../kit/changes/erasure.schema.ts';
import {
  createBody,
  degrees,
  email,
  type Field,
  line,
  list,
  recordSchema,
  reviseBody,
  shownShape,
  text,
} from '../kit/fields/fields.schema.ts';
import { line as plainLine, requiredText } from '../kit/fields/values.schema.ts';
import { type ListFilter, removedOnes } from '../kit/lists/lists.schema.ts';

const placeFields = {
  address: line('The address', CUSTOMER_LIMITS.address),
  city: line('The city', CUSTOMER_LIMITS.city),
  state: line('The state', CUSTOMER_LIMITS.state),
  zipCode: line('The ZIP code', CUSTOMER_LIMITS.zipCode),
};

const NO_TAG = 'A tag must have a letter or a digit.';
const tag = requiredText('A tag', CUSTOMER_LIMITS.tag, NO_TAG)
  .trim()
  .regex(/[\p{L}\p{N}]/u, NO_TAG);
const tagList = list('tags', tag, MOST_TAGS, z.string());

/** Short words that the company sorts its customers by, no two of them alike. */
const tags: Field<string[]> = { ...tagList, given: tagList.given.transform(distinctTags) };

/** What a body may give for a customer, and what the customer shows; the address is that of the first property. */
export const customerFields = {
  firstName: line('The first name', CUSTOMER_LIMITS.firstName),
  lastName: line('The last name', CUSTOMER_LIMITS.lastName),
  email: email(CUSTOMER_LIMITS.email),
  phone: line('The phone number', CUSTOMER_LIMITS.phone),
  ...placeFields,
  tags,
  notes: text('The notes', CUSTOMER_LIMITS.notes),
};

export const registerCustomerBody = createBody(customerFields).describe('A first or a last name is required.');
export const reviseCustomerBody = reviseBody(customerFields);

const LATITUDE = /^\s*(-?([0-8]?\d(\.\d+)?|90(\.0+)?))?\s*$/;
const LONGITUDE = /^\s*(-?((1[0-7]\d|\d?\d)(\.\d+)?|180(\.0+)?))?\s*$/;
const PLACE =
  'An address, a label or coordinates are required. Coordinates are latitude and longitude, both or neither.';

/** Both, or neither. */
export const coordinateFields = {
  latitude: degrees('The latitude', LATITUDE_RANGE, LATITUDE),
  longitude: degrees('The longitude', LONGITUDE_RANGE, LONGITUDE),
};

export const propertyFields = {
  label: line('The label', PROPERTY_LIMITS.label),
  ...placeFields,
  accessNotes: text('The access notes', PROPERTY_LIMITS.accessNotes),
  ...coordinateFields,
};
export const propertyBody = createBody(propertyFields).describe(PLACE);
export const revisePropertyBody = reviseBody(propertyFields).describe(PLACE);

export const propertyParams = z.object({ id: z.string().min(1).max(100), propertyId: z.string().min(1).max(100) });

const TAG = 'tag must be one of the tags of customers.';

/** Those who have a tag, however it is written. */
const byTag: ListFilter = {
  taken: z.string(TAG).min(1, TAG).max(CUSTOMER_LIMITS.tag, TAG).optional(),
  where: () => ({}),
  search: tagWord,
  samples: [],
};

export const customerList = {
  where: { removed: null },
  filters: { removed: removedOnes, tag: byTag },
  sorts: { createdAt: 'createdAt', name: 'nameKey' },
};

/** The details to check for an existing customer before a new one is saved. */
export const duplicatesQuery = z.object({
  firstName: plainLine('The first name', CUSTOMER_LIMITS.firstName).optional(),
  lastName: plainLine('The last name', CUSTOMER_LIMITS.lastName).optional(),
  // Half typed, it is nobody's.
  email: plainLine('The email address', CUSTOMER_LIMITS.email).optional(),
  phone: plainLine('The phone number', CUSTOMER_LIMITS.phone).optional(),
  address: plainLine('The address', CUSTOMER_LIMITS.address).optional(),
});

export const propertyRecord = z.object({ id: z.string(), ...shownShape(propertyFields) }).meta({ id: 'Property' });

/** A tag that customers have. */
export const tagInUse = z
  .object({ tag: z.string(), customers: z.int().describe('How many have it, archived ones left out.') })
  .meta({ id: 'TagInUse' });

export const customerRecord = recordSchema('Customer', customerFields, {
  /** The credit that the company holds for them, in dollars as decimal text; below nothing, they owe it. Null without the right to see it. */
  creditBalance: z.string().nullable(),
  owedInvoiceId: z
    .string()
    .nullable()
    .describe('The invoice that took back credit that they had spent, on which it can be paid; null if they owe none.'),
  properties: z.array(propertyRecord),
  leadId: z.string().nullable(),
  erased: z.boolean().describe('Their personal data was erased for good.'),
});

export const eraseCustomerBody = eraseBody('Enter the full name of this customer.');

/** The result of an erasure. */
export const erasedCustomer = z
  .object({
    customer: customerRecord,
    leadId: z.string().nullable().describe('The lead they came from, which was erased with them.'),
    ...erasureProgress.shape,
  })
  .meta({ id: 'ErasedCustomer' });

export const duplicateCustomer = z
  .object({ customer: customerRecord, matches: z.array(z.enum(LIKENESSES)) })
  .meta({ id: 'DuplicateCustomer' });

export type CustomerRecord = z.output<typeof customerRecord>;
export type TagInUse = z.output<typeof tagInUse>;
export type PropertyRecord = z.output<typeof propertyRecord>;
export type ErasedCustomer = z.output<typeof erasedCustomer>;
export type DuplicateCustomer = z.output<typeof duplicateCustomer>;
