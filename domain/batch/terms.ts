/** Why many records were changed as one: its name for people, and what it counts. */
export const BATCH_KINDS = {
  schedule: { label: 'Schedule', one: 'job', many: 'jobs' },
  rain_day: { label: 'Rain day', one: 'job', many: 'jobs' },
  truck_down: { label: 'Truck down', one: 'job', many: 'jobs' },
  machine_down: { label: 'Machine down', one: 'job', many: 'jobs' },
  absence: { label: 'Absence', one: 'job', many: 'jobs' },
  emergency: { label: 'Emergency', one: 'job', many: 'jobs' },
  send_invoices: { label: 'Invoice emails', one: 'invoice', many: 'invoices' },
  release: { label: 'Messages sent', one: 'message', many: 'messages' },
  send_undelivered: { label: 'Emails sent after all', one: 'email', many: 'emails' },
  rule_message: { label: 'Prepared by a rule', one: 'message', many: 'messages' },
  rule_task: { label: 'Made by a rule', one: 'task', many: 'tasks' },
  rule_new_job: { label: 'Added by a rule', one: 'job', many: 'jobs' },
  rule_take_off: { label: 'Taken off its day by a rule', one: 'job', many: 'jobs' },
  rule_plan: { label: 'Asked for by a rule', one: 'plan', many: 'plans' },
  undo: { label: 'Undo', one: 'step', many: 'steps' },
} as const;

export type BatchKind = keyof typeof BATCH_KINDS;

/** The kinds of batch that a run of a rule is: their first item records the run, and does not count. */
export const BATCHES_OF_RULES: ReadonlySet<string> = new Set<BatchKind>([
  'rule_message',
  'rule_task',
  'rule_new_job',
  'rule_take_off',
  'rule_plan',
]);

/** The kinds of plans that record why they are needed: the first item of their batch does, and does not count. */
export const BATCHES_OF_OUTAGES: ReadonlySet<string> = new Set<BatchKind>(['machine_down', 'absence']);

/** Keeps the results of all items small enough for one event. */
export const BATCH_LIMITS = {
  items: 2_000,
  /** Characters of the reason for a refusal. */
  reason: 200,
} as const;
