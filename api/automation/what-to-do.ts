import type { AutomationRuleDetails } from '../../domain/automation-rule/events.ts';
import { USUAL_DUE_DAYS } from '../../domain/automation-rule/terms.ts';
import type { AutomationSkip, AutomationStep } from '../../domain/automation-run/events.ts';
import type { SkipReason } from '../../domain/automation-run/terms.ts';
import type { BatchItem } from '../../domain/batch/events.ts';
import { WEEKDAYS } from '../../domain/company/terms.ts';
import { firstProperty, placeText } from '../../domain/customer/properties.ts';
import { detectorLabelOf } from '../../domain/insight/terms.ts';
import type { JobCommand } from '../../domain/job/job.ts';
import { addDays, isDate } from '../../domain/kit/times.ts';
import type { DayLock } from '../../domain/schedule/events.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { mails } from '../../projections/mails.ts';
import { readLocks } from '../../projections/queries/schedule.ts';
import { tasks } from '../../projections/tasks.ts';
import { customerKind } from '../customers/record.ts';
import { hasBooked, hasOpenWork } from '../jobs/open-work.ts';
import { jobKind } from '../jobs/record.ts';
import { companySettings } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { addresseeOf, type Wording, WRITTEN_ABOUT, type WrittenAbout } from '../mail/rule-mails.ts';
import { isSuppressed } from '../suppressions/suppressed.ts';
import type { Raise } from './raises.ts';
import { type AddDueJob, type MakeTask, type PrepareMessage, ruleMailKind } from './stand-ins.ts';

/** What the decision takes. */
export interface DecisionContext extends Pick<ApiContext, 'streams' | 'readModels' | 'state' | 'store'> {
  /** What was found out about records, where many raises are decided on the same moment; otherwise nothing is kept. */
  found?: Map<string, Promise<unknown>>;
}

/** What `find` finds out about a record; one decision finds out one thing about each. */
function known<Found>({ found }: DecisionContext, about: WrittenAbout, find: () => Promise<Found>): Promise<Found> {
  const key = keyOf(about);
  const asked = found?.get(key) ?? find();
  found?.set(key, asked);
  return asked as Promise<Found>;
}

/** For which run it is decided. */
export interface Asked {
  rule: Pick<AutomationRuleDetails, 'act' | 'subject' | 'message' | 'dueInDays' | 'assignedTo'>;
  raise: Raise;
  runId: string;
  /** The company's day. */
  today: string;
  /** ISO UTC. */
  now: string;
  /** How much more the rule may make today. */
  left: number;
}

/** What a run makes, and what it leaves out. */
export interface WhatToDo {
  steps: AutomationStep[];
  skipped: AutomationSkip[];
  /** One for each step that changes a record; a plan is asked for afterwards. */
  items: BatchItem[];
  days: { from: string; until: string } | null;
}

type Days = WhatToDo['days'];

/** One thing that a run could make. */
type Candidate =
  | { about: WrittenAbout; because: SkipReason }
  | { about: WrittenAbout; step: AutomationStep; item: BatchItem | null; days?: Days };

/** What a rule makes of an insight that was raised, as things are now. It changes nothing. */
export async function whatToDo(context: DecisionContext, asked: Asked): Promise<WhatToDo> {
  const candidates = await CANDIDATES[asked.rule.act]?.(context, asked);
  const what: WhatToDo = { steps: [], skipped: [], items: [], days: null };
  for (const each of candidates ?? []) {
    if ('because' in each) what.skipped.push(skip(each.about, each.because));
    else if (what.steps.length >= asked.left) what.skipped.push(skip(each.about, 'daily_limit'));
    else {
      what.steps.push(each.step);
      if (each.item) what.items.push(each.item);
      what.days = each.days ?? what.days;
    }
  }
  return what;
}

export function skip({ kind, id }: WrittenAbout, because: SkipReason): AutomationSkip {
  return { kind, id, because };
}

