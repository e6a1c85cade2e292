import { batch } from '../../domain/batch/batch.ts';
import type { BatchEvent } from '../../domain/batch/events.ts';
import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { customer } from '../../domain/customer/customer.ts';
import { job } from '../../domain/job/job.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../../domain/kit/event.ts';
import type { Letter } from '../../domain/mail/events.ts';
import { type CompanyTold, type JobTold, visitKeptLetter, visitMovedLetter } from '../../domain/mail/letters.ts';
import { type MailCommand, type MailState, mail, statusOf } from '../../domain/mail/mail.ts';
import type { MailKind } from '../../domain/mail/terms.ts';
import type { PlannedMove } from '../../domain/plan/events.ts';
import { plan } from '../../domain/plan/plan.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { readCompany } from '../../platform/commands/company-settings.ts';
import { readAfter, type Streams } from '../../platform/commands/streams.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import type { EventLog } from '../../store/event-store.ts';
import { shownName } from '../customers/record.ts';
import { type MailReactor, mailReactor, type OnRefused, tellMail } from './reactor.ts';

type Finished = Extract<Recorded<BatchEvent>, { type: 'BatchFinished' }>;
type VisitKind = Extract<MailKind, 'visit_moved' | 'visit_kept'>;

/** The plans that move what was scheduled. */
const MOVING: ReadonlySet<string> = new Set(['rain_day', 'truck_down', 'emergency']);

/**
 * Whoever has a visit that an applied plan moves is written to, and so are those who were told of a move that is undone. A
 * person reads each letter before it goes. A batch is looked at when it is finished: then it is known what it did.
 * @param options.commands with the rules of mails
 */
export function createVisitMails(options: {
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  onRefused: OnRefused;
}): MailReactor {
  const { commands, streams, store, onRefused } = options;

  /** Takes back what earlier acts of the batch wrote to a customer and has not gone. @returns what they were told last */
  async function toldBefore(event: Finished, jobId: string): Promise<VisitKind | null> {
    let told: VisitKind | null = null;
    for (const earlier of await readAfter(store, event.stream)) {
      if (earlier.revision >= event.revision || earlier.type !== event.type) continue;
      const id = letterId(earlier, jobId);
      const command = { type: 'CancelMail', now: event.metadata.recordedAt, mayBeLate: true } as const;
      await tellMail(commands, event, id, command, `cancel ${id}`);
      const { state } = await streams.load(mail, id);
      if (hasGone(state)) told = state.kind as VisitKind;
    }
    return told;
  }

  async function write(event: Finished, move: PlannedMove, company: CompanyTold): Promise<void> {
    const { id: batchId } = partsOfStream(event.stream);
    const { state } = await streams.load(batch, batchId);
    const kind: VisitKind = state.acts[event.data.act]?.isApplied ? 'visit_moved' : 'visit_kept';
    const told = await toldBefore(event, move.jobId);
    if (told === kind || (told === null && kind === 'visit_kept')) return;
    const found = await jobAndCustomer(streams, move.jobId);
    // Only what was really done, and still holds.
    if (!found || !isAsTold(found.job, kind, move)) return;
    const letter = letterOf(kind, move, toldOfJob(found), company);
    if (!letter) return;
    const command: MailCommand = {
      type: 'IntendMail',
      mail: { kind, category: 'job', recordId: move.jobId, ...letter, link: null, batchId },
      now: event.metadata.recordedAt,
      holdMs: null,
    };
    await tellMail(commands, event, letterId(event, move.jobId), command, `mail ${move.jobId}`);
  }

  return mailReactor(['BatchFinished'], onRefused, async (event) => {
    const moves = await movesOf(streams, partsOfStream(event.stream).id);
    if (moves.length === 0) return;
    const { name, phone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    for (const move of moves) await write(event as Finished, move, { name, phone });
  });
}

/**
 * Whether a letter about a visit says what is so; true of every other mail. A letter waits, and meanwhile somebody may move the
 * visit again, or cancel the job.
 */
export async function isStillTrue(streams: Streams, state: MailState): Promise<boolean> {
  if (state.outcome === 'absent' || state.batchId === null) return true;
  const move = (await movesOf(streams, state.batchId)).find(({ jobId }) => jobId === state.recordId);
  const found = await jobAndCustomer(streams, state.recordId);
  return !move || (found !== null && isAsTold(found.job, state.kind as VisitKind, move));
}

/** Where a letter about a visit goes: the customer's address of now, null where there is none. Any other stays as it is. */
export async function addressNow(streams: Streams, state: MailState): Promise<string | null> {
  if (state.outcome === 'absent') return null;
  if (state.batchId === null) return state.to;
  return (await jobAndCustomer(streams, state.recordId))?.customer.email?.trim() || null;
}

/** The jobs whose visits begin at another time by a batch; none where it carried out no plan that moves visits. */
async function movesOf(streams: Streams, batchId: string): Promise<PlannedMove[]> {
  const { planId } = (await streams.load(batch, batchId)).state;
  if (planId === null) return [];
  const { head, moves } = (await streams.load(plan, planId)).state;
  if (head === null || !MOVING.has(head.kind)) return [];
  return moves.filter(({ from, to }) => beginnings(from).join() !== beginnings(to).join());
}

/** One letter to each customer by each act of a batch. */
function letterId(finished: RecordedEvent, jobId: string): string {
  return uuidv5(finished.id, `visit ${jobId}`);
}

/** It was sent, or is being sent, or may have been. */
function hasGone(state: MailState): state is Extract<MailState, { kind: string }> {
  return state.outcome !== 'absent' && ['sent', 'uncertain', 'held', 'delayed'].includes(statusOf(state));
}

interface Found {
  job: JobDocument;
  customer: CustomerDocument;
}

/** Null where the job has no customer, or is gone or erased. */
async function jobAndCustomer(streams: Streams, jobId: string): Promise<Found | null> {
  const found = (await streams.load(job, jobId)).records.get(jobId)?.document as JobDocument | undefined;
  if (!found?.customerId || found.removed || found.erased) return null;
  const { records } = await streams.load(customer, found.customerId);
  const owner = records.get(found.customerId)?.document as CustomerDocument | undefined;
  return owner && !owner.erased ? { job: found, customer: owner } : null;
}

/** A job that was started, done, put on hold or cancelled keeps its visits, and nobody comes at their times any more. */
function isAsTold({ status, visits }: JobDocument, kind: VisitKind, { from, to }: PlannedMove): boolean {
  const told = beginnings(kind === 'visit_moved' ? to : from);
  return status === (told.length > 0 ? 'scheduled' : 'unscheduled') && beginnings({ visits }).join() === told.join();
}

/** Of the visits, as wall times to the minute. */
function beginnings(place: { visits: readonly { start: string }[] } | null): string[] {
  return (place?.visits ?? []).map(({ start }) => start.slice(0, 'YYYY-MM-DDTHH:MM'.length));
}

function toldOfJob({ job: { jobNumber, address }, customer: owner }: Found): JobTold {
  return {
    ...{ number: jobNumber, propertyAddress: address },
    ...{ customerName: shownName(owner), customerEmail: owner.email },
  };
}

function letterOf(kind: VisitKind, { from, to }: PlannedMove, job: JobTold, company: CompanyTold): Letter | null {
  const was = beginnings(from);
  return kind === 'visit_moved'
    ? visitMovedLetter(job, company, { was, is: beginnings(to) })
    : visitKeptLetter(job, company, was);
}
