import type { JobCommand } from '../../domain/job/job.ts';
import type { ReviewRequestCommand } from '../../domain/job/review-request.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import type { CommandHandler, Outcome } from '../../platform/commands/command-handler.ts';
import type { JobDocument } from '../../projections/jobs.ts';
import { ownerOf } from '../customers/record.ts';
import { jobKind } from '../jobs/record.ts';
import { findRecord } from '../kit/records.ts';
import type { SuppressionContext } from '../suppressions/suppressed.ts';
import { whyNotAsked } from './askable.ts';
import { giveBack, takeTurn } from './mailbox-turns.ts';

/**
 * The command handler with the rules for asking for reviews, however a command arrives (a route, a timer, an undo): nobody is
 * asked whom something speaks against, and no mailbox twice within half a year.
 */
export function handleReviewRequests(options: {
  commands: CommandHandler;
  context: SuppressionContext;
}): CommandHandler {
  const { commands, context } = options;

  /** @throws Rejection with what speaks against it */
  async function begin(job: JobDocument, at: string): Promise<string> {
    const { why, address } = await whyNotAsked(context, job);
    if (why !== null) throw new Rejection('conflict', why);
    if (!(await takeTurn(context, address, { jobId: job.id, at }))) {
      throw new Rejection('conflict', 'This mailbox was just asked for a review of another job.');
    }
    return address;
  }

  /** @throws what the command handler throws */
  async function ask(job: JobDocument, at: string, handle: () => Promise<Outcome>): Promise<Outcome> {
    const address = await begin(job, at);
    try {
      return await handle();
    } finally {
      // Where it was refused, or repeats one that was undone since, nobody is asked.
      const now = await findRecord(context, jobKind, job.id);
      if (!now?.reviewRequest) await giveBack(context, address, job.id);
    }
  }

  async function undo({ id, customerId }: JobDocument, handle: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await handle();
    const owner = await ownerOf(context, customerId);
    if (owner?.email) await giveBack(context, owner.email, id);
    return outcome;
  }

  return {
    async handle(decider, id, given, about) {
      const handle = () => commands.handle(decider, id, given, about);
      if (decider.category !== 'job') return handle();
      const asked = (given as readonly object[] as readonly JobCommand[]).find(isRequest);
      const job = asked ? await findRecord(context, jobKind, id) : null;
      // Refused by its rules.
      if (!job || !asked) return handle();
      if (asked.type === 'UndoReviewRequest') return undo(job, handle);
      return job.reviewRequest === null ? ask(job, asked.now, handle) : handle();
    },
  };
}

function isRequest(command: JobCommand): command is ReviewRequestCommand {
  return command.type === 'RequestReview' || command.type === 'UndoReviewRequest';
}
