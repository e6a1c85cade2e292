import { createCheckpointMails } from '../api/mail/checkpoint-mails.ts';
import type { CommandHandler } from '../platform/commands/command-handler.ts';
import type { Streams } from '../platform/commands/streams.ts';
import type { MailServers } from '../platform/mail/mail-servers.ts';
import { CHECKPOINTS, checkpointLoop, EXPORT_CHECKPOINTS, exportCheckpoints } from '../platform/proof/checkpoints.ts';
import { createProofs, type Proofs } from '../platform/proof/proofs.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import type { NamedLoop } from './subsystem.ts';

export interface ProofSubsystem {
  proofs: Proofs;
  /** @param options.commands with the rules for mail */
  loops(options: {
    commands: CommandHandler;
    streams: Streams;
    mailServers: MailServers;
    everyMs?: number | undefined;
  }): readonly NamedLoop[];
}

/** What proves to strangers that the log was not changed. @param hasLost whether it lost events, and somebody accepted it */
export async function openProof(stores: Stores, clock: Clock, hasLost: boolean): Promise<ProofSubsystem> {
  const { log, state, holder } = stores;
  const proofs = createProofs(log, state, clock);
  if (hasLost) await proofs.beginAnew();
  return {
    proofs,
    loops({ commands, streams, mailServers, everyMs }) {
      const passOn = createCheckpointMails({
        commands,
        streams,
        state,
        proofs,
        isEmailSetUp: mailServers.isSetUp,
        clock,
      });
      return [
        { name: CHECKPOINTS, run: checkpointLoop(proofs, { state, clock, holder, passOn, everyMs }) },
        { name: EXPORT_CHECKPOINTS, run: exportCheckpoints(proofs, { log, state }) },
      ];
    },
  };
}
