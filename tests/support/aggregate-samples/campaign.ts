import fc from 'fast-check';
import { campaign } from '../../../domain/campaign/campaign.ts';
import { campaignEvents, NO_CAMPAIGN_DETAILS } from '../../../domain/campaign/events.ts';
import { CAMPAIGN_STATUSES } from '../../../domain/campaign/terms.ts';
import { campaigns } from '../../../projections/campaigns.ts';
import { AT, mark, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

const days = fc.option(fc.constantFrom(TODAY, '2026-07-01'), { nil: null });

export const campaignSample = sample(campaign, campaignEvents, {
  first: {
    type: 'CreateCampaign',
    details: { ...NO_CAMPAIGN_DETAILS, name: 'Spring pruning' },
    today: TODAY,
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseCampaign'),
      details: some({
        name: fc.constantFrom('Spring pruning', 'Storm season'),
        description: text,
        budget: fc.option(fc.integer({ min: -1, max: 3 }), { nil: null }),
        startDate: days,
        endDate: days,
        platforms: fc.subarray(['facebook', 'instagram']),
      }),
      today: of(TODAY),
    }),
    fc.record({
      type: fc.constantFrom('ChangeCampaignStatus', 'PutBackCampaignStatus'),
      status: fc.constantFrom(...CAMPAIGN_STATUSES),
    }),
    fc.record({ type: fc.constantFrom('RemoveCampaign', 'RestoreCampaign') }),
  ) as fc.Arbitrary<never>,
  projection: campaigns,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, status, presence } = state;
    return { [SAMPLE_ID]: { ...details, status, ...mark(presence === 'removed') } };
  },
  inClear: {
    [WHY.choice]: [
      'CampaignCreated.status',
      'CampaignStatusChanged.status',
      'CampaignCreated.platforms',
      'CampaignRevised.platforms',
      'CampaignCreated.contentTypes',
      'CampaignRevised.contentTypes',
    ],
    [WHY.entered]: ['CampaignCreated.createdAt'],
    'what the company says to everybody, and when': [
      'CampaignCreated.name',
      'CampaignRevised.name',
      'CampaignCreated.description',
      'CampaignRevised.description',
      'CampaignCreated.targetAudience',
      'CampaignRevised.targetAudience',
      'CampaignCreated.startDate',
      'CampaignRevised.startDate',
      'CampaignCreated.endDate',
      'CampaignRevised.endDate',
    ],
    'what the company spends on it': ['CampaignCreated.budget', 'CampaignRevised.budget'],
  },
});
