import { type CatalogCommand, catalog } from '../../domain/catalog/catalog.ts';
import { CATALOG_ID } from '../../domain/catalog/terms.ts';
import {
  type CompanyCommand,
  type CompanySettings,
  company,
  type TimeOffPolicy,
} from '../../domain/company/company.ts';
import { type Holiday, withFederalHolidays } from '../../domain/company/holidays.ts';
import { COMPANY_DEFAULTS, COMPANY_ID } from '../../domain/company/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OWNER } from './accounts.ts';
import type { Act, Area } from './act.ts';
import type { WorkingTime } from './working-time.ts';

/** In the units of quotes: thousandths of a percent, percent, days. */
export const DEMO_TERMS_DAYS = 14;
export const DEMO_TAX_RATE = 6_250;
export const DEMO_DEPOSIT = 20;
export const DEMO_VALIDITY_DAYS = 21;

/** The working hour at which the owner enters the settings. */
interface Said {
  hour: number;
  settings: Partial<CompanySettings>;
}

function saidIn({ zone, hours, days }: WorkingTime): Said[] {
  return [
    {
      hour: 0.6,
      settings: {
        name: 'Hampshire Tree Care',
        phone: '(413) 555-0100',
        email: 'office@example.com',
        timeZone: zone,
        homeBase: { address: '8 River Drive, Hadley, MA 01035', latitude: 42.353, longitude: -72.588 },
        workingHours: { start: '07:30', end: '16:30' },
      },
    },
    { hour: 0.7, settings: { taxRate: DEMO_TAX_RATE, paymentTermsDays: DEMO_TERMS_DAYS, labourRate: 6_200 } },
    { hour: 0.75, settings: { depositPercent: DEMO_DEPOSIT, quoteValidityDays: DEMO_VALIDITY_DAYS } },
    {
      hour: 0.8,
      settings: {
        postalAddress: '8 River Drive\nHadley, MA 01035',
        paymentInstructions:
          'By check: to our postal address, with the number of the invoice on it.\nBy card or bank transfer: call us, please.',
      },
    },
    {
      hour: 0.85,
      settings: { holidays: yearsOf(days).reduce<Holiday[]>((all, year) => withFederalHolidays(all, year), []) },
    },
    { hour: 0.9, settings: { timeOffPolicies: policiesFrom(`${days[0]?.date.slice(0, 4)}-01-01`) } },
    { hour: hours * 0.35, settings: { serviceArea: { zipCodes: null, radiusMiles: 25 } } },
    { hour: hours * 0.4, settings: { reviewRequests: 'by_hand' } },
    { hour: hours * 0.6, settings: { labourRate: 6_800 } },
  ];
}

/** How time off is granted from a day on. */
function policiesFrom(from: string): TimeOffPolicy[] {
  const none = { carryOver: 0, probation: 0, probationUnit: 'months' };
  return [
    { ...none, type: 'vacation', from, per: 'year', days: 10, carryOver: 3, probation: 3 },
    { ...none, type: 'sick', from, per: 'month', days: 0.5, carryOver: 5 },
    { ...none, type: 'personal', from, per: 'year', days: 2 },
  ];
}

/** The years of the demo, and the one after. */
function yearsOf(days: WorkingTime['days']): number[] {
  const years = days.map(({ date }) => Number(date.slice(0, 4)));
  return [...new Set([...years, (years.at(-1) ?? 0) + 1])];
}

/** The labor rate in force at a working hour, in cents. */
export function labourRateAt(hour: number, time: WorkingTime): number {
  const rates = saidIn(time).flatMap(({ hour: from, settings: { labourRate } }) =>
    from <= hour ? (labourRate ?? []) : [],
  );
  return rates.at(-1) ?? COMPANY_DEFAULTS.labourRate;
}

/** The owner's company settings: most of them entered on the first morning. */
export const companySettings: Area = (time) => [...settingsOf(time), prices(time)];

function settingsOf(time: WorkingTime): Act[] {
  return saidIn(time).map(({ hour, settings }, index): Act => {
    const command: CompanyCommand = { type: 'ReviseCompanySettings', settings };
    const commandId = uuidv5(HEARTWOOD, `demo/company/${index}`);
    return {
      at: time.instantAt(hour),
      actor: OWNER.id,
      run: (desk) => desk.send(company, COMPANY_ID, command, { commandId }),
    };
  });
}

/** Dollars, and crew hours. */
const PRICES: readonly (readonly [
  service: string,
  description: string,
  dollars: number,
  unit: string,
  hours: number,
])[] = [
  ['tree_removal', 'Up to 40 ft, all wood hauled', 950, 'tree', 4],
  ['tree_removal', '40 to 70 ft, all wood hauled', 2_200, 'tree', 8],
  ['tree_trimming', 'Crown clean, deadwood over 2 in', 480, 'tree', 2.5],
  ['pruning', 'Structural pruning of a young tree', 140, 'tree', 0.75],
  ['stump_grinding', 'Up to 24 in, 8 in below grade', 180, 'stump', 1],
  ['hedge_trimming', 'Both sides and top', 6, 'foot', 0.05],
  ['emergency_cleanup', 'Crew of three with chipper', 420, 'hour', 1],
  ['tree_health_assessment', 'Visit with a written report', 225, 'visit', 1.5],
];

function prices(time: WorkingTime): Act {
  const commandId = uuidv5(HEARTWOOD, 'demo/prices');
  const items = PRICES.map(([service, description, dollars, unit, estimatedHours], index) => {
    const id = uuidv5(HEARTWOOD, `demo/price/${index}`);
    return { id, service, description, unitPrice: dollars * 100, unit, estimatedHours };
  });
  const command: CatalogCommand = { type: 'ReviseCatalog', items };
  return {
    at: time.instantAt(0.8),
    actor: OWNER.id,
    run: (desk) => desk.send(catalog, CATALOG_ID, command, { commandId }),
  };
}
