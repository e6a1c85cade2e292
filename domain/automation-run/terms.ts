/** The reactor that carries out rules, and the actor of what it does. */
export const AUTOMATION = 'automation';

/** Why a rule left something out. */
export const SKIP_REASON_LABELS = {
  daily_limit: 'The daily limit of the rule was reached',
  gone: 'The record was removed or erased',
  settled: 'It is no longer so',
  dismissed: 'The insight was dismissed',
  no_address: 'There is no email address',
  suppressed: 'They asked for no marketing',
  waiting: 'A message to them waits already',
  same_person: 'They get one message in this run already',
  open_work: 'They have open work already',
  pinned: 'The visit is pinned',
  promised: 'The time was promised to the customer',
  begun: 'The work has begun, or is over',
  too_soon: 'The visit is less than two working days away',
  locked: 'The day is locked',
  task_waits: 'A task about this insight is open already',
  no_days: 'None of its days is ahead',
  no_property: 'No address of theirs is known',
  refused: 'A rule of the record refused it',
} as const;

export type SkipReason = keyof typeof SKIP_REASON_LABELS;