type Decide = (context: DecisionContext, asked: Asked) => Promise<Candidate[]>;

const CANDIDATES: Readonly<Record<string, Decide>> = {
  message: messages,
  task: tasksToMake,
  new_job: dueJobs,
  take_off: visitsOff,
  plan: plans,
};

/** The evidence of some kinds, without whys. */
function evidenceOf({ evidence }: Raise, kinds: ReadonlySet<string>): WrittenAbout[] {
  return evidence.filter(({ kind }) => kinds.has(kind)).map(({ kind, id }) => ({ kind, id }));
}

/** The id of what a run makes for a record: the same whoever makes it, and however often. */
function madeFor(runId: string, { kind, id }: WrittenAbout): string {
  return uuidv5(runId, `${kind}/${id}`);
}

function stepOf(kind: string, id: string, about: WrittenAbout): AutomationStep {
  return { kind, id, about: { kind: about.kind, id: about.id } };
}

// ── Messages ─────────────────────────────────────────────────────────────────────────────────────────────────────

async function messages(context: DecisionContext, { raise, rule, runId, now }: Asked): Promise<Candidate[]> {
  const wording: Wording | null =
    rule.subject === null || rule.message === null ? null : { heading: rule.subject, body: rule.message };
  const written = new Set<string>();
  const candidates: Candidate[] = [];
  for (const about of evidenceOf(raise, WRITTEN_ABOUT)) {
    const { person, because: why } = await known(context, about, () => reader(context, about));
    const isWritten = person !== null && written.has(keyOf(person));
    const because = isWritten && why !== 'no_address' ? 'same_person' : why;
    if (because !== null) {
      candidates.push({ about, because });
      continue;
    }
    if (person !== null) written.add(keyOf(person));
    const id = madeFor(runId, about);
    const command: PrepareMessage = { type: 'PrepareMessage', about, wording, now };
    candidates.push({
      about,
      step: stepOf('mail', id, about),
      item: { stream: `mail-${id}`, recordId: id, expectedRevision: null, commands: [command] },
    });
  }
  return candidates;
}

const keyOf = ({ kind, id }: WrittenAbout) => `${kind}/${id}`;

/** Whom a message about a record goes to, and why there is none; null if there is. */
async function reader(
  context: DecisionContext,
  about: WrittenAbout,
): Promise<{ person: WrittenAbout | null; because: SkipReason | null }> {
  const addressee = await addresseeOf(context.streams, about);
  if (typeof addressee === 'string') return { person: null, because: addressee };
  const { person, to } = addressee;
  if (to === null) return { person, because: 'no_address' };
  // Who is due is asked to come back: who has booked since is not.
  if (about.kind === customerKind.category && (await hasBooked(context, about.id)))
    return { person, because: 'open_work' };
  if (ruleMailKind(about) === 'rule_offer' && (await isSuppressed(context, to)))
    return { person, because: 'suppressed' };
  return { person, because: (await hasWaitingMessage(context, about, person)) ? 'waiting' : null };
}

/** What waits for a person that says the same: a letter of a rule, and a reminder of an invoice. */
const SAYS_THE_SAME: ReadonlySet<string> = new Set(['rule_offer', 'rule_message', 'invoice_reminder']);
/** The newest mails of a person, of which none that waits is older. */
const MOST_MAILS = 200;

async function hasWaitingMessage(
  { readModels }: DecisionContext,
  about: WrittenAbout,
  person: WrittenAbout,
): Promise<boolean> {
  const models = readModels.current();
  const newest = { order: { field: 'createdAt', direction: 'desc' }, limit: MOST_MAILS } as const;
  const asks = [
    { category: about.kind, recordId: about.id, status: 'prepared' },
    { category: person.kind, recordId: person.id, status: 'prepared' },
    ...(person.kind === customerKind.category ? [{ customerId: person.id }] : []),
  ];
  for (const where of asks) {
    const { documents: items } = await models.find(mails.collection, { where, ...newest });
    const waits = items.filter(({ status, kind }) => status === 'prepared' && SAYS_THE_SAME.has(kind));
    const own = waits.filter(({ kind }) => kind === 'invoice_reminder' || ruleMailKind(about) === kind);
    if (own.length > 0) return true;
  }
  return false;
}

