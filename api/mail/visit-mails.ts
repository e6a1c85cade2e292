import { batch } from '../../domain/batch/batch.ts';
import type { BatchEvent } from '../../domain/batch/events.ts';
import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { partsOfStream, type Recorded } from '../../domain/kit/event.ts';
import type { Letter } from '../../domain/mail/events.ts';
import { type CompanyTold, type JobTold, visitKeptLetter, visitMovedLetter } from '../../domain/mail/letters.ts';
import { isOpen, type MailCommand, statusOf } from '../../domain/mail/mail.ts';
import type { PlannedMove } from '../../domain/plan/events.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import type { EventLog } from '../../store/event-store.ts';
import { customerKind, shownName } from '../customers/record.ts';
import { jobKind } from '../jobs/record.ts';
import { findRecord } from '../kit/records.ts';
import type { CheckedLetters } from './checked-letters.ts';
import { type MailReactor, mailReactor, type OnRefused, takeBack, tellMail } from './reactor.ts';
import {
  beginnings,
  isSameTimes,
  letterId,
  movesOf,
  timesOf,
  type VisitKind,
  visitsTold,
  type Written,
} from './visits-told.ts';

type Finished = Extract<Recorded<BatchEvent>, { type: 'BatchFinished' }>;
/** What an act of a batch did to the visits of a job. */
type Done = Pick<Written, 'kind' | 'move' | 'batchId'>;

/**
 * Writes to customers whose visit an applied plan moves, and to those told of a move that is then undone. A person
 * reads each letter before it goes out. A batch is considered once finished, when its effect is known.
 * @param options.commands with the rules for mail
 */
export function createVisitMails(options: {
  commands: CommandHandler;
  streams: Streams;
  store: Pick<EventLog, 'readStream'>;
  onRefused: OnRefused;
}): MailReactor {
  const { commands, streams, store, onRefused } = options;
  const { lettersBefore, timesKnown } = visitsTold(streams, store);

  /** Null if the customer already knows, or has no address. */
  async function letterOf(
    done: Done,
    letters: readonly Written[],
    found: Found,
    company: CompanyTold,
  ): Promise<Letter | null> {
    const { told: is, before } = timesOf(done);
    const isUndone = done.kind === 'visit_kept';
    const others = letters.filter(({ batchId }) => batchId !== done.batchId);
    // If nobody had to be told of the move, they know what they knew before it.
    const isSilent = isUndone && others.length === letters.length;
    const was = await timesKnown(letters, isSilent ? is : before);
    if (isSameTimes(was, is)) return null;
    const isKept = isUndone && isSameTimes(was, before) && isSameTimes(await timesKnown(others, is), is);
    const told = toldOfJob(found);
    return isKept ? visitKeptLetter(told, company, is) : visitMovedLetter(told, company, { was, is });
  }

  async function write(event: Finished, done: Done, company: CompanyTold): Promise<void> {
    const { jobId } = done.move;
    const found = await jobAndCustomer(streams, jobId);
    const isTrue = (each: Pick<Written, 'kind' | 'move'>) => found !== null && isAsTold(found.job, each);
    const untrue = (await lettersBefore(event, jobId)).filter((each) => !isTrue(each));
    const ids = untrue.map(({ id }) => id);
    await takeBack(commands, event, ids);
    // Only what was really done, and is still true.
    if (!found || !isTrue(done)) return;
    const letters = await lettersBefore(event, jobId);
    if (letters.some((each) => isOpen(statusOf(each.state)) && isTrue(each))) return;
    const letter = await letterOf(done, letters, found, company);
    if (letter) await prepare(event, done, letter, letters);
  }

  /** Prepares a letter; if one with the same text was taken back, that one is put back to waiting instead. */
  async function prepare(
    event: Finished,
    { kind, batchId, move: { jobId } }: Done,
    letter: Letter,
    letters: readonly Written[],
  ): Promise<void> {
    const now = event.metadata.recordedAt;
    const same = letters.find(({ state }) => state.outcome === 'cancelled' && state.text === letter.text);
    const mail = { kind, category: 'job', recordId: jobId, ...letter, link: null, batchId };
    const command: MailCommand = same ? { type: 'WithholdMail', now } : { type: 'IntendMail', mail, now, holdMs: null };
    await tellMail(commands, event, same?.id ?? letterId(event.id, jobId), command, `mail ${jobId}`);
  }

  return mailReactor(['BatchFinished'], onRefused, async (entry) => {
    const event = entry as Finished;
    const { id: batchId } = partsOfStream(event.stream);
    const moves = await movesOf(streams, batchId);
    if (moves.length === 0) return;
    const { name, phone } = { ...COMPANY_DEFAULTS, ...(await readCompany(streams)) };
    const { acts } = (await streams.load(batch, batchId)).state;
    const kind = acts[event.data.act]?.isApplied ? 'visit_moved' : 'visit_kept';
    for (const move of moves) await write(event, { kind, move, batchId }, { name, phone });
  });
}

/** Whether letters about visits are still true: somebody may since have moved the visit again, or cancelled the job. */
export const checkedVisits: CheckedLetters = {
  kinds: ['visit_moved', 'visit_kept'],
  changed: 'The visit or its job was changed',
  instead: 'Do not send it. Tell the customer yourself where things stand.',
  after: 'Tell the customer yourself where things stand, then mark this as sent.',
  async isTrue({ streams }, _, { batchId, recordId, kind }) {
    if (batchId === null) return true;
    const move = (await movesOf(streams, batchId)).find(({ jobId }) => jobId === recordId);
    const found = await jobAndCustomer(streams, recordId);
    return !move || (found !== null && isAsTold(found.job, { kind: kind as VisitKind, move }));
  },
  async addressNow(streams, { recordId }) {
    return (await jobAndCustomer(streams, recordId))?.customer.email?.trim() || null;
  },
};

interface Found {
  job: JobDocument;
  customer: CustomerDocument;
}

/** Null if the job has no customer, or is gone or erased. */
async function jobAndCustomer(streams: Streams, jobId: string): Promise<Found | null> {
  const found = await findRecord({ streams }, jobKind, jobId);
  if (!found?.customerId || found.removed || found.erased) return null;
  const owner = await findRecord({ streams }, customerKind, found.customerId);
  return owner && !owner.erased ? { job: found, customer: owner } : null;
}

/** A job that was started, finished, put on hold or cancelled keeps its visits, but nobody will come at those times. */
function isAsTold({ status, visits }: JobDocument, done: { kind: VisitKind; move: PlannedMove }): boolean {
  const { told } = timesOf(done);
  return status === (told.length > 0 ? 'scheduled' : 'unscheduled') && isSameTimes(beginnings({ visits }), told);
}

function toldOfJob({ job: { jobNumber, address }, customer: owner }: Found): JobTold {
  return {
    number: jobNumber,
    propertyAddress: address,
    customerName: shownName(owner),
    customerEmail: owner.email,
  };
}
