import { type SettingsInForce, settingsInForce } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { endOfRange, startOfDay } from '../../domain/kit/times.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { LiveReadModels } from '../../platform/runtime/live-read-models.ts';
import { company } from '../../projections/company.ts';
import type { Fields, GivenOf } from './fields/fields.schema.ts';
import { isInstant } from './fields/values.schema.ts';

/** What figures are made from: read models, and the time for which they are asked. */
export interface FiguresContext {
  readModels: Pick<LiveReadModels, 'current'>;
  clock: Clock;
}

/** The company's time zone, by its IANA name. */
export async function companyZone(context: Pick<FiguresContext, 'readModels'>): Promise<string> {
  return (await companySettings(context)).timeZone;
}

/** The settings that apply today: the owner's, otherwise the defaults. */
export async function companySettings({ readModels }: Pick<FiguresContext, 'readModels'>): Promise<SettingsInForce> {
  const found = await readModels.current().get(company.collection, [COMPANY_ID]);
  return settingsInForce(found.get(COMPANY_ID) ?? {});
}

/** Today in the company's time zone, as `YYYY-MM-DD`. */
export async function companyToday(context: FiguresContext): Promise<string> {
  return dayOf(context.clock(), await companyZone(context));
}

/** Midnight UTC: usually a date that some program stored as an instant. */
export const DATE_AS_INSTANT = /T00:00(:00(\.0+)?)?Z$/;

/**
 * A day as `YYYY-MM-DD`. An instant becomes the company's day at that instant; midnight UTC is usually a date that a
 * program stored as an instant, and is read as that date. Other text stays as it is, for a rule to refuse.
 */
export function asDay(text: string, zone: string): string {
  if (!isInstant(text)) return text;
  return DATE_AS_INSTANT.test(text) ? text.slice(0, 10) : dayOf(Date.parse(text), zone);
}

/** These fields as a body gives them, with its days as company days. @param given as in the body */
export function companyDays<Of extends Fields, Given extends Partial<GivenOf<Of>>>(
  fields: Of,
  given: Given,
  zone: string,
): Given {
  const days = Object.entries(given).map(([name, value]) => {
    return [name, fields[name]?.isDay && typeof value === 'string' ? asDay(value, zone) : value];
  });
  return Object.fromEntries(days) as Given;
}

/** The day of an instant in a zone, `YYYY-MM-DD`. */
export function dayOf(epochMilliseconds: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The range of instants from one day through another, as a condition of a find. @param from `YYYY-MM-DD`, as `to` */
export function instantsOf({ from, to }: { from: string; to: string }, zone: string): { gte: string; lt: string } {
  return { gte: startOfDay(from, zone), lt: startOfDay(endOfRange(to), zone) };
}
