import fc from 'fast-check';
import { EVERYBODY } from '../../../domain/audience/segment.ts';
import { emailCampaign, emailCampaignStatusOf } from '../../../domain/email-campaign/email-campaign.ts';
import { emailCampaignEvents } from '../../../domain/email-campaign/events.ts';
import { emailCampaigns } from '../../../projections/email-campaigns.ts';
import { AT, LATER, mark, maybe, of, SAMPLE_ID, sample, some, WHY } from './sample.ts';

const counts = fc.constant({ sent: 2, bounced: 0, refused: 1, suppressed: 0, gone: 0, uncertain: 0 });

export const emailCampaignSample = sample(emailCampaign, emailCampaignEvents, {
  first: {
    type: 'CreateEmailCampaign',
    details: {
      name: 'Spring',
      subject: 'Pruning',
      content: 'Hello',
      templateType: 'seasonal',
      scheduledDate: null,
      segment: null,
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseEmailCampaign'),
      details: some({
        name: fc.constantFrom('Spring', 'Fall'),
        subject: fc.constantFrom('Pruning', 'Stumps'),
        content: fc.constantFrom('Hello', ''),
        templateType: fc.constantFrom('seasonal', 'welcome'),
        scheduledDate: maybe(fc.constantFrom(AT, LATER)),
        segment: maybe(fc.constantFrom(EVERYBODY, { ...EVERYBODY, hasOpenQuote: true })),
      }),
      now: of(AT),
    }),
    fc.record({ type: fc.constantFrom('RemoveEmailCampaign', 'RestoreEmailCampaign') }),
    fc.record({
      type: fc.constantFrom('SendEmailCampaign', 'ResumeSending', 'CancelSending', 'ReopenSending'),
      now: of(LATER),
    }),
    fc.record({ type: of('PauseSending'), why: maybe(of('No postal address.')), now: of(LATER) }),
    fc.record({
      type: of('BeginScheduledSending'),
      scheduledDate: fc.constantFrom(AT, LATER),
      why: maybe(of('Too late.')),
      now: of(LATER),
    }),
    fc.record({ type: of('RecordParts'), parts: fc.nat(2), recipients: fc.nat(9), now: of(LATER) }),
    fc.record({ type: of('FinishSending'), counts, now: of(LATER) }),
  ) as fc.Arbitrary<never>,
  projection: emailCampaigns,
  final: [
    'EmailCampaignSendingBegun',
    'EmailCampaignListed',
    'EmailCampaignCancelled',
    'EmailCampaignSent',
    'EmailCampaignReopened',
  ],
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, progress, presence } = state;
    const shown = { ...details, ...progress, status: emailCampaignStatusOf(progress, details) };
    return { [SAMPLE_ID]: { ...shown, ...mark(presence === 'removed') } };
  },
  // What stopped it is said only while it is stopped.
  always: (state) => state.presence === 'absent' || state.progress.why === null || state.progress.stage === 'paused',
  inClear: {
    [WHY.choice]: ['EmailCampaignCreated.templateType', 'EmailCampaignRevised.templateType'],
    [WHY.entered]: ['EmailCampaignCreated.createdAt'],
    'what the company says to everybody: whose own words go in when it is sent': [
      'EmailCampaignCreated.name',
      'EmailCampaignCreated.subject',
      'EmailCampaignCreated.content',
      'EmailCampaignRevised.name',
      'EmailCampaignRevised.subject',
      'EmailCampaignRevised.content',
    ],
    'which customers it is for, by what holds for many of them': [
      'EmailCampaignCreated.segment',
      'EmailCampaignRevised.segment',
    ],
    'when it is or was sent, to how many, and what of ours stopped it': [
      'EmailCampaignCreated.scheduledDate',
      'EmailCampaignRevised.scheduledDate',
      'EmailCampaignSendingBegun.at',
      'EmailCampaignListed.parts',
      'EmailCampaignListed.recipients',
      'EmailCampaignListed.at',
      'EmailCampaignPaused.why',
      'EmailCampaignPaused.at',
      'EmailCampaignResumed.at',
      'EmailCampaignCancelled.at',
      'EmailCampaignSent.counts',
      'EmailCampaignSent.at',
      'EmailCampaignReopened.at',
    ],
  },
});
