import { placeText } from '../../domain/customer/properties.ts';
import { addDays, instantOf, isDate } from '../../domain/kit/times.ts';
import type { QuoteDetails } from '../../domain/quote/events.ts';
import { QUOTE_LIMITS, type QuoteItem, quoteHazards, REMIND_DAYS_BEFORE } from '../../domain/quote/terms.ts';
import type { AnalysisDocument } from '../../projections/analyses.ts';
import type { LeadDocument } from '../../projections/leads.ts';
import { photos } from '../../projections/photos.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import { analysisKind } from '../analyses/record.ts';
import { addressOfProperty } from '../customers/properties.ts';
import { customerKind, shownName } from '../customers/record.ts';
import { asDay, companySettings, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch, requirePresent } from '../kit/records.ts';
import { leadKind } from '../leads/record.ts';
import { photoKind } from '../photos/record.ts';
import { type CreateQuoteBody, type GivenItem, quoteFields, readAnalysis, type SaveVersionBody } from './schema.ts';

// What a body gives for a quote, along with what is looked up for it: the person, photos, and the company's own terms.

interface Known {
  customerName: string | null;
  customerEmail: string | null;
  customerPhone: string | null;
  propertyAddress: string | null;
}

/** The person that a quote is for. */
interface Origin {
  customerId: string | null;
  leadId: string | null;
  lead: LeadDocument | null;
  known: Known;
}

const NOBODY: Known = { customerName: null, customerEmail: null, customerPhone: null, propertyAddress: null };

/**
 * The person that a new quote is for: the customer of its lead, if the lead has become one.
 * @throws HttpError 400 for a customer or a lead that does not exist, or if the two are not the same person
 */
export async function givenOrigin(context: ApiContext, body: CreateQuoteBody): Promise<Origin> {
  const { leadId = null } = body;
  let { customerId = null } = body;
  let known = NOBODY;
  let lead: LeadDocument | null = null;
  if (leadId !== null) {
    await requirePresent(context, leadKind, leadId, 'leadId');
    lead = await findRecord(context, leadKind, leadId);
    if (customerId !== null && lead?.customerId !== customerId) {
      throw noSuch('leadId', 'This lead belongs to another customer. Choose one of the two.');
    }
    customerId = lead?.customerId ?? null;
    const { name = null, email = null, phone = null, address = null } = lead ?? {};
    known = { customerName: name, customerEmail: email, customerPhone: phone, propertyAddress: address };
  }
  if (customerId !== null) {
    await requirePresent(context, customerKind, customerId, 'customerId');
    known = { ...known, ...(await knownOfCustomer(context, customerId)) };
  }
  return { customerId, leadId, lead, known };
}

async function knownOfCustomer(context: ApiContext, customerId: string): Promise<Partial<Known>> {
  const customer = await findRecord(context, customerKind, customerId);
  if (!customer) return {};
  const { email, phone } = customer;
  const place = placeText(customer);
  return {
    customerName: shownName(customer),
    customerEmail: email,
    customerPhone: phone,
    ...(place && { propertyAddress: place }),
  };
}

/** The details of a new quote: what its body leaves out comes from what is known of the customer, or from the company. */
export async function newDetails(
  context: ApiContext,
  body: CreateQuoteBody,
  { customerId, leadId, lead, known }: Origin,
  newId: (role: string) => string,
): Promise<QuoteDetails> {
  const { taxRate, depositPercent } = await companySettings(context);
  const said = completed(quoteFields, body);
  const analysisId = readAnalysis(said.analysis)?.analysisId ?? null;
  await requirePhotos(context, said.photoIds, { customerId, leadId, id: null });
  const analysis = await requireAnalysis(context, analysisId, { customerId, leadId });
  const place = await placeOf(context, customerId, said.propertyId);
  return {
    ...said,
    photoIds: body.photoIds === undefined ? await photosOf(context, leadId) : said.photoIds,
    hazards: body.hazards === undefined ? hazardsOf(lead, analysis) : said.hazards,
    offeredUntil: await givenDay(context, said.offeredUntil),
    customerName: said.customerName ?? known.customerName,
    customerEmail: body.customerEmail === undefined ? known.customerEmail : said.customerEmail,
    customerPhone: body.customerPhone === undefined ? known.customerPhone : said.customerPhone,
    propertyAddress: said.propertyAddress ?? place ?? known.propertyAddress,
    analysisId,
    depositPercent: body.depositPercent === undefined ? depositPercent || null : said.depositPercent,
    items: withIds(body.items ?? [], newId),
    taxRate,
  };
}

/** What a new quote says of the place: what its lead and its analysis name. */
function hazardsOf(lead: LeadDocument | null, analysis: AnalysisDocument | null): string[] {
  return quoteHazards(lead?.hazards ?? [], analysis?.hazards ?? []);
}

/** The photos that a new quote shows: those that its lead came with. */
async function photosOf({ readModels }: ApiContext, leadId: string | null): Promise<string[]> {
  if (leadId === null) return [];
  const { documents } = await readModels.current().find(photos.collection, {
    where: { removed: null, category: 'lead', recordId: leadId },
    order: { field: 'createdAt', direction: 'asc' },
    limit: QUOTE_LIMITS.photos,
  });
  return documents.map(({ id }) => id);
}

