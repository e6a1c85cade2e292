import {
  emailCampaignStatusOf,
  evolveSending,
  NOT_BEGUN,
  type SendingProgress,
} from '../domain/email-campaign/email-campaign.ts';
import type { EmailCampaignDetails, EmailCampaignEvent } from '../domain/email-campaign/events.ts';
import { sortText } from '../domain/kit/sort-text.ts';
import { removed, restored } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

interface Derived {
  /** One of EMAIL_CAMPAIGN_STATUSES. */
  status: string;
  /** When it begins by itself, ISO UTC; null if it does not wait for that. */
  waitsUntil: string | null;
  /** What the list by name is sorted by. */
  nameKey: string;
  /** What has stopped it, if no person has: then it waits for one. */
  isStopped: boolean;
}

/** A campaign by email. How it went for its recipients is in its parts (`campaign-parts.ts`). */
export interface EmailCampaignDocument extends RecordDocument, EmailCampaignDetails, SendingProgress, Derived {
  /** ISO UTC. */
  createdAt: string;
}

type StepEvent = Exclude<
  EmailCampaignEvent,
  {
    type: 'EmailCampaignCreated' | 'EmailCampaignRevised' | 'EmailCampaignRemoved' | 'EmailCampaignRestored';
  }
>;

const stepped =
  <Type extends StepEvent['type']>(type: Type) =>
  (
    data: Extract<StepEvent, { type: Type }>['data'],
    { stage, why, begunAt, endedAt, parts, recipients }: SendingProgress,
  ) =>
    evolveSending({ stage, why, begunAt, endedAt, parts, recipients }, { type, data } as StepEvent);

export const emailCampaigns = readModel<EmailCampaignDocument, EmailCampaignEvent, Derived>()({
  name: 'email_campaigns',
  version: 2,
  of: 'email_campaign',
  indexes: [
    ...(['createdAt', 'nameKey'] as const).flatMap((order) => [
      ['removed', order] as const,
      ['removed', 'status', order] as const,
    ]),
    ['removed', 'status', 'waitsUntil'],
    ['removed', 'status'],
    ['removed', 'isStopped', 'createdAt'],
  ],
  search: ['name', 'subject', 'content'],
  first: {
    EmailCampaignCreated: ({ createdAt, ...details }) => ({ ...details, ...NOT_BEGUN, createdAt }),
  },
  after: {
    EmailCampaignRevised: (data) => data as Partial<EmailCampaignDetails>,
    EmailCampaignRemoved: removed,
    EmailCampaignRestored: restored,
    EmailCampaignSendingBegun: stepped('EmailCampaignSendingBegun'),
    EmailCampaignListed: stepped('EmailCampaignListed'),
    EmailCampaignPaused: stepped('EmailCampaignPaused'),
    EmailCampaignResumed: stepped('EmailCampaignResumed'),
    EmailCampaignCancelled: stepped('EmailCampaignCancelled'),
    EmailCampaignSent: stepped('EmailCampaignSent'),
    EmailCampaignReopened: stepped('EmailCampaignReopened'),
  },
  derived: (campaign) => {
    const status = emailCampaignStatusOf(campaign, campaign);
    return {
      status,
      waitsUntil: status === 'scheduled' ? campaign.scheduledDate : null,
      isStopped: status === 'paused' && campaign.why !== null,
      nameKey: sortText(campaign.name),
    };
  },
});
