import { ASKED_AGAIN_AFTER_DAYS } from '../../domain/job/review-request.ts';
import { currentMailboxKey, type KeyContext, mailboxId } from '../suppressions/mailbox-key.ts';

// Which mailbox was asked for a review, and for which job: one record of the state store each, under the keyed hash that
// suppressions have too, which is gone once the mailbox may be asked again.

const PREFIX = 'review-request/';
const KEPT_MS = ASKED_AGAIN_AFTER_DAYS * 24 * 60 * 60_000;

interface Turn {
  jobId: string;
  /** ISO UTC. */
  at: string;
}

async function keyOf(context: KeyContext, address: string): Promise<string> {
  return PREFIX + mailboxId(await currentMailboxKey(context), address);
}

/** The job for which a mailbox was asked, and when; null if it may be asked again. */
export async function askedLast(context: KeyContext, address: string): Promise<Turn | null> {
  return ((await context.state.get(await keyOf(context, address)))?.value ?? null) as Turn | null;
}

/** Takes a mailbox's turn for a job, however many ask at once. @returns false if another job has it */
export async function takeTurn(context: KeyContext, address: string, { jobId, at }: Turn): Promise<boolean> {
  const isTaken = await context.state.put(
    await keyOf(context, address),
    { jobId, at },
    { expected: 'none', ttlMs: KEPT_MS },
  );
  return isTaken !== null || (await askedLast(context, address))?.jobId === jobId;
}

/** Gives a job's turn back: nobody was asked after all. */
export async function giveBack(context: KeyContext, address: string, jobId: string): Promise<void> {
  if ((await askedLast(context, address))?.jobId === jobId) await context.state.delete(await keyOf(context, address));
}