/** How a further version differs from the one before; it takes today's tax rate. */
export async function changedDetails(
  context: ApiContext,
  body: SaveVersionBody,
  before: QuoteDocument | null,
  newId: (role: string) => string,
): Promise<Partial<QuoteDetails>> {
  const said = givenIn(quoteFields, body);
  const { items } = body;
  if (before === null || (Object.keys(said).length === 0 && items === undefined)) return {};
  const analysisId = readAnalysis(said.analysis ?? null)?.analysisId ?? null;
  if (said.photoIds) await requirePhotos(context, said.photoIds, before);
  await requireAnalysis(context, analysisId, before);
  const isMoved = said.propertyId !== undefined && said.propertyId !== before.propertyId;
  const place = isMoved ? await placeOf(context, before.customerId, said.propertyId ?? null) : null;
  const { taxRate } = await companySettings(context);
  return {
    ...said,
    ...(said.offeredUntil !== undefined && { offeredUntil: await givenDay(context, said.offeredUntil) }),
    ...(place !== null && said.propertyAddress === undefined && { propertyAddress: place }),
    ...(said.analysis !== undefined && { analysisId }),
    ...(items && { items: withIds(items, newId) }),
    taxRate,
  };
}

function withIds(items: readonly GivenItem[], newId: (role: string) => string): QuoteItem[] {
  return items.map((item, index) => ({ ...item, id: item.id ?? newId(`item/${index}`) }));
}

async function placeOf(
  context: ApiContext,
  customerId: string | null,
  propertyId: string | null,
): Promise<string | null> {
  return propertyId === null ? null : addressOfProperty(context, customerId, propertyId, 'quote');
}

/** @throws HttpError 400 for a photo that belongs to somebody else */
async function requirePhotos(
  context: ApiContext,
  photoIds: readonly string[],
  { id, customerId, leadId }: { id: string | null; customerId: string | null; leadId: string | null },
): Promise<void> {
  const own = new Set([`quote ${id}`, `customer ${customerId}`, `lead ${leadId}`]);
  for (const photoId of photoIds) {
    const photo = await findRecord(context, photoKind, photoId);
    if (!photo || photo.removed || !own.has(`${photo.category} ${photo.recordId}`)) {
      throw noSuch('photoIds', 'A quote can show only its own photos and those of its lead and its customer.');
    }
  }
}

/** An analysis is erased along with its quote. @throws HttpError 400 for one that was made for somebody else */
async function requireAnalysis(
  context: ApiContext,
  analysisId: string | null,
  { customerId, leadId }: Pick<Origin, 'customerId' | 'leadId'>,
): Promise<AnalysisDocument | null> {
  const analysis = analysisId === null ? null : await findRecord(context, analysisKind, analysisId);
  if (!analysis || (analysis.customerId === null && analysis.leadId === null)) return analysis;
  const isOfCustomer = analysis.customerId !== null && analysis.customerId === customerId;
  const isOfLead = analysis.leadId !== null && analysis.leadId === leadId;
  if (!isOfCustomer && !isOfLead) {
    throw noSuch('analysis', 'This analysis was made for someone else. Analyze a photo of this customer.');
  }
  return analysis;
}

/**
 * The last day of an offer, as given before it is sent; null for none.
 * @throws HttpError 400 for what is not a day, for a past day, and for one too far ahead
 */
async function givenDay(context: ApiContext, said: string | null): Promise<string | null> {
  if (said === null) return null;
  const { timeZone: zone } = await companySettings(context);
  const today = dayOf(context.clock(), zone);
  const day = asDay(said, zone);
  requireDay('offeredUntil', day, today);
  if (day < today) throw noSuch('offeredUntil', 'The valid-until day must not be in the past.');
  return day;
}

/** @throws HttpError 400 for what is not a day, and for one too far ahead */
function requireDay(path: string, day: string, today: string): void {
  if (!isDate(day)) throw noSuch(path, 'The day must be a day of the calendar, like 2027-03-31.');
  if (day > addDays(today, QUOTE_LIMITS.validityDays)) {
    throw noSuch(path, `A quote can be valid for at most ${QUOTE_LIMITS.validityDays} days.`);
  }
}

const REMIND_AT = '09:00';

/**
 * How long a quote sent now is valid: until the end of that day in the company's time zone.
 * @param said the day, or an instant on it, from the sender or the quote; by default the company's number of days
 * @throws HttpError 400 for what is not a day, or one too far ahead
 */
export async function givenValidity(
  context: ApiContext,
  said: string | null,
): Promise<{ validUntil: string; expiresAt: string; remindAt: string | null }> {
  const { timeZone: zone, quoteValidityDays } = await companySettings(context);
  const today = dayOf(context.clock(), zone);
  const validUntil = said === null ? addDays(today, quoteValidityDays) : asDay(said, zone);
  requireDay('validUntil', validUntil, today);
  const expiresAt = instantOf(`${addDays(validUntil, 1)}T00:00`, zone) ?? `${addDays(validUntil, 1)}T00:00:00.000Z`;
  const remindDay = addDays(validUntil, -REMIND_DAYS_BEFORE);
  return { validUntil, expiresAt, remindAt: remindDay > today ? instantOf(`${remindDay}T${REMIND_AT}`, zone) : null };
}
