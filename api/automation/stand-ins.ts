import type { BatchItem } from '../../domain/batch/events.ts';
import { firstProperty, placeText } from '../../domain/customer/properties.ts';
import { NO_JOB_DETAILS } from '../../domain/job/events.ts';
import type { JobCommand } from '../../domain/job/job.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import type { MailCommand } from '../../domain/mail/mail.ts';
import type { ApproveAbsence, RequestAbsence } from '../../domain/plan/items.ts';
import type { TaskCommand } from '../../domain/task/task.ts';
import { TASK_LIMITS } from '../../domain/task/terms.ts';
import type { TimeOffCommand } from '../../domain/time-off/time-off.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { customerKind } from '../customers/record.ts';
import { findPerson } from '../equipment/assignees.ts';
import { countedByNow } from '../hr/balances.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { addresseeOf, ruleLetter, type Wording, type WrittenAbout } from '../mail/rule-mails.ts';

// What a rule makes says something about somebody, and a batch holds no such text. So an item of a run holds one of these,
// with ids and the rule's own words alone, and the command is made of it when the item is done.

/** A message to whom a record is about. */
export interface PrepareMessage {
  type: 'PrepareMessage';
  about: WrittenAbout;
  /** Null for the letter that there is. */
  wording: Wording | null;
  now: string;
}

/** A job without a day for a customer. */
export interface AddDueJob {
  type: 'AddDueJob';
  customerId: string;
  /** One of the company's services. */
  service: string;
  now: string;
}

/** A task about an insight. */
export interface MakeTask {
  type: 'MakeTask';
  insightId: string;
  /** What is to be done, and how, without the name of anybody. */
  headline: string;
  points: readonly string[];
  /** `YYYY-MM-DD` */
  dueOn: string;
  today: string;
  /** Whom it is for; nobody if they do not work here any more. */
  person: string | null;
  now: string;
}

type Context = Pick<ApiContext, 'streams' | 'readModels'>;

export type StandIn = PrepareMessage | AddDueJob | MakeTask | RequestAbsence | ApproveAbsence;

/** @returns what a batch's item stands for. @throws Rejection if it cannot be done any more */
export function fillStandIns(context: Context): (item: BatchItem) => Promise<BatchItem['commands']> {
  return async ({ commands }) => Promise.all(commands.map((command) => filled(context, command)));
}

async function filled(context: Context, command: { type: string }): Promise<{ type: string }> {
  const standIn = command as StandIn;
  switch (standIn.type) {
    case 'PrepareMessage':
      return message(context.streams, standIn);
    case 'AddDueJob':
      return dueJob(context.streams, standIn);
    case 'MakeTask':
      return madeTask(context, standIn);
    case 'RequestAbsence':
      return sickDays(standIn);
    case 'ApproveAbsence':
      return approval(context, standIn);
    default:
      return command;
  }
}

/** Of somebody who gets marketing the letter of a rule is an offer, of anybody else it is about their own matter. */
export function ruleMailKind({ kind }: WrittenAbout): 'rule_offer' | 'rule_message' {
  return kind === customerKind.category ? 'rule_offer' : 'rule_message';
}

async function message(streams: Streams, { about, wording, now }: PrepareMessage): Promise<MailCommand> {
  const addressee = await addresseeOf(streams, about);
  const letter = typeof addressee === 'string' ? null : await ruleLetter(streams, addressee, wording, now);
  if (letter === null) throw new Rejection('conflict', 'There is nobody to write to about this any more.');
  const link = wording === null ? { kind: 'invoice', version: null } : null;
  const mail = { kind: ruleMailKind(about), category: about.kind, recordId: about.id, ...letter, link } as const;
  return { type: 'IntendMail', mail, now, holdMs: null };
}

async function dueJob(streams: Streams, { customerId, service, now }: AddDueJob): Promise<JobCommand> {
  const found = await findRecord({ streams }, customerKind, customerId);
  const property = found && !found.erased && !found.removed ? firstProperty(found.properties) : undefined;
  if (!property) throw new Rejection('conflict', 'No address of this customer is known any more.');
  const details = {
    ...NO_JOB_DETAILS,
    address: placeText(property) || property.label,
    propertyId: property.id,
    serviceType: service,
  };
  return { type: 'CreateJob', customerId, details, now };
}

function sickDays({ employeeId, requestedBy, now, ...days }: RequestAbsence): TimeOffCommand {
  const details = { requestType: 'sick', reason: null, ...days };
  return { type: 'RequestTimeOff', employeeId, employeeRecord: 'staff', details, requestedBy, now };
}

/** With a reason: whoever is sick is, whether or not the balance has the days. */
async function approval(context: Context, { by, mayApproveOwn }: ApproveAbsence): Promise<TimeOffCommand> {
  const countedBy = await countedByNow(context);
  const reason = 'Sick: the schedule was planned again.';
  return { type: 'DecideTimeOff', status: 'approved', reason, countedBy, by, mayApproveOwn };
}

async function madeTask(
  context: Context,
  { insightId, headline, points, person, ...when }: MakeTask,
): Promise<TaskCommand> {
  const found = person === null ? null : await findPerson(context, person);
  const assignedTo = found && !found.isGone ? person : null;
  const lines = points.map((point) => `• ${point}`).join('\n');
  const title = headline.slice(0, TASK_LIMITS.title);
  const notes = lines.slice(0, TASK_LIMITS.notes) || null;
  const { dueOn, today, now } = when;
  return {
    type: 'CreateTask',
    details: { title, notes, dueOn, assignedTo },
    about: { kind: 'insight', id: insightId },
    today,
    now,
  };
}
