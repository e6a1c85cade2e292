import { describe, expect, test } from 'vitest';
import {
  campaignPart,
  claimedByOthers,
  isFinished,
  nextDueIn,
  readyIn,
} from '../../../../domain/campaign-part/campaign-part.ts';
import type { CampaignPartEvent } from '../../../../domain/campaign-part/events.ts';
import type { RecipientEnd } from '../../../../domain/campaign-part/terms.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(campaignPart);
const NOW = '2026-06-15T12:00:00.000Z';
const BEFORE = '2026-06-15T11:59:00.000Z';
const SOON = '2026-06-15T12:01:00.000Z';
const recipients = ['k', 'l', 'm'].map((mailboxId) => ({ mailboxId, customerIds: [`${mailboxId}1`] }));
const listed: CampaignPartEvent = {
  type: 'CampaignPartListed',
  data: { campaignId: 'spring', number: 1, recipients, at: NOW },
};
const claimed = (run: string, ...indexes: number[]): CampaignPartEvent => ({
  type: 'CampaignRecipientsClaimed',
  data: { run, indexes, at: NOW },
});
const putBack = (index: number, code: string | null, dueAt: string | null): CampaignPartEvent => ({
  type: 'CampaignRecipientsPutBack',
  data: { recipients: [{ index, code, dueAt }], at: NOW },
});
const ended = (...ends: [index: number, end: RecipientEnd, code?: string][]): CampaignPartEvent => ({
  type: 'CampaignRecipientsEnded',
  data: { ends: ends.map(([index, end, code = null]) => ({ index, end, code })), at: NOW },
});
const claim = (run: string, ...indexes: number[]) => ({ type: 'ClaimRecipients', run, indexes, now: NOW }) as const;
const end = (index: number, how: RecipientEnd) =>
  ({ type: 'EndRecipients', ends: [{ index, end: how, code: null }], now: NOW }) as const;

describe('the recipients of a campaign', () => {
  test('Who is in a part stays in it, whoever lists it again', () => {
    const list = { type: 'ListPart', campaignId: 'spring', number: 1, now: NOW } as const;
    given()
      .when({ ...list, recipients })
      .then(listed);
    given(listed)
      .when({ ...list, recipients: recipients.slice(1) })
      .thenNothingHappens();
  });

  test('A recipient is mailed by one run alone', () => {
    given(listed)
      .when(claim('one', 0, 1))
      .then(claimed('one', 0, 1));
    given(listed, claimed('one', 0))
      .when(claim('other', 0, 1))
      .thenRefused('conflict');
    given(listed, claimed('one', 0)).when(claim('one', 0)).thenRefused('conflict');
    given(listed)
      .when(claim('one', 1, 1))
      .thenRefused('conflict');
    given(listed).when(claim('one', 3)).thenRefused('conflict');
  });

  test.each(['sent', 'refused', 'suppressed', 'gone', 'uncertain'] as const)(
    'Nobody whose mail ended as %s is mailed again',
    (how) => {
      given(listed, claimed('one', 0), ended([0, how]))
        .when(claim('other', 0))
        .thenRefused('conflict');
    },
  );

  test('What a run that died had claimed is uncertain, and what this one has is not', () => {
    given(listed, claimed('dead', 0, 2), claimed('this', 1))
      .when({ type: 'SettleClaims', run: 'this', by: NOW, now: NOW })
      .then(ended([0, 'uncertain'], [2, 'uncertain']));
    given(listed, claimed('this', 1))
      .when({ type: 'SettleClaims', run: 'this', by: NOW, now: NOW })
      .thenNothingHappens();
  });

  test('The truth counts even if it comes late, and is told once', () => {
    const lost = [listed, claimed('slow', 0), ended([0, 'uncertain'])];
    given(...lost)
      .when(end(0, 'sent'))
      .then(ended([0, 'sent']));
    given(...lost)
      .when(end(0, 'uncertain'))
      .thenNothingHappens();
    given(...lost, ended([0, 'sent']))
      .when(end(0, 'refused'))
      .thenNothingHappens();
  });

  test('Who was put off waits for their time, and is then mailed', () => {
    const events = [listed, claimed('one', 0), putBack(0, '450', SOON)];
    const state = fold(campaignPart, events);
    expect(readyIn(state, NOW)).toEqual([1, 2]);
    expect(readyIn(state, SOON)).toEqual([0, 1, 2]);
    expect(nextDueIn(state)).toBe(SOON);
    given(...events)
      .when(claim('one', 0))
      .thenRefused('conflict');
    given(...events)
      .when({ ...claim('one', 0), now: SOON })
      .then({ type: 'CampaignRecipientsClaimed', data: { run: 'one', indexes: [0], at: SOON } });
  });

  test('Only what the server said about a recipient counts as a try', () => {
    const triesAfter = (...events: CampaignPartEvent[]) => {
      const state = fold(campaignPart, [listed, ...events]);
      const progress = state.presence === 'absent' ? null : state.recipients[0]?.progress;
      return progress && 'tries' in progress ? progress.tries : null;
    };
    expect(triesAfter(claimed('one', 0), putBack(0, null, null))).toBe(0);
    expect(triesAfter(claimed('one', 0), putBack(0, '450', SOON), claimed('one', 0))).toBe(1);
    expect(triesAfter(claimed('one', 0), putBack(0, '450', SOON), claimed('one', 0), putBack(0, '450', null))).toBe(2);
  });

  test('A run puts back only what it has itself', () => {
    const back = { type: 'PutBackRecipients', recipients: [{ index: 0, code: '450', dueAt: SOON }], now: NOW } as const;
    given(listed, claimed('one', 0))
      .when({ ...back, run: 'one' })
      .then(putBack(0, '450', SOON));
    given(listed, claimed('one', 0))
      .when({ ...back, run: 'other' })
      .thenNothingHappens();
    given(listed, claimed('one', 0), ended([0, 'uncertain']))
      .when({ ...back, run: 'one' })
      .thenNothingHappens();
  });

  test('Who is suppressed or gone ends without being claimed', () => {
    given(listed)
      .when(end(1, 'suppressed'))
      .then(ended([1, 'suppressed']));
  });

  test('A part is finished once each of its recipients has an end', () => {
    const most = [listed, claimed('one', 0, 1, 2), ended([0, 'sent'], [1, 'uncertain'])];
    expect(isFinished(fold(campaignPart, most))).toBe(false);
    expect(claimedByOthers(fold(campaignPart, most), 'other', NOW)).toEqual([2]);
    expect(claimedByOthers(fold(campaignPart, most), 'other', BEFORE)).toEqual([]);
    expect(isFinished(fold(campaignPart, [...most, ended([2, 'refused', '550'])]))).toBe(true);
  });
});
