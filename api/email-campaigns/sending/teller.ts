import { randomUUID } from 'node:crypto';
import {
  type CampaignPartCommand,
  type CampaignPartState,
  campaignPart,
} from '../../../domain/campaign-part/campaign-part.ts';
import { type EmailCampaignCommand, emailCampaign } from '../../../domain/email-campaign/email-campaign.ts';
import { type Decider, Rejection } from '../../../domain/kit/decider.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import type { ApiContext } from '../../kit/context.ts';

/** Who sends the commands, in the history. */
export const SENDING = 'email campaigns';

/** Records what the sending does. */
export interface Teller {
  /** @throws what the command handler throws @returns the part after it */
  part(id: string, commands: readonly CampaignPartCommand[]): Promise<CampaignPartState>;
  /** A person may have ended a campaign meanwhile, or removed it: then nothing more is said of it. */
  campaign(id: string, command: EmailCampaignCommand): Promise<void>;
}

export function createTeller({ commands }: Pick<ApiContext, 'commands'>): Teller {
  function tell<State, Command extends object, Event extends EventBody>(
    decider: Decider<State, Command, Event>,
    id: string,
    given: readonly Command[],
  ) {
    const commandId = randomUUID();
    const about = { actor: SENDING, commandId, body: '', correlationId: commandId, causationId: null };
    return commands.handle(decider, id, given, about);
  }

  return {
    async part(id, given) {
      return (await tell(campaignPart, id, given)).now.state as CampaignPartState;
    },
    async campaign(id, command) {
      try {
        await tell(emailCampaign, id, [command]);
      } catch (cause) {
        if (!(cause instanceof Rejection)) throw cause;
      }
    },
  };
}
