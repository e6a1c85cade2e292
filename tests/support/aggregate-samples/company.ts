import fc from 'fast-check';
import { company } from '../../../domain/company/company.ts';
import { companyEvents } from '../../../domain/company/events.ts';
import { company as companies } from '../../../projections/company.ts';
import { hours, maybe, of, SAMPLE_ID, sample, some, text } from './sample.ts';

const mailServer = (host: string) => ({ host, port: 465, security: 'tls', user: null, from: 'office@example.com' });

const vacation = {
  type: 'vacation',
  from: '2026-01-01',
  per: 'month' as const,
  days: 1.25,
  carryOver: 5,
  probation: 90,
  probationUnit: 'days' as const,
};

export const companySample = sample(company, companyEvents, {
  commands: fc.record({
    type: of('ReviseCompanySettings'),
    settings: some({
      name: text,
      taxRate: maybe(fc.nat(3)),
      workingHours: hours,
      homeBase: maybe(fc.constantFrom({ address: 'Yard', latitude: 42, longitude: -72 })),
      serviceArea: maybe(
        fc.constantFrom({ zipCodes: null, radiusMiles: 20 }, { zipCodes: ['01002'], radiusMiles: null }),
      ),
      logo: maybe(fc.constantFrom({ sha256: 'a', width: 4, height: 1 }, { sha256: 'b', width: 4, height: 1 })),
      reminderDays: maybe(fc.constantFrom([], [7], [7, 21], [21, 7])),
      accountNames: maybe(fc.constantFrom({ bank: 'River Bank' }, { sales: 'Sales' })),
      holidays: maybe(
        fc.constantFrom([], [{ day: '2026-07-03', name: 'Independence Day' }], [{ day: '2026-02-30', name: 'No day' }]),
      ),
      leavingItems: maybe(fc.constantFrom([], ['Keys back'], ['Keys back', 'Keys back'])),
      timeOffPolicies: maybe(fc.constantFrom([], [vacation], [vacation, vacation])),
      reviewRequests: maybe(fc.constantFrom('off', 'automatic')),
      reviewRequestDays: maybe(fc.nat(3)),
      checkpointAddresses: maybe(fc.constantFrom([], ['a@example.com'], ['a@example.com', 'A@example.com'])),
      mailServer: maybe(fc.constantFrom(mailServer('smtp.example.com'), mailServer('mail.example.org'))),
    }),
  }) as fc.Arbitrary<never>,
  projection: companies,
  // What was never set is missing in the document.
  shows: (state) => {
    const said = Object.entries(state).filter(([, value]) => value !== null);
    return said.length === 0 ? {} : { [SAMPLE_ID]: Object.fromEntries(said) };
  },
  essenceOfDocument: (document) => Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)),
  inClear: {
    'what the company says of itself, in public': [
      'CompanySettingsRevised.name',
      'CompanySettingsRevised.phone',
      'CompanySettingsRevised.email',
      'CompanySettingsRevised.timeZone',
      'CompanySettingsRevised.taxRate',
      'CompanySettingsRevised.paymentTermsDays',
      'CompanySettingsRevised.workingDays',
      'CompanySettingsRevised.workingHours',
      'CompanySettingsRevised.homeBase',
      'CompanySettingsRevised.labourRate',
      'CompanySettingsRevised.serviceArea',
      'CompanySettingsRevised.allowedWidgetSites',
      'CompanySettingsRevised.secondFactorForOwners',
      'CompanySettingsRevised.depositPercent',
      'CompanySettingsRevised.quoteValidityDays',
      'CompanySettingsRevised.travel',
      'CompanySettingsRevised.widgetColor',
      'CompanySettingsRevised.overtimeMinutes',
      'CompanySettingsRevised.overtimeWeekHours',
      'CompanySettingsRevised.overtimeDayHours',
      'CompanySettingsRevised.logo',
      'CompanySettingsRevised.postalAddress',
      'CompanySettingsRevised.paymentInstructions',
      'CompanySettingsRevised.reminderDays',
      'CompanySettingsRevised.accountNames',
    ],
    'what the company grants to everybody': ['CompanySettingsRevised.timeOffPolicies'],
    'when the company is closed': ['CompanySettingsRevised.holidays'],
    'what is ticked for everybody alike': [
      'CompanySettingsRevised.onboardingItems',
      'CompanySettingsRevised.leavingItems',
    ],
    'whether and when customers are asked for a review': [
      'CompanySettingsRevised.reviewRequests',
      'CompanySettingsRevised.reviewRequestDays',
    ],
    'where the company keeps its proof': ['CompanySettingsRevised.checkpointAddresses'],
    'where the company’s own email leaves, without the password': ['CompanySettingsRevised.mailServer'],
  },
});
