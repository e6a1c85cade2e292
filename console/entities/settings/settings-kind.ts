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
  HomeBaseInput,
  ServiceAreaInput,
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
      help: 'Today, this month and working hours go by its clocks.',
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
      help: 'Requests from inside it go to the lead pipeline, others to External Leads.',
    },
    {
      name: 'labourRate',
      label: 'Labor rate per person and hour',
      kind: 'money',
    },
    {
      name: 'taxRate',
      label: 'Sales tax in percent',
      kind: 'decimal',
      maxLength: 7,
      format: (value) => `${String(value)} %`,
    },
    {
      name: 'paymentTermsDays',
      label: 'Payment due after days',
      kind: 'number',
      format: (value) => `${String(value)} days`,
    },
    {
      name: 'allowedWidgetSites',
      label: 'Sites that may show the request widget',
      kind: 'structured',
      control: listInput('https://www.example.com'),
      format: formatList,
      nothing: 'Any site',
      help: 'Press Enter after each. Empty: any site.',
    },
    {
      name: 'secondFactorForOwners',
      label: 'Second factor for owners',
      kind: 'choice',
      choices: SECOND_FACTOR_RULES,
      labels: { optional: 'Each decides', required: 'Required' },
      required: true,
      help: 'Required: an owner who signs in with a password sets one up before anything else.',
    },
  ],
  path: () => '/api/settings',
  steps: { CompanySettingsRevised: 'Settings changed' },
  titleOf: ({ name }) => name ?? 'The company',
};
