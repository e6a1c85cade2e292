import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { CompanyCommand, CompanySettings } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { parseCents } from '../../domain/kit/money.ts';
import { awaitMinPosition } from '../../platform/http/consistency.ts';
import type { CompanyDocument } from '../../projections/company.ts';
import { changerOf } from '../kit/commands.ts';
import { changeHeaders, errors, readHeaders } from '../kit/common.schema.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { settingsBefore, settingsKind } from './record.ts';
import { originOf, type ReviseSettingsBody, reviseSettingsBody, settingsRecord, timeZoneOf } from './schema.ts';

const tags = ['Settings'];

/** What the owner sets while the company runs, and everybody reads (design §3). */
export function settingsRoutes(app: App, context: ApiContext): void {
  const change = changerOf(context, settingsKind);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/settings',
    {
      config: { access: 'auditor' },
      schema: { tags, headers: readHeaders, response: { 200: settingsRecord, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const found = await context.readModels.current().get('company', [COMPANY_ID]);
      const [settings = settingsBefore] = await settingsKind.show(context, [...found.values()] as CompanyDocument[]);
      return settings;
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

const AS_THEY_COME = ['paymentTermsDays', 'workingDays', 'workingHours', 'secondFactorForOwners'] as const;

/** A missing key stays missing; '' and null are "as the defaults say" (design §7). */
function givenSettings(body: ReviseSettingsBody): Partial<CompanySettings> {
  const given: Partial<CompanySettings> = {};
  for (const field of ['name', 'phone', 'email'] as const) {
    if (body[field] !== undefined) given[field] = body[field]?.trim() || null;
  }
  for (const field of AS_THEY_COME) if (body[field] !== undefined) Object.assign(given, { [field]: body[field] });
  const { timeZone, taxRate, labourRate, homeBase, serviceArea, allowedWidgetSites } = body;
  if (timeZone !== undefined) given.timeZone = timeZone ? timeZoneOf(timeZone) : null;
  if (taxRate !== undefined) given.taxRate = isBlank(taxRate) ? null : Math.round(Number(taxRate) * 1_000);
  if (labourRate !== undefined) given.labourRate = isBlank(labourRate) ? null : parseCents(labourRate ?? '');
  if (homeBase !== undefined) {
    const { address = '', latitude = null, longitude = null } = homeBase ?? {};
    given.homeBase = homeBase && { address, latitude, longitude };
  }
  if (serviceArea !== undefined) {
    const { zipCodes = null, radiusMiles = null } = serviceArea ?? {};
    given.serviceArea = serviceArea && { zipCodes: zipCodes && [...new Set(zipCodes)], radiusMiles };
  }
  if (allowedWidgetSites !== undefined) {
    const origins = allowedWidgetSites?.map(originOf).filter((origin) => origin !== null);
    given.allowedWidgetSites = origins ? [...new Set(origins)] : null;
  }
  return given;
}

function isBlank(value: string | number | null): boolean {
  return value === null || String(value).trim() === '';
}
