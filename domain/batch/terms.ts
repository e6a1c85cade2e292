/** Why many records were changed as one: its name for people, and what it counts. */
export const BATCH_KINDS = {
  schedule: { label: 'Schedule', one: 'job', many: 'jobs' },
  rain_day: { label: 'Rain day', one: 'job', many: 'jobs' },
  truck_down: { label: 'Truck down', one: 'job', many: 'jobs' },
  emergency: { label: 'Emergency', one: 'job', many: 'jobs' },
  send_invoices: { label: 'Invoice emails', one: 'invoice', many: 'invoices' },
  release: { label: 'Messages sent', one: 'message', many: 'messages' },
  send_undelivered: { label: 'Emails sent after all', one: 'email', many: 'emails' },
} as const;

export type BatchKind = keyof typeof BATCH_KINDS;

/** Keeps the results of all items small enough for one event. */
export const BATCH_LIMITS = {
  items: 2_000,
  /** Characters of the reason for a refusal. */
  reason: 200,
} as const;
