import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { COMPANY_LIMITS, SECOND_FACTOR_RULES } from '../../../domain/company/terms.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { formatHours, HoursInput } from '../../ui/hours-input.tsx';
import { formatList, listInput } from '../../ui/list-input.tsx';
import {
  DaysInput,
  formatDays,
  formatHomeBase,
  formatServiceArea,
  formatTravel,
  HomeBaseInput,
  ServiceAreaInput,
  TravelInput,
} from './settings-inputs.tsx';

/** The company's settings as details, form, conflict and history show them. */
export const settingsKind: RecordKind<SettingsRecord> = {
  category: 'company',
  collections: ['company'],
  noun: 'settings page',
  fields: [
    { name: 'name', label: 'Company name', kind: 'text', maxLength: COMPANY_LIMITS.name },
    { name: 'phone', label: 'Phone', kind: 'tel', maxLength: COMPANY_LIMITS.phone },
    { name: 'email', label: 'Email', kind: 'email', maxLength: COMPANY_LIMITS.email },
    {
      name: 'timeZone',
      label: 'Time zone',
      kind: 'choice',
      choices: Intl.supportedValuesOf('timeZone'),
      required: true,
      help: 'Decides what counts as today, this month and working hours.',
    },
    {
      name: 'workingDays',
      label: 'Working days',
      kind: 'structured',
      control: DaysInput,
      format: formatDays,
    },
    {
      name: 'workingHours',
      label: 'Working hours',
      kind: 'structured',
      control: HoursInput,
      format: formatHours,
      help: 'A crew may have hours of its own.',
    },
    {
      name: 'homeBase',
      label: 'Home base',
      kind: 'structured',
      control: HomeBaseInput,
      format: formatHomeBase,
      help: 'Where crews start, unless they have a home base of their own.',
    },
    {
      name: 'serviceArea',
      label: 'Service area',
      kind: 'structured',
      control: ServiceAreaInput,
      format: formatServiceArea,
      nothing: 'Everywhere',
      help: 'Requests from inside it go to the lead pipeline, all others to External Leads.',
    },
    {
      name: 'travel',
      label: 'Driving',
      kind: 'structured',
      control: TravelInput,
      format: formatTravel,
      help: 'How the schedule estimates drives from the distance between addresses.',
    },
    {
      name: 'labourRate',
      label: 'Labor rate per person-hour',
      kind: 'money',
    },
    {
      name: 'taxRate',
      label: 'Sales tax (%)',
      kind: 'decimal',
      maxLength: 7,
      format: (value) => `${String(value)}%`,
    },
    {
      name: 'paymentTermsDays',
      label: 'Payment due in (days)',
      kind: 'number',
      format: (value) => `${String(value)} days`,
    },
    {
      name: 'depositPercent',
      label: 'Deposit of new quotes (%)',
      kind: 'number',
      format: (value) => (Number(value) === 0 ? 'None' : `${String(value)}%`),
    },
    {
      name: 'quoteValidityDays',
      label: 'Quotes are valid for (days)',
      kind: 'number',
      format: (value) => `${String(value)} days`,
      help: 'From the day on which a quote is sent.',
    },
    {
      name: 'allowedWidgetSites',
      label: 'Websites that may show the request widget',
      kind: 'structured',
      control: listInput('https://www.example.com'),
      format: formatList,
      nothing: 'Any website',
      help: 'Press Enter after each. Leave empty to allow any website.',
    },
    {
      name: 'secondFactorForOwners',
      label: 'Second factor for owners',
      kind: 'choice',
      choices: SECOND_FACTOR_RULES,
      labels: { optional: 'Up to each owner', required: 'Required' },
      required: true,
      help: 'If required, an owner who signs in with a password has to set one up first.',
    },
  ],
  path: () => '/api/settings',
  steps: { CompanySettingsRevised: 'Settings changed' },
  titleOf: ({ name }) => name ?? 'The company',
};