// ── Tasks ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** In a text of a detector: a place for a title, or an amount. */
const CONFIDENTIAL = /\{\d{1,2}\}|\$/;

async function tasksToMake(context: DecisionContext, { raise, rule, runId, today, now }: Asked): Promise<Candidate[]> {
  const insight = { kind: 'insight', id: raise.insightId };
  const open = { aboutKind: insight.kind, aboutId: insight.id };
  const { documents } = await context.readModels.current().find(tasks.collection, { where: open, limit: MOST_TASKS });
  if (documents.some(({ removed, status }) => !removed && status === 'open'))
    return [{ about: insight, because: 'task_waits' }];
  const { workingDays } = await companySettings(context);
  const id = madeFor(runId, insight);
  const command: MakeTask = {
    type: 'MakeTask',
    insightId: insight.id,
    // Whoever is told of a task may not be one who is told of the people and the money of an insight.
    headline: CONFIDENTIAL.test(raise.title) ? detectorLabelOf(raise.detector) : raise.title,
    points: raise.actionItems.filter((item) => !CONFIDENTIAL.test(item)),
    dueOn: workingDayAfter(today, rule.dueInDays ?? USUAL_DUE_DAYS, workingDays),
    today,
    person: rule.assignedTo,
    now,
  };
  return [
    {
      about: insight,
      step: stepOf('task', id, insight),
      item: { stream: `task-${id}`, recordId: id, expectedRevision: null, commands: [command] },
    },
  ];
}

const MOST_TASKS = 1_000;

// ── Jobs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function dueJobs(context: DecisionContext, { raise, runId, now }: Asked): Promise<Candidate[]> {
  const due = evidenceOf(raise, new Set([customerKind.category]));
  return Promise.all(
    due.map(async (about): Promise<Candidate> => {
      const because = await known(context, about, () => whyNoJob(context, about.id));
      if (because !== null) return { about, because };
      const id = madeFor(runId, about);
      const command: AddDueJob = { type: 'AddDueJob', customerId: about.id, service: raise.subject, now };
      return {
        about,
        step: stepOf('job', id, about),
        item: { stream: `job-${id}`, recordId: id, expectedRevision: null, commands: [command] },
      };
    }),
  );
}

/** Why a customer gets no job by itself; null if they do. */
async function whyNoJob(context: DecisionContext, customerId: string): Promise<SkipReason | null> {
  const found = await findRecord(context, customerKind, customerId);
  if (!found || found.removed || found.erased) return 'gone';
  if (await hasOpenWork(context, customerId)) return 'open_work';
  const property = firstProperty(found.properties);
  return property && (placeText(property) || property.label) ? null : 'no_property';
}

/** Nearer visits stay: a person calls the customer first. */
const LEAST_WORKING_DAYS = 2;

async function visitsOff(context: DecisionContext, { raise, today }: Asked): Promise<Candidate[]> {
  const { workingDays } = await companySettings(context);
  const from = workingDayAfter(today, LEAST_WORKING_DAYS, workingDays);
  const booked = evidenceOf(raise, new Set([jobKind.category]));
  return Promise.all(
    booked.map(async (about): Promise<Candidate> => {
      const { found, because } = await known(context, about, async () => {
        const job = await findRecord(context, jobKind, about.id);
        if (!job || job.removed || job.erased) return { found: job, because: 'gone' as const };
        return { found: job, because: whyItStays(job, { today, from }) ?? (await whyLocked(context, job)) };
      });
      if (!found || because !== null) return { about, because: because ?? 'gone' };
      const commands: JobCommand[] = [
        { type: 'UnscheduleJob' },
        { type: 'RecordConflicts', conflicts: [], overrideReason: null },
      ];
      return {
        about,
        step: stepOf('job', about.id, about),
        item: { stream: `job-${about.id}`, recordId: about.id, expectedRevision: Number(found.revision), commands },
      };
    }),
  );
}

