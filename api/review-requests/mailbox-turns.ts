import { job } from '../../domain/job/job.ts';
import { ASKED_AGAIN_AFTER_DAYS } from '../../domain/job/review-request.ts';
import { isOpen, mail, reachedBy } from '../../domain/mail/mail.ts';
import { mailboxKey } from '../../domain/mail/mailbox.ts';
import { currentMailboxKey, type KeyContext, mailboxId } from '../suppressions/mailbox-key.ts';
import type { SuppressionContext } from '../suppressions/suppressed.ts';

// Which mailbox was asked for a review, and for which job: one record of the state store each, under the keyed hash that
// suppressions have too, which is gone once the mailbox may be asked again.

const PREFIX = 'review-request/';
const KEPT_MS = ASKED_AGAIN_AFTER_DAYS * 24 * 60 * 60_000;

/** A turn whose request has not come by then belongs to a process that died, or was undone by one. */
const COMES_WITHIN_MS = 10 * 60_000;

export interface Turn {
  jobId: string;
  requestId: string;
  /** ISO UTC. */
  at: string;
}

async function keyOf(context: KeyContext, address: string): Promise<string> {
  return PREFIX + mailboxId(await currentMailboxKey(context), address);
}

/** Who asks for a turn, and when; `requestId` is null as long as there is no request. */
type Asking = Omit<Turn, 'requestId'> & { requestId: string | null };

/**
 * Whether a turn stands in the way of who asks now: its request is there or may still come, and its letter reached this
 * mailbox, or may yet. One that was refused for good, or cancelled, keeps nobody from being asked.
 */
async function isInTheWay({ streams }: SuppressionContext, address: string, last: Turn, asking: Asking) {
  const { jobId, requestId, at } = asking;
  if (last.requestId === requestId) return false;
  const { state: letter } = await streams.load(mail, last.requestId);
  if (letter.outcome !== 'absent' && !letter.isErased) {
    const mayHave = reachedBy(letter).filter((reached) => reached.at !== null);
    // What waits for the same job belongs to a request that was undone.
    const mayYet = isOpen(letter.outcome) && last.jobId !== jobId ? [{ to: letter.to ?? '' }] : [];
    return [...mayHave, ...mayYet].some(({ to }) => mailboxKey(to) === mailboxKey(address));
  }
  if (last.jobId === jobId) return false;
  if (Date.parse(at) - Date.parse(last.at) < COMES_WITHIN_MS) return true;
  const { state: other } = await streams.load(job, last.jobId);
  return other.presence !== 'absent' && other.reviewRequest !== null;
}

/** The turn because of which a mailbox is not asked for a review of a job; null if it may be. */
export async function turnInTheWay(context: SuppressionContext, address: string, asking: Asking): Promise<Turn | null> {
  const last = ((await context.state.get(await keyOf(context, address)))?.value ?? null) as Turn | null;
  return last !== null && (await isInTheWay(context, address, last, asking)) ? last : null;
}

/**
 * Takes a mailbox's turn for a request, however many ask at once.
 * @returns null if it is taken, or the turn that is in the way
 */
export async function takeTurn(context: SuppressionContext, address: string, turn: Turn): Promise<Turn | null> {
  const key = await keyOf(context, address);
  const found = await context.state.get(key);
  const last = (found?.value ?? null) as Turn | null;
  if (last !== null && (await isInTheWay(context, address, last, turn))) return last;
  if (last?.requestId === turn.requestId) return null;
  const isTaken = await context.state.put(key, { ...turn }, { expected: found?.version ?? 'none', ttlMs: KEPT_MS });
  return isTaken === null ? takeTurn(context, address, turn) : null;
}

/** Gives a job's turn back: nobody was asked after all. */
export async function giveBack(context: KeyContext, address: string, jobId: string): Promise<void> {
  const key = await keyOf(context, address);
  const found = ((await context.state.get(key))?.value ?? null) as Turn | null;
  if (found?.jobId === jobId) await context.state.delete(key);
}
