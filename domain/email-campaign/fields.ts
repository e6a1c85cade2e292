import { Rejection } from '../kit/decider.ts';
import { firstNameIn } from '../mail/greeting.ts';
import { typed } from '../mail/marks.ts';
import { SERVICE_LABELS } from '../quote/terms.ts';
import { CAMPAIGN_FIELDS, type CampaignField, fieldMark } from './terms.ts';

export type CampaignFieldName = (typeof CAMPAIGN_FIELDS)[number]['name'];
/** What each field stands for in one mail; null where nothing is known. */
export type FieldValues = Readonly<Record<CampaignFieldName, string | null>>;

const BY_NAME: ReadonlyMap<string, CampaignField> = new Map(CAMPAIGN_FIELDS.map((field) => [field.name, field]));
const NAMES = CAMPAIGN_FIELDS.map(({ name }) => `{{${name}}}`).join(', ');
const FIELD = /(?<!\{)\{\{([^{}]*)\}\}(?!\})/g;

/** The parts of what stands between the braces. */
function partsOf(inside: string): { name: string; fallback: string } {
  const [name = '', ...fallback] = inside.split('|');
  return { name: name.trim(), fallback: oneLine(fallback.join('|')) };
}

/**
 * Checks the fields of a campaign's texts.
 * @throws Rejection for one that does not exist, one that may be empty and has no fallback, and one without its braces
 */
export function requireFields(subject: string, content: string): void {
  requireFieldsOf(subject, 'subject');
  requireFieldsOf(content, 'content');
}

function requireFieldsOf(text: string, path: 'subject' | 'content'): void {
  const refused = (message: string) => new Rejection('invalid', message, path);
  for (const [whole, inside = ''] of text.matchAll(FIELD)) {
    const { name, fallback } = partsOf(inside);
    const field = BY_NAME.get(name);
    if (!field) throw refused(`There is no field ${whole}. The fields are ${NAMES}.`);
    if (field.mayBeEmpty && fallback === '') {
      throw refused(`Not everybody has a value for ${whole}. Say what stands there instead: ${fieldMark(field)}.`);
    }
  }
  if (/\{\{|\}\}/.test(text.replaceAll(FIELD, ''))) {
    throw refused('A field begins with {{ and ends with }}, such as {{firstName|there}}. One in this text does not.');
  }
}

/** The fields of the company that a text uses and for which nothing is known, by their labels. */
export function missingFields(texts: readonly string[], values: Pick<FieldValues, CompanyField>): string[] {
  const used = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(FIELD), ([, inside = '']) => partsOf(inside).name)),
  );
  return CAMPAIGN_FIELDS.flatMap(({ name, label }) =>
    isOfCompany(name) && used.has(name) && values[name] === null ? [label] : [],
  );
}

type CompanyField = 'companyName' | 'companyPhone';
const isOfCompany = (name: CampaignFieldName): name is CompanyField => name.startsWith('company');

/**
 * A text as one recipient reads it. What a field stands for is put in as one line and never read again as a field, a
 * link's mark or anything else. Fields that the rules would refuse are left as they are.
 */
export function filledIn(text: string, values: FieldValues): string {
  return text.replaceAll(FIELD, (whole, inside: string) => {
    const { name, fallback } = partsOf(inside);
    return BY_NAME.has(name) ? (values[name as CampaignFieldName] ?? fallback) : whole;
  });
}

/** What is known of a recipient. */
export interface Recipient {
  firstName: string | null;
  lastName: string | null;
  city: string | null;
  /** The service type of the job that was finished for them last. */
  lastServiceType: string | null;
}

/**
 * What the fields stand for. A name that is not plainly one person's, such as that of a church, is not taken apart: the
 * mail then greets nobody by half a name.
 */
export function fieldValues(
  { firstName, lastName, city, lastServiceType }: Recipient,
  company: { name: string | null; phone: string | null },
): FieldValues {
  const first = firstNameIn([firstName, lastName].filter(Boolean).join(' '));
  return {
    firstName: value(first),
    lastName: first === null ? null : value(lastName),
    city: value(city),
    // What the office wrote in its own words is not for the customer.
    lastService: (lastServiceType && SERVICE_LABELS[lastServiceType]?.toLowerCase()) ?? null,
    companyName: value(company.name),
    companyPhone: value(company.phone),
  };
}

function value(text: string | null): string | null {
  return oneLine(typed(text ?? '')) || null;
}

/** Line breaks and other controls would begin a header, or a paragraph of their own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
