import { company } from '../../domain/company/company.ts';
import { COMPANY_DEFAULTS, COMPANY_ID } from '../../domain/company/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { type CompanyDocument, company as settings } from '../../projections/company.ts';
import { recordKind } from '../kit/records.ts';
import type { SettingsRecord } from './schema.ts';

/** The settings on the wire: what was never said is as the defaults say. */
function presentSettings(said: CompanyDocument): SettingsRecord {
  const { workingDays, workingHours, allowedWidgetSites } = COMPANY_DEFAULTS;
  return {
    id: said.id,
    name: said.name ?? COMPANY_DEFAULTS.name,
    phone: said.phone ?? COMPANY_DEFAULTS.phone,
    email: said.email ?? COMPANY_DEFAULTS.email,
    timeZone: said.timeZone ?? COMPANY_DEFAULTS.timeZone,
    taxRate: String((said.taxRate ?? COMPANY_DEFAULTS.taxRate) / 1_000),
    paymentTermsDays: said.paymentTermsDays ?? COMPANY_DEFAULTS.paymentTermsDays,
    depositPercent: said.depositPercent ?? COMPANY_DEFAULTS.depositPercent,
    quoteValidityDays: said.quoteValidityDays ?? COMPANY_DEFAULTS.quoteValidityDays,
    workingDays: said.workingDays ?? [...workingDays],
    workingHours: said.workingHours ?? workingHours,
    homeBase: said.homeBase ?? COMPANY_DEFAULTS.homeBase,
    labourRate: formatCents(said.labourRate ?? COMPANY_DEFAULTS.labourRate),
    serviceArea: said.serviceArea ?? COMPANY_DEFAULTS.serviceArea,
    allowedWidgetSites: said.allowedWidgetSites ?? [...allowedWidgetSites],
    secondFactorForOwners: said.secondFactorForOwners ?? COMPANY_DEFAULTS.secondFactorForOwners,
    revision: said.revision,
  };
}

/** The settings before anybody changed one. */
export const settingsBefore: SettingsRecord = presentSettings({ id: COMPANY_ID, revision: -1 });

export const settingsKind = recordKind({
  decider: company,
  projection: settings,
  sharedStream: COMPANY_ID,
  title: (said: CompanyDocument) => presentSettings(said).name,
  present: presentSettings,
  initial: settingsBefore,
  changedBy: 'owner',
});
