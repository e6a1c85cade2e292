import { z } from 'zod';
import { FIRST_SHOWN, FIVE_DIGITS, SEGMENT_LIMITS } from '../../domain/audience/terms.ts';
import { CUSTOMER_LIMITS } from '../../domain/customer/terms.ts';
import { LEAD_SOURCE_LABELS, LEAD_SOURCES, type LeadSource } from '../../domain/lead/terms.ts';
import {
  amount,
  completed,
  createBody,
  day,
  type Field,
  optional,
  type StoredOf,
  shownFields,
  shownShape,
} from '../kit/fields/fields.schema.ts';
import { requiredText } from '../kit/fields/values.schema.ts';

/** The entries of a condition, any of which meets it: without duplicates, and at least one. */
function anyOf(plural: string, of: z.ZodType<string>, most: number): Field<string[] | null> {
  const given = z
    .array(of, `The ${plural} must be a list.`)
    .min(1, `Choose at least one of the ${plural}, or leave the condition out.`)
    .max(most, `There can be at most ${most} ${plural}.`)
    .nullable()
    .transform((said) => said && [...new Set(said)]);
  return optional(given, z.array(z.string()).nullable());
}

const name = (one: string, longest: number) => requiredText(one, longest, `${one} must not be empty.`).trim();

/** `Website Widget (website_widget)`, where people say it in other words than a body. */
function sourceWords(source: LeadSource): string {
  const label = LEAD_SOURCE_LABELS[source];
  return label === undefined ? source : `${label} (${source})`;
}

/** The conditions of a segment, all of which must be met; one that is null asks nothing. */
const segmentFields = {
  services: anyOf('services', name('A service', SEGMENT_LIMITS.service), SEGMENT_LIMITS.services),
  finishedFrom: day(),
  finishedTo: day(),
  notServedSince: day(),
  valueFrom: amount('The lowest amount'),
  valueTo: amount('The highest amount'),
  leadSources: anyOf(
    'lead sources',
    z.enum(LEAD_SOURCES, `Each of the lead sources must be one of: ${LEAD_SOURCES.map(sourceWords).join(', ')}.`),
    LEAD_SOURCES.length,
  ),
  cities: anyOf('cities', name('A city', SEGMENT_LIMITS.city), SEGMENT_LIMITS.cities),
  zipCodes: anyOf(
    'ZIP codes',
    z.string('A ZIP code must be text.').regex(FIVE_DIGITS, 'A ZIP code must have five digits, like 01060.'),
    SEGMENT_LIMITS.zipCodes,
  ),
  hasOpenQuote: optional(z.boolean('hasOpenQuote must be true, false or null.').nullable(), z.boolean().nullable()),
  tags: anyOf('tags', name('A tag', CUSTOMER_LIMITS.tag), SEGMENT_LIMITS.tags),
};

/** What is stored of it: the shape of `domain/audience/segment.ts`. */
type StoredSegment = StoredOf<typeof segmentFields>;

const shownSegment = z.object(shownShape(segmentFields)).meta({ id: 'Segment' });
export type ShownSegment = z.output<typeof shownSegment>;
/** As a body gives it: what it leaves out asks nothing. */
export type SegmentBody = Partial<ShownSegment>;

const NO_CONDITIONS =
  'The segment must be an object that names its conditions, such as {"cities": ["Hadley"]}, or null for all customers.';

/** Which customers a record is for; null, or a segment without a condition, for all. `requireSegment` has the rest. */
export const segmentField: Field<StoredSegment | null, ShownSegment | null> = {
  given: z
    .object(createBody(segmentFields).shape, {
      error: ({ code }) => (code === 'invalid_type' ? NO_CONDITIONS : undefined),
    })
    .nullable()
    .transform((said) => {
      const given = said && completed(segmentFields, said);
      return given && Object.values(given).some((condition) => condition !== null) ? given : null;
    }),
  none: null,
  shown: shownSegment.nullable(),
  show: (stored) => stored && shownFields(segmentFields, stored),
};

export const audienceBody = createBody({ segment: segmentField });

const customers = z.int().min(0);

/** Whom a campaign for a segment would reach. */
export const audienceAnswer = z
  .object({
    size: customers.describe('How many mails it would be: one for each mailbox.'),
    first: z
      .array(z.object({ customerId: z.string(), name: z.string().nullable() }))
      .describe(`The newest customers in it, at most ${FIRST_SHOWN}.`),
    leftOut: z
      .object({
        noEmail: customers.describe('Without an email address that a mail can go to.'),
        suppressed: customers.describe('Whose address gets no marketing.'),
        sameMailbox: customers.describe('Whose mailbox is that of another customer in it: they get one mail.'),
        erased: customers,
      })
      .describe('Customers who meet all conditions and get no mail, or none of their own.'),
  })
  .meta({ id: 'Audience' });
export type AudienceAnswer = z.output<typeof audienceAnswer>;
