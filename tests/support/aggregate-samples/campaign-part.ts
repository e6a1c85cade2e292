import fc from 'fast-check';
import { campaignPart } from '../../../domain/campaign-part/campaign-part.ts';
import { campaignPartEvents } from '../../../domain/campaign-part/events.ts';
import { RECIPIENT_ENDS } from '../../../domain/campaign-part/terms.ts';
import { campaignParts, STEPS } from '../../../projections/campaign-parts.ts';
import { AT, few, LATER, maybe, of, SAMPLE_ID, sample, WHY } from './sample.ts';

const index = fc.nat(3);
const indexes = fc.uniqueArray(index, { minLength: 1, maxLength: 3 });
const code = maybe(fc.constantFrom('450', '550 5.1.1'));
const now = fc.constantFrom(AT, LATER);

export const campaignPartSample = sample(campaignPart, campaignPartEvents, {
  first: {
    type: 'ListPart',
    campaignId: 'spring',
    number: 1,
    recipients: ['k', 'l', 'm'].map((mailboxId) => ({ mailboxId, customerIds: [`${mailboxId}1`, `${mailboxId}2`] })),
    now: AT,
  },
  commands: fc.oneof(
    fc.record({ type: of('ClaimRecipients'), run: few, indexes, now }),
    fc.record({
      type: of('PutBackRecipients'),
      run: few,
      recipients: fc.array(fc.record({ index, code, dueAt: maybe(of(LATER)) }), { maxLength: 2 }),
      now,
    }),
    fc.record({
      type: of('EndRecipients'),
      ends: fc.uniqueArray(fc.record({ index, end: fc.constantFrom(...RECIPIENT_ENDS), code }), {
        selector: (each) => each.index,
        maxLength: 3,
      }),
      now,
    }),
    fc.record({ type: of('SettleClaims'), run: few, by: now, after: of(LATER), now }),
    fc.record({ type: of('RecordBounce'), index, code: fc.constantFrom('5.1.1', '4.4.7'), now }),
    fc.record({ type: fc.constantFrom('EnterBounce', 'AskAgain'), index, now }),
  ) as fc.Arbitrary<never>,
  projection: campaignParts,
  final: [
    'CampaignPartListed',
    'CampaignRecipientsClaimed',
    'CampaignRecipientsPutBack',
    'CampaignRecipientsEnded',
    'CampaignMailBounced',
    'CampaignMailAskedAgain',
  ],
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { campaignId, number, recipients } = state;
    const counts = STEPS.map((step) => [step, recipients.filter(({ progress }) => progress.step === step).length]);
    return { [SAMPLE_ID]: { campaignId, number, recipients: recipients.length, ...Object.fromEntries(counts) } };
  },
  inClear: {
    [WHY.id]: ['CampaignPartListed.campaignId', 'CampaignRecipientsClaimed.run'],
    'ids of ours and keyed hashes, which say nothing once a person and their address are erased': [
      'CampaignPartListed.recipients',
    ],
    'which places of the list, and what a mail server answered, as a number': [
      'CampaignPartListed.number',
      'CampaignRecipientsClaimed.indexes',
      'CampaignRecipientsPutBack.recipients',
      'CampaignRecipientsEnded.ends',
      'CampaignMailBounced.index',
      'CampaignMailBounced.code',
      'CampaignMailAskedAgain.index',
    ],
    'when the company sent it': [
      'CampaignPartListed.at',
      'CampaignRecipientsClaimed.at',
      'CampaignRecipientsPutBack.at',
      'CampaignRecipientsEnded.at',
      'CampaignMailBounced.at',
      'CampaignMailAskedAgain.at',
    ],
  },
});
