import { z } from 'zod';
import {
  BUDGETS,
  CONTACT_TIME_LABELS,
  CONTACT_TIMES,
  DEFAULT_URGENCY,
  INTAKE_PAGES,
  MOST_PHOTOS,
  REQUEST_URGENCIES,
  REQUESTED_SERVICES,
  WIDGET_URGENCIES,
} from '../../domain/intake/terms.ts';
import { LEAD_LIMITS } from '../../domain/lead/terms.ts';
import { formToken, site } from '../forms/schema.ts';
import {
  amount,
  choice,
  createBody,
  email,
  line,
  presetChoice,
  required,
  requiredChoice,
  requiredLine,
  text,
} from '../kit/fields/fields.schema.ts';
import { requiredEmail } from '../kit/fields/values.schema.ts';

/** For when something that the portal requires is missing. */
export const MISSING_OF_PORTAL = 'Please fill in your name, phone number, and service type.';
const MISSING_OF_WIDGET = 'Please fill in all required fields.';

/** A field that people do not see: only programs fill it in. */
export const HONEYPOT = 'company_website';

/** Anything in it counts, and nothing in it is refused, because that would give it away. */
const honeypot = z.unknown().optional().describe('Leave it empty.');

export const portalFields = {
  name: requiredLine('The name', LEAD_LIMITS.name, MISSING_OF_PORTAL),
  email: email(LEAD_LIMITS.email),
  phone: requiredLine('The phone number', LEAD_LIMITS.phone, MISSING_OF_PORTAL),
  address: line('The address', LEAD_LIMITS.address),
  serviceType: requiredChoice('The service type', REQUESTED_SERVICES, MISSING_OF_PORTAL),
  description: text('The description', LEAD_LIMITS.description),
  estimatedValue: amount('The budget'),
  preferredContactTime: choice('The preferred contact time', CONTACT_TIMES, CONTACT_TIME_LABELS),
  urgency: presetChoice('The urgency', REQUEST_URGENCIES, DEFAULT_URGENCY),
};

/** What forms of the spec send about the lead itself. Nothing in it is refused, and nothing of it is taken. */
const setHere = z.unknown().optional().describe('Set by the server, whatever is said here.');

/** Of whatever a link says: a request is never refused over it. */
const byCampaign = z
  .unknown()
  .optional()
  .describe('The id of the campaign whose link led here. One that is not known is ignored.');

/** The form as parsed. */
export const portalForm = createBody(portalFields).extend({
  formToken,
  [HONEYPOT]: honeypot,
  campaignId: byCampaign,
  leadSource: setHere,
  status: setHere,
});

const picture = z.string().meta({ format: 'binary' }).optional();

/** The form as described in the API. */
export const portalBody = createBody(portalFields).extend({
  estimatedValue: z
    .string()
    .optional()
    .describe(`In dollars; the page offers ${BUDGETS.map(({ value }) => value).join(', ')}.`),
  formToken,
  [HONEYPOT]: z.string().optional().describe('Leave it empty.'),
  campaignId: byCampaign,
  leadSource: setHere,
  status: setHere,
  ...Object.fromEntries(Array.from({ length: MOST_PHOTOS }, (_, index) => [`image_${index}`, picture])),
});

export const portalAnswer = z
  .object({
    id: z.string(),
    photosLeftOut: z
      .array(z.object({ index: z.number(), reason: z.string() }))
      .describe('The photos that could not be taken, from 0.'),
  })
  .meta({ id: 'PortalRequest' });

const ANALYSIS = 'aiAnalysis must be the answer of the analysis, or null.';
const told = z.string(ANALYSIS).max(2_000, ANALYSIS).transform(withoutControls).nullish();
const toldItem = z.string(ANALYSIS).max(500, ANALYSIS).transform(withoutControls);
const toldList = z.array(toldItem, ANALYSIS).max(30, ANALYSIS).nullish();

const shownFields = {
  serviceType: told,
  treeSpecies: told,
  treeHeight: told,
  difficultyLevel: told,
  estimatedCost: told,
  estimatedDuration: told,
  description: told,
  recommendations: toldList,
  equipmentNeeded: toldList,
  assumed: toldList,
};
/** What the widget showed about the picture. It is our own answer, sent back: any other field of it is dropped. */
export const shownAnalysis = z.looseObject(shownFields, ANALYSIS).pipe(z.object(shownFields));
export type ShownAnalysis = z.output<typeof shownAnalysis>;

/** Nobody typed it, so nothing in it is refused: characters that none of our fields may hold become spaces. */
function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n]/gu, ' ');
}

export const widgetFields = {
  name: requiredLine('The name', LEAD_LIMITS.name, MISSING_OF_WIDGET),
  email: required(requiredEmail(LEAD_LIMITS.email, MISSING_OF_WIDGET).trim(), z.string()),
  phone: requiredLine('The phone number', LEAD_LIMITS.phone, MISSING_OF_WIDGET),
  address: requiredLine('The address', LEAD_LIMITS.address, MISSING_OF_WIDGET),
  description: text('The description', LEAD_LIMITS.description),
  urgency: presetChoice('The urgency', WIDGET_URGENCIES, 'normal'),
};

const NO_IMAGE_TOKEN = 'imageToken must be the text that came with the analysis.';

export const widgetBody = createBody(widgetFields).extend({
  aiAnalysis: shownAnalysis.nullish().describe('What the analysis answered; with imageToken the server knows it.'),
  imageToken: z.string(NO_IMAGE_TOKEN).max(200, NO_IMAGE_TOKEN).nullish().describe('Of `POST /api/analyze-image`.'),
  hostSite: site.nullish(),
  campaignId: byCampaign,
  formToken,
  [HONEYPOT]: honeypot,
  source: setHere,
  status: setHere,
  imageUrl: z.unknown().optional().describe('Not read: `imageToken` names the picture.'),
});

export const widgetAnswer = z.object({ id: z.string() }).meta({ id: 'WidgetRequest' });

export const formTokenQuery = z.object({
  page: z.enum(INTAKE_PAGES, `page must be one of: ${INTAKE_PAGES.join(', ')}.`).optional(),
  site: site.optional(),
});

export const formTokenAnswer = z
  .object({ formToken: z.string().describe('Good once, from 3 seconds on, for 24 hours.') })
  .meta({ id: 'FormToken' });