type Booked = Pick<JobDocument, 'status' | 'visits' | 'pinned' | 'promisedStart' | 'crewId'>;

/** The days of its visits, in order. */
function daysOf({ visits }: Pick<Booked, 'visits'>): string[] {
  return visits.map(({ start }) => start.slice(0, 'YYYY-MM-DD'.length)).sort();
}

/** Why booked work is not taken off by itself; null if it may be. @param days.from the first day that is far enough */
function whyItStays(job: Booked, { today, from }: { today: string; from: string }): SkipReason | null {
  const { status, pinned, promisedStart } = job;
  const [first] = daysOf(job);
  if (status === 'unscheduled') return 'settled';
  if (status !== 'scheduled' || first === undefined || first < today) return 'begun';
  if (pinned) return 'pinned';
  if (promisedStart !== null) return 'promised';
  return first < from ? 'too_soon' : null;
}

async function whyLocked({ readModels }: DecisionContext, job: Booked): Promise<SkipReason | null> {
  const days = daysOf(job);
  const [first = '', last = first] = [days[0], days.at(-1)];
  const locks = await readLocks(readModels.current(), { from: first, to: last });
  return isLocked(locks, days, job.crewId) ? 'locked' : null;
}

function isLocked(locks: readonly DayLock[], days: readonly string[], crew: string | null): boolean {
  return locks.some(({ day, crewId }) => days.includes(day) && (crewId === null || crewId === crew));
}

// ── Plans ────────────────────────────────────────────────────────────────────────────────────────────────────────

const DAYS_OF_A_WEEK = 7;
/** The optimizer plans no more days at once. */
const MOST_DAYS = 14;

/** One plan of the days that its evidence is booked on; of a crew without such work, of its week. */
async function plans(context: DecisionContext, { raise, runId, today }: Asked): Promise<Candidate[]> {
  const insight = { kind: 'insight', id: raise.insightId };
  const found = await Promise.all(
    evidenceOf(raise, new Set([jobKind.category])).map((about) =>
      known(context, about, () => findRecord(context, jobKind, about.id)),
    ),
  );
  const booked = found
    .filter((job) => job && !job.removed && job.status === 'scheduled')
    .flatMap((job) => (job ? daysOf(job) : []));
  const monday = raise.subject.split('/').at(-1) ?? '';
  const ofWeek = isDate(monday) ? Array.from({ length: DAYS_OF_A_WEEK }, (_, day) => addDays(monday, day)) : [];
  const days = (booked.length > 0 ? booked : ofWeek).filter((day) => day >= today).sort();
  const [from] = days;
  if (from === undefined) return [{ about: insight, because: 'no_days' }];
  const last = days.at(-1) ?? from;
  const end = addDays(from, MOST_DAYS - 1);
  const id = uuidv5(runId, 'plan');
  return [
    {
      about: insight,
      step: { kind: 'plan', id, about: null },
      item: null,
      days: { from, until: last < end ? last : end },
    },
  ];
}

// ── Days ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A company without working days works on all of them. @param count of working days after `day`; 0 is that day */
export function workingDayAfter(day: string, count: number, workingDays: readonly string[]): string {
  let [at, left] = [day, count];
  while (left > 0) {
    at = addDays(at, 1);
    const weekday = WEEKDAYS[Temporal.PlainDate.from(at).dayOfWeek - 1] ?? '';
    if (workingDays.length === 0 || workingDays.includes(weekday)) left--;
  }
  return at;
}
