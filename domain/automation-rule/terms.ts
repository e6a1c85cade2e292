import { DETECTOR_NAMES, type DetectorName } from '../insight/terms.ts';

/** What a rule does when an insight is raised. Each leaves the last word to a person. */
export const AUTOMATION_ACTS = ['message', 'task', 'new_job', 'take_off', 'plan'] as const;
export type AutomationAct = (typeof AUTOMATION_ACTS)[number];

export const AUTOMATION_ACT_LABELS: Readonly<Record<string, string>> = {
  message: 'Prepare a message',
  task: 'Make a task',
  new_job: 'Add an unscheduled job',
  take_off: 'Take the visit off its day',
  plan: 'Ask for a plan',
} satisfies Record<AutomationAct, string>;

/** What comes of it, for whoever makes a rule. */
export const AUTOMATION_ACT_HINTS: Readonly<Record<string, string>> = {
  message: 'An email to each customer or lead that the insight names. It waits until you send it.',
  task: 'One task about the insight.',
  new_job: 'A job without a day for each customer who is due, for the service they are due for.',
  take_off:
    'Work that cannot be done as booked goes back to the unscheduled jobs. Pinned, promised and started work stays, and so does what is less than two working days away.',
  plan: 'A plan for the days that the insight is about. It waits until you apply it.',
} satisfies Record<AutomationAct, string>;

/** What an act can be done for: only what its evidence names. */
export const ACT_DETECTORS: Readonly<Record<AutomationAct, readonly DetectorName[]>> = {
  message: ['customers_due', 'slow_leads', 'receivables_aging', 'quotes_not_sent'],
  task: DETECTOR_NAMES,
  new_job: ['customers_due'],
  take_off: ['certificates_expiring', 'maintenance_clash'],
  plan: ['crew_capacity', 'travel_swap', 'weather_slack', 'certificates_expiring', 'maintenance_clash'],
};

/** The acts that fit a detector. */
export function actsFor(detector: DetectorName): AutomationAct[] {
  return AUTOMATION_ACTS.filter((act) => ACT_DETECTORS[act].includes(detector));
}

/** Without a text of its own, a message about these is the letter that there is for them: the usual reminder. */
export const HAVE_A_LETTER: readonly DetectorName[] = ['receivables_aging'];

/** What stands in a text of a rule for whom it goes to, and for the company. */
export const MESSAGE_PLACES = { name: '{name}', company: '{company}' } as const;

export const AUTOMATION_LIMITS = {
  /** Characters. */
  name: 100,
  subject: 150,
  message: 3_000,
  /** Working days until a task is due. */
  leastDays: 0,
  mostDays: 60,
  /** Of what a rule makes on a day of the company. */
  leastPerDay: 1,
  mostPerDay: 100,
} as const;

/** What a rule makes on a day at most, unless it says otherwise. */
export const USUAL_DAILY_LIMIT = 10;
/** In how many working days a task is due, unless its rule says otherwise. */
export const USUAL_DUE_DAYS = 2;
