import type { JobCommand } from '../../domain/job/job.ts';
import type { ReviewRequestCommand } from '../../domain/job/review-request.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { mail } from '../../domain/mail/mail.ts';
import { mailboxKey } from '../../domain/mail/mailbox.ts';
import type { CommandHandler, Outcome } from '../../platform/commands/command-handler.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { ownerOf } from '../customers/record.ts';
import { jobKind } from '../jobs/record.ts';
import { findRecord } from '../kit/records.ts';
import type { SuppressionContext } from '../suppressions/suppressed.ts';
import { askedBefore, whyNotAsked } from './askable.ts';
import { giveBack, type Turn, takeTurn, turnInTheWay } from './mailbox-turns.ts';

type Request = Extract<ReviewRequestCommand, { type: 'RequestReview' }>;

/**
 * The command handler with the rules for asking for reviews, however a command arrives (a route, a timer, an undo): nobody is
 * asked whom something speaks against, and no mailbox twice within half a year.
 */
export function handleReviewRequests(options: {
  commands: CommandHandler;
  context: SuppressionContext;
}): CommandHandler {
  const { commands, context } = options;

  /**
   * @param take takes the mailbox's turn, or only asks whose it is
   * @throws Rejection with what speaks against it
   */
  async function begin(job: JobDocument, { requestId, now: at }: Request, take: Take): Promise<string> {
    const { why, address } = await whyNotAsked(context, job, at);
    if (why !== null) throw new Rejection('conflict', why);
    const turn = { jobId: job.id, requestId, at };
    const last = await take(context, address, turn);
    if (last !== null) throw new Rejection('conflict', await askedBefore(context, last, turn));
    return address;
  }

  /** @throws what the command handler throws */
  async function ask(job: JobDocument, request: Request, handle: () => Promise<Outcome>): Promise<Outcome> {
    const address = await begin(job, request, takeTurn);
    try {
      return await handle();
    } finally {
      // Where it was refused, or repeats one that was undone since, nobody is asked.
      const now = await findRecord(context, jobKind, job.id);
      if (!now?.reviewRequest) await giveBack(context, address, job.id);
    }
  }

  async function undo(job: JobDocument, requestId: string, handle: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await handle();
    const address = await addressAsked(job, requestId);
    if (address) await giveBack(context, address, job.id);
    return outcome;
  }

  /** The address that a request was to go to; null where it may have got there before it was to go elsewhere. */
  async function addressAsked({ customerId }: JobDocument, requestId: string): Promise<string | null> {
    const { state } = await context.streams.load(mail, requestId);
    // It is not written yet.
    if (state.outcome === 'absent') return (await ownerOf(context, customerId))?.email ?? null;
    const reached = new Set(state.perhapsReached.map(({ to }) => mailboxKey(to)));
    return state.to !== null && !reached.has(mailboxKey(state.to)) ? state.to : null;
  }

  return {
    async handle(decider, id, given, about) {
      const handle = () => commands.handle(decider, id, given, about);
      if (decider.category !== 'job') return handle();
      const asked = (given as readonly object[] as readonly JobCommand[]).find(isRequest);
      const job = asked ? await findRecord(context, jobKind, id) : null;
      // Refused by its rules.
      if (!job || !asked) return handle();
      if (asked.type === 'UndoReviewRequest') return undo(job, asked.requestId, handle);
      return job.reviewRequest === null ? ask(job, asked, handle) : handle();
    },
    async ask(decider, id, given, asked) {
      const request = (given as readonly object[] as readonly JobCommand[]).find(isRequest);
      const job = decider.category === 'job' && request ? await findRecord(context, jobKind, id) : null;
      if (job?.reviewRequest === null && request?.type === 'RequestReview') await begin(job, request, turnInTheWay);
      return commands.ask(decider, id, given, asked);
    },
  };
}

type Take = (context: SuppressionContext, address: string, turn: Turn) => Promise<Turn | null>;

function isRequest(command: JobCommand): command is ReviewRequestCommand {
  return command.type === 'RequestReview' || command.type === 'UndoReviewRequest';
}
