import { company, type Logo, settingsInForce } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { type CompanyDocument, company as settings } from '../../projections/company.ts';
import { recordKind } from '../kit/records.ts';
import { without } from '../kit/rights.ts';
import type { SettingsRecord } from './schema.ts';
import { coversOthers } from './widget-sites.ts';

/** The settings on the wire; what was never set has its default. */
function presentSettings(said: CompanyDocument): SettingsRecord {
  const { id, revision } = said;
  const { taxRate, labourRate, logo, ...settings } = settingsInForce(said);
  return {
    ...settings,
    id,
    revision,
    taxRate: String(taxRate / 1_000),
    labourRate: formatCents(labourRate),
    logo: logo && presentLogo(logo),
    uncountedWidgetSites: settings.allowedWidgetSites.filter(coversOthers),
  };
}

/** Another logo gets another address, so that a browser does not show the previous one. */
export function presentLogo(
  { sha256, width, height }: Logo,
  path = '/api/settings/logo',
): NonNullable<SettingsRecord['logo']> {
  return { url: `${path}?version=${sha256.slice(0, 12)}`, width, height };
}

/** The settings before anybody changed one. */
export const settingsBefore: SettingsRecord = presentSettings({ id: COMPANY_ID, revision: -1 });

export const settingsKind = recordKind({
  decider: company,
  projection: settings,
  area: 'settings',
  sharedStream: COMPANY_ID,
  title: (said: CompanyDocument) => presentSettings(said).name,
  present: presentSettings,
  initial: () => settingsBefore,
  own: { includes: async () => true },
  limited(settings, has) {
    const told = has('history:read') ? settings : { ...settings, checkpointAddresses: [] };
    const shown = has('settings:read') ? told : without(told, 'paymentInstructions');
    return has('costs:read') ? shown : without(shown, 'labourRate');
  },
});
