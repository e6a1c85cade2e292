import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import {
  EMAIL_CAMPAIGN_LIMITS,
  EMAIL_CAMPAIGN_STATUS_LABELS,
  EMAIL_TEMPLATE_LABELS,
  EMAIL_TEMPLATES,
} from '../../../domain/email-campaign/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { campaignPath } from '../campaign/campaign.ts';
import { formatMoment, MomentInput } from '../job/job-inputs.tsx';
import { AUDIENCE_FIELD } from './audience-field.tsx';
import { EMAIL_CAMPAIGNS } from './email-campaign.ts';
import { LetterInput, SubjectInput } from './letter-input.tsx';

/** What a form asks about a campaign by email. */
export const EMAIL_CAMPAIGN_FIELDS: readonly Field[] = [
  {
    name: 'name',
    label: 'Campaign Name',
    kind: 'text',
    row: 'whole',
    maxLength: EMAIL_CAMPAIGN_LIMITS.name,
    required: true,
    inTitle: true,
    help: 'For you alone: recipients do not see it',
  },
  {
    name: 'templateType',
    label: 'Template Type',
    kind: 'choice',
    row: 'start',
    required: true,
    choices: EMAIL_TEMPLATES,
    labels: EMAIL_TEMPLATE_LABELS,
  },
  {
    name: 'scheduledDate',
    label: 'Scheduled Date',
    kind: 'text',
    control: MomentInput,
    format: formatMoment,
    nothing: 'When you send it',
    help: 'It is sent then by itself. Leave it empty to send it yourself',
  },
  { name: 'subject', label: 'Subject', kind: 'text', row: 'whole', control: SubjectInput },
  { name: 'content', label: 'Content', kind: 'multiline', control: LetterInput },
  // Last, since it grows when the customers are counted.
  AUDIENCE_FIELD,
];

/** A campaign by email, in details, forms, conflicts and history. */
export const emailCampaignKind: RemovableKind<CampaignRecord> = {
  category: 'email_campaign',
  collections: EMAIL_CAMPAIGNS,
  noun: 'email campaign',
  fields: [
    ...EMAIL_CAMPAIGN_FIELDS,
    {
      name: 'status',
      label: 'Status',
      kind: 'text',
      readOnly: true,
      inTitle: true,
      labels: EMAIL_CAMPAIGN_STATUS_LABELS,
    },
  ],
  path: campaignPath,
  steps: {
    EmailCampaignCreated: 'Created',
    EmailCampaignRevised: 'Details changed',
    EmailCampaignRemoved: 'Removed',
    EmailCampaignRestored: 'Restored',
    EmailCampaignSendingBegun: 'Sending begun',
    EmailCampaignListed: 'Recipients chosen',
    EmailCampaignPaused: 'Paused',
    EmailCampaignResumed: 'Resumed',
    EmailCampaignCancelled: 'Cancelled',
    EmailCampaignSent: 'Sent',
    EmailCampaignReopened: 'Sent again to somebody',
  },
  removal: {
    act: 'Remove',
    word: 'Removed',
    restored: { title: 'Campaign Restored', text: 'It is back in the list.' },
  },
  titleOf: ({ name }) => name,
};
