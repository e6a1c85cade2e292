import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ACCOUNT_KEYS, ACCOUNTS } from '../../domain/accounts/terms.ts';
import type { CompanyCommand, CompanySettings, TimeOffPolicy } from '../../domain/company/company.ts';
import { inOrder } from '../../domain/company/holidays.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { isSeen } from '../../domain/kit/seen-text.ts';
import { TIME_OFF_TYPES } from '../../domain/time-off/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { company } from '../../projections/company.ts';
import { changerOf, signedIn } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { shownTo } from '../kit/rights.ts';
import { settingsBefore, settingsKind } from './record.ts';
import { originOf, type ReviseSettingsBody, reviseSettingsBody, settingsRecord, timeZoneOf } from './schema.ts';
import { coversOthers } from './widget-sites.ts';

const tags = ['Settings'];

/** What the owner sets while the company is running, and everybody can read. */
export function settingsRoutes(app: App, context: ApiContext): void {
  const change = changerOf(context, settingsKind);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/settings',
    {
      config: { access: 'settings:read', own: true },
      schema: { tags, headers: readHeaders, response: { 200: settingsRecord, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const found = await context.readModels.current().get(company.collection, [COMPANY_ID]);
      const [settings = settingsBefore] = await settingsKind.show(context, [...found.values()]);
      return shownTo(signedIn(request), settingsKind, settings);
    },
  );

  routes.patch(
    '/api/settings',
    {
      config: { access: 'owner' },
      schema: {
        tags,
        headers: changeHeaders,
        body: reviseSettingsBody,
        response: { 200: settingsRecord, ...changeErrors(settingsRecord) },
      },
    },
    async (request, reply) => {
      const { expectedRevision } = request.body;
      const command: CompanyCommand = { type: 'ReviseCompanySettings', settings: givenSettings(request.body) };
      return change(request, reply, COMPANY_ID, command, { expectedRevision });
    },
  );
}

/** A missing key stays missing; '' and null mean the default (docs/design/calls.md#bodies-and-answers). */
function givenSettings(body: ReviseSettingsBody): Partial<CompanySettings> {
  const { paymentTermsDays, depositPercent, quoteValidityDays, workingDays, workingHours, secondFactorForOwners } =
    body;
  const { travel, overtimeMinutes, overtimeWeekHours, overtimeDayHours, reminderDays, onboardingItems, leavingItems } =
    body;
  const { reviewRequests, reviewRequestDays, checkpointAddresses } = body;
  const settings = {
    name: given(body.name, (text) => text.trim()),
    phone: given(body.phone, (text) => text.trim()),
    email: given(body.email, (text) => text.trim()),
    timeZone: given(body.timeZone, timeZoneOf),
    taxRate: given(body.taxRate, (rate) => Math.round(Number(rate) * 1_000)),
    labourRate: given(body.labourRate, parseCents),
    homeBase: given(body.homeBase, givenHomeBase),
    serviceArea: given(body.serviceArea, givenServiceArea),
    allowedWidgetSites: given(body.allowedWidgetSites, givenSites),
    widgetColor: given(body.widgetColor, (color) => color.toLowerCase()),
    paymentTermsDays,
    depositPercent,
    quoteValidityDays,
    workingDays,
    workingHours,
    secondFactorForOwners,
    postalAddress: given(body.postalAddress, (text) => text.trim()),
    paymentInstructions: given(body.paymentInstructions, (text) => text.trim()),
    accountNames: given(body.accountNames, givenAccountNames),
    travel,
    overtimeMinutes,
    overtimeWeekHours,
    overtimeDayHours,
    reminderDays,
    holidays: given(body.holidays, inOrder),
    onboardingItems,
    leavingItems,
    timeOffPolicies: given(body.timeOffPolicies, givenPolicies),
    reviewRequests,
    reviewRequestDays,
    checkpointAddresses,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** A field as it is stored: undefined if missing, null if empty. */
function given<Value, Stored>(value: Value | null | undefined, stored: (value: Value) => Stored) {
  if (value === undefined) return undefined;
  return value === null || (typeof value === 'string' && !isSeen(value)) ? null : stored(value);
}

function givenHomeBase(homeBase: NonNullable<ReviseSettingsBody['homeBase']>): CompanySettings['homeBase'] {
  const { address = '', latitude = null, longitude = null } = homeBase;
  return { address, latitude, longitude };
}

function givenServiceArea(area: NonNullable<ReviseSettingsBody['serviceArea']>): CompanySettings['serviceArea'] {
  const { zipCodes = null, radiusMiles = null } = area;
  return { zipCodes: zipCodes && [...new Set(zipCodes)], radiusMiles };
}

/** In the order of the accounts, so that equal names compare as equal. */
function givenAccountNames(names: NonNullable<ReviseSettingsBody['accountNames']>): CompanySettings['accountNames'] {
  const named = ACCOUNT_KEYS.map((account) => [account, (names[account] ?? '').trim()] as const);
  const renamed = named.filter(([account, name]) => isSeen(name) && name !== ACCOUNTS[account]);
  return renamed.length === 0 ? null : Object.fromEntries(renamed);
}

/** By type, the earliest first, so that equal policies compare as equal. */
function givenPolicies(policies: NonNullable<ReviseSettingsBody['timeOffPolicies']>): TimeOffPolicy[] {
  return policies
    .map(({ carryOver = null, probation, probationUnit, ...policy }) => {
      return { ...policy, carryOver, probation: probation ?? 0, probationUnit: probationUnit ?? 'days' };
    })
    .toSorted((a, b) => TIME_OFF_TYPES.indexOf(a.type) - TIME_OFF_TYPES.indexOf(b.type) || (a.from < b.from ? -1 : 1));
}

/** @throws HttpError 400 for one that would cover the sites of others */
function givenSites(sites: readonly string[]): string[] {
  const issues = sites.flatMap((site, index) =>
    coversOthers(site) ? [{ path: `allowedWidgetSites.${index}`, message: wide(site) }] : [],
  );
  if (issues[0]) throw new HttpError(400, { message: issues[0].message, code: 'invalid', issues });
  return [...new Set(sites.map(originOf).filter((origin) => origin !== null))];
}

function wide(site: string): string {
  return `The site ${site} would cover those of other people. Name your own, like https://*.example.com.`;
}
