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
const LONG_BEFORE = '2026-06-15T11:00:00.000Z';
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
const bounced = (index: number, code: string | null): CampaignPartEvent => ({
  type: 'CampaignMailBounced',
  data: { index, code, at: NOW },
});
const askedAgain = (index: number): CampaignPartEvent => ({ type: 'CampaignMailAskedAgain', data: { index, at: NOW } });
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
      .when({ type: 'SettleClaims', run: 'this', by: NOW, after: SOON, now: NOW })
      .then(ended([0, 'uncertain'], [2, 'uncertain']));
    given(listed, claimed('this', 1))
      .when({ type: 'SettleClaims', run: 'this', by: NOW, after: SOON, now: NOW })
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
    given(listed, claimed('one', 0), ended([0, 'sent']))
      .when({ ...back, run: 'one' })
      .thenNothingHappens();
  });

  test('What a run calls back that was taken for lost was never sent, so it is not uncertain', () => {
    const back = { type: 'PutBackRecipients', recipients: [{ index: 0, code: null, dueAt: null }], now: NOW } as const;
    const lost = [listed, claimed('slow', 0), ended([0, 'uncertain'])];
    given(...lost)
      .when({ ...back, run: 'slow' })
      .then(putBack(0, null, null));
    given(...lost)
      .when({ ...back, run: 'other' })
      .thenNothingHappens();
    given(...lost, askedAgain(0), claimed('other', 0))
      .when({ ...back, run: 'slow' })
      .thenNothingHappens();
  });

  test('Claims that lie far ahead, as the clock was set back, are settled too', () => {
    const settle = { type: 'SettleClaims', run: 'this', by: LONG_BEFORE, now: LONG_BEFORE } as const;
    given(listed, claimed('dead', 0))
      .when({ ...settle, after: BEFORE })
      .then({
        type: 'CampaignRecipientsEnded',
        data: { ends: [{ index: 0, end: 'uncertain', code: null }], at: LONG_BEFORE },
      });
    given(listed, claimed('dead', 0))
      .when({ ...settle, after: SOON })
      .thenNothingHappens();
  });

  describe('an email that is sent again', () => {
    const ask = { type: 'AskAgain', index: 0, now: NOW } as const;
    const lost = [listed, claimed('dead', 0), ended([0, 'uncertain'])];

    test('One of which nobody knows is sent again, once', () => {
      given(...lost)
        .when(ask)
        .then(askedAgain(0));
      given(...lost, askedAgain(0))
        .when(claim('one', 0))
        .then(claimed('one', 0));
      given(...lost, askedAgain(0))
        .when(ask)
        .thenRefused('conflict', 'It is being sent to this recipient again already.');
      given(...lost, askedAgain(0), claimed('one', 0))
        .when(ask)
        .thenRefused('conflict');
      given(...lost, askedAgain(0), claimed('one', 0), ended([0, 'uncertain']))
        .when(ask)
        .thenRefused('conflict');
    });

    test.each(['sent', 'refused', 'suppressed', 'gone'] as const)('One that ended as %s is not', (how) => {
      given(listed, claimed('one', 0), ended([0, how]))
        .when(ask)
        .thenRefused('conflict');
    });

    test('Neither is one to somebody who waits, or who is not there', () => {
      given(listed).when(ask).thenRefused('conflict');
      given(listed)
        .when({ ...ask, index: 9 })
        .thenRefused('not_found');
    });

    test('A late word that the first one was taken ends it', () => {
      given(...lost, askedAgain(0))
        .when(end(0, 'sent'))
        .then(ended([0, 'sent']));
    });
  });

  describe('an email that came back', () => {
    const report = { type: 'RecordBounce', index: 0, code: '5.1.1', now: NOW } as const;
    const byHand = { type: 'EnterBounce', index: 0, now: NOW } as const;

    test('A person enters that it came back, also while it waits to be sent again', () => {
      given(listed, claimed('one', 0), ended([0, 'uncertain']), askedAgain(0))
        .when(byHand)
        .then(bounced(0, null));
    });

    test.each([
      ['was sent', [ended([0, 'sent'])]],
      ['is uncertain', [ended([0, 'uncertain'])]],
      ['is on its way', []],
      ['is to be sent again', [ended([0, 'uncertain']), askedAgain(0)]],
    ] as const)('One that %s has come back, once', (_, events) => {
      const before = [listed, claimed('one', 0), ...events];
      given(...before)
        .when(report)
        .then(bounced(0, '5.1.1'));
      given(...before, bounced(0, '5.1.1'))
        .when(report)
        .thenNothingHappens();
      given(...before, bounced(0, '5.1.1'))
        .when(byHand)
        .thenNothingHappens();
      given(...before, bounced(0, '5.1.1'))
        .when(end(0, 'sent'))
        .thenNothingHappens();
    });

    test.each(['refused', 'suppressed', 'gone'] as const)('One that ended as %s cannot come back', (how) => {
      const before = [listed, claimed('one', 0), ended([0, how])];
      given(...before)
        .when(report)
        .thenNothingHappens();
      given(...before)
        .when(byHand)
        .thenRefused('conflict');
    });

    test('A person says so of what was sent, or may have been', () => {
      given(listed, claimed('one', 0), ended([0, 'sent']))
        .when(byHand)
        .then(bounced(0, null));
      given(listed).when(byHand).thenRefused('conflict');
      given(listed)
        .when({ ...byHand, index: 9 })
        .thenRefused('not_found');
    });
  });

  test('Who is suppressed or gone ends without being claimed', () => {
    given(listed)
      .when(end(1, 'suppressed'))
      .then(ended([1, 'suppressed']));
  });

  test('A part is finished once each of its recipients has an end', () => {
    const most = [listed, claimed('one', 0, 1, 2), ended([0, 'sent'], [1, 'uncertain'])];
    expect(isFinished(fold(campaignPart, most))).toBe(false);
    expect(claimedByOthers(fold(campaignPart, most), 'other', { by: NOW, after: SOON })).toEqual([2]);
    expect(claimedByOthers(fold(campaignPart, most), 'other', { by: BEFORE, after: SOON })).toEqual([]);
    expect(isFinished(fold(campaignPart, [...most, ended([2, 'refused', '550'])]))).toBe(true);
  });
});
