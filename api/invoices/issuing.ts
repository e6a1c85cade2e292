import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Rejection } from '../../domain/kit/decider.ts';
import { IdempotencyConflict } from '../../platform/commands/command-handler.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { madeId, sha256, uuidv5 } from '../../platform/runtime/ids.ts';
import { carryOut, type Sender, senderOf } from '../kit/changes/commands.ts';
import type { ApiContext } from '../kit/context.ts';
import { loadRecord } from '../kit/records.ts';
import { detailsOfCustomer, detailsOfJob, idOfJobInvoice, invoicesOfJob } from './issue.ts';
import { invoiceKind } from './record.ts';
import type { InvoiceRecord, IssueBody, invoicedJobs } from './schema.ts';

/** Issues one invoice. @throws HttpError or Rejection if it cannot be issued */
export async function issueInvoice(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  body: IssueBody,
): Promise<InvoiceRecord> {
  const sender = await takeKey(context, senderOf(request));
  return issued(context, sender, reply, body);
}

/** An invoice for each job: one that cannot be invoiced holds up no other, and a repeat finds those already made. */
export async function issueForJobs(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  jobIds: readonly string[],
  actor: string,
): Promise<z.output<typeof invoicedJobs>> {
  const { commandId, isRandom } = await takeKey(context, senderOf(request));
  const results = [];
  for (const jobId of new Set(jobIds)) {
    const sender: Sender = { actor, commandId: uuidv5(commandId, jobId), body: jobId, isRandom };
    try {
      results.push({ jobId, invoice: await issued(context, sender, reply, { jobId }), message: null });
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      results.push({ jobId, invoice: null, message: cause.message });
    }
  }
  return { results };
}

/** As long as somebody may send the same again. */
const KEY_KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * The invoice of a job is found by the job, and not by who asked for it: so what was asked for is kept with the key.
 * @throws IdempotencyConflict where the key came with something else
 */
async function takeKey({ state }: ApiContext, sender: Sender): Promise<Sender> {
  if (sender.isRandom) return sender;
  const [key, asked] = [`invoiced/${sender.commandId}`, sha256(sender.body)];
  if (await state.put(key, asked, { expected: 'none', ttlMs: KEY_KEPT_MS })) return sender;
  if ((await state.get(key))?.value !== asked) throw new IdempotencyConflict();
  return sender;
}

function isRefusal(cause: unknown): cause is Error {
  return cause instanceof Rejection || (cause instanceof HttpError && cause.status < 500);
}

async function issued(context: ApiContext, sender: Sender, reply: FastifyReply, body: Partial<IssueBody>) {
  const { commandId } = sender;
  const newId = (role: string) => madeId(commandId, role);
  const { jobId } = body;
  const { id, isRepeat } = await placeOf(context, sender, jobId ?? null);
  const now = isoNow(context.clock);
  const details = () =>
    jobId ? detailsOfJob(context, jobId, body, newId) : detailsOfCustomer(context, body as IssueBody, newId);
  const commands = isRepeat ? [] : [{ type: 'IssueInvoice', details: await details(), now } as const];
  return (await carryOut(context, sender, reply, { kind: invoiceKind, id, commands })).record;
}

/** The id of what is issued, and whether this same request has already issued it. */
async function placeOf(context: ApiContext, { commandId }: Sender, jobId: string | null) {
  const { streams } = context;
  if (jobId === null) {
    const id = madeId(commandId, invoiceKind.category);
    return { id, isRepeat: (await loadRecord(streams, invoiceKind, id)).appendedBy(commandId) !== null };
  }
  const before = await invoicesOfJob(context, jobId);
  for (const { id } of before) {
    if ((await loadRecord(streams, invoiceKind, id)).appendedBy(commandId) !== null) return { id, isRepeat: true };
  }
  return { id: idOfJobInvoice(jobId, before.length), isRepeat: false };
}
