import type { Area } from '../user/terms.ts';

/** The longest text of each field, in characters. */
export const TASK_LIMITS = { title: 200, notes: 4_000 } as const;

/**
 * The kinds of record that a task can be about, by their category: in which area rights to them are given, and whether
 * such a record is about a person. The texts of a task about one are that person's, and erased with them.
 */
const ABOUT = {
  lead: { area: 'leads', isOfAPerson: true },
  external_lead: { area: 'leads', isOfAPerson: true },
  customer: { area: 'customers', isOfAPerson: true },
  quote: { area: 'quotes', isOfAPerson: true },
  job: { area: 'jobs', isOfAPerson: true },
  invoice: { area: 'invoices', isOfAPerson: true },
  customer_review: { area: 'marketing', isOfAPerson: true },
  staff: { area: 'people', isOfAPerson: true },
  equipment: { area: 'equipment', isOfAPerson: false },
  crew: { area: 'crews', isOfAPerson: false },
  insight: { area: 'insights', isOfAPerson: false },
} as const satisfies Readonly<Record<string, { area: Area; isOfAPerson: boolean }>>;

export type TaskAboutKind = keyof typeof ABOUT;
export const TASK_ABOUT_KINDS = Object.keys(ABOUT) as [TaskAboutKind, ...TaskAboutKind[]];
export const TASK_ABOUT_PEOPLE = TASK_ABOUT_KINDS.filter((kind) => ABOUT[kind].isOfAPerson);

/** Where rights to the records of a kind are given that a task is about. */
export function areaOfAbout(kind: TaskAboutKind): Area {
  return ABOUT[kind].area;
}

/** `erased`: whom it was about was erased before it was done, so that nobody can do it any more. */
export const TASK_STATUSES = ['open', 'done', 'erased'] as const;
export const TASK_STATUS_LABELS: Readonly<Record<string, string>> = { open: 'Open', done: 'Done', erased: 'Erased' };

/** What the list is narrowed to: `due` by today, `overdue` before today; both are open too. */
export const TASK_FILTERS = ['open', 'due', 'overdue', 'done'] as const;
