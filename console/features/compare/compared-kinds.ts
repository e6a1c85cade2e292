import { KINDS } from '../../entities/kinds.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { capitalized } from '../../ui/values/format.ts';

type AnyKind = RecordKind<never>;

interface ComparedKind {
  /** The call of all its records. */
  list: string;
  load(): Promise<AnyKind>;
}

/** The kinds that can be chosen; their words are loaded once something of theirs is shown. */
const COMPARED: Readonly<Record<string, ComparedKind>> = {
  lead: {
    list: '/api/leads-working',
    load: async () => (await import('../../entities/lead/lead-kind.ts')).leadKind,
  },
  customer: {
    list: '/api/customers',
    load: async () => (await import('../../entities/customer/customer-kind.ts')).customerKind,
  },
  quote: {
    list: '/api/quotes',
    load: async () =>
      (await import('../../entities/quote/quote-kind.tsx')).quoteKind({
        customerId: null,
        leadId: null,
        settings: undefined,
      }),
  },
  job: { list: '/api/jobs', load: async () => (await import('../../entities/job/job-kind.ts')).jobKind(null) },
  invoice: {
    list: '/api/invoices',
    load: async () => (await import('../../entities/invoice/invoice-kind.ts')).invoiceKind,
  },
  cost: { list: '/api/costs', load: async () => (await import('../../entities/cost/cost-kind.ts')).costKind },
  crew: { list: '/api/crews', load: async () => (await import('../../entities/crew/crew-kind.tsx')).crewKind(null) },
  equipment: {
    list: '/api/equipment',
    load: async () => (await import('../../entities/equipment/equipment-kind.tsx')).equipmentKind({}),
  },
  external_lead: {
    list: '/api/admin/external-leads',
    load: async () => (await import('../../entities/external-lead/external-lead-kind.ts')).externalLeadKind,
  },
  staff: { list: '/api/staff', load: async () => (await import('../../entities/person/person-kind.ts')).personKind },
  user: { list: '/api/users', load: async () => (await import('../../entities/user/user-kind.ts')).userKind },
  task: { list: '/api/tasks', load: async () => (await import('../../entities/task/task-kind.tsx')).taskKind({}) },
  time_off: {
    list: '/api/hr/time-off',
    load: async () => (await import('../../entities/time-off/time-off-kind.ts')).timeOffKind,
  },
  timesheet: {
    list: '/api/timesheets',
    load: async () => (await import('../../entities/timesheet/timesheet-kind.ts')).timesheetKind,
  },
};

/** Kinds of record of which a list or one can be chosen. */
export const COMPARED_KINDS: readonly string[] = Object.keys(COMPARED);

/** The words of a kind; undefined for what has none here. */
export async function loadKind(category: string): Promise<AnyKind | undefined> {
  return COMPARED[category]?.load();
}

/** The call of what is compared, `category` or `category:id`; null for what nobody knows. */
export async function callOf(of: string): Promise<string | null> {
  const [category = '', ...id] = of.split(':');
  if (id.length === 0) return COMPARED[category]?.list ?? null;
  return (await loadKind(category))?.path(id.join(':')) ?? null;
}

/** What a list of a kind is called: that of its page. */
export function listName(category: string): string | undefined {
  const kind = KINDS[category];
  return LIST_NAMES[category] ?? kind?.page?.label;
}

/** `/api/leads-working?search=oak` as `Leads`, and `/api/history/lead/0190f3c2-…` as `History lead`. */
export function callName(path: string): string {
  const [address = ''] = path.replace('/api/', '').split('?');
  const words = address
    .split('/')
    .filter((part) => !/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(part))
    .join(' ')
    .replaceAll(/[_-]+/g, ' ')
    .replace(' working', '');
  return capitalized(words);
}

/** Where the page that has it is named for more. */
const LIST_NAMES: Readonly<Record<string, string>> = { time_off: 'Time off', staff: 'People' };
