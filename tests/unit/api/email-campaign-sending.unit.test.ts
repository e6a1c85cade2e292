import { describe, expect, test } from 'vitest';
import { Pace } from '../../../api/email-campaigns/sending/pace.ts';
import { inParts, listRecipients, partId } from '../../../api/email-campaigns/sending/recipients.ts';
import { verdictOf } from '../../../api/email-campaigns/sending/verdict.ts';
import { type CampaignPartState, campaignPart, type Reached } from '../../../domain/campaign-part/campaign-part.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const MOST = 50;

/** How many mails begin in a time, where each is taken at once. */
function begunIn(pace: Pace, from: number, to: number): number {
  let begun = 0;
  for (let now = from; now <= to; now += 10) {
    const mails = pace.allowed(now, MOST);
    pace.began(mails);
    begun += mails;
  }
  return begun;
}

describe('how fast the emails of a campaign go', () => {
  test.each([1, 60, 600, 60_000])('At %i a minute no more than that go in a minute, and hardly fewer', (perMinute) => {
    const begun = begunIn(new Pace(perMinute, 0), 0, 60_000);
    expect(begun).toBeLessThanOrEqual(perMinute * 1.005 + 1);
    expect(begun).toBeGreaterThanOrEqual(perMinute * 0.97);
  });

  test('What was not sent for a while is not made up for at once', () => {
    const pace = new Pace(60, 0);
    expect(begunIn(pace, 600_000, 600_000)).toBe(1);
  });

  test('A server that asks for time gets it, longer each time, and one mail tries whether it is over', () => {
    const pace = new Pace(60_000, 0);
    pace.setBack(0, true);
    expect(pace.allowed(999, MOST)).toBe(0);
    expect(pace.allowed(1_500, MOST)).toBe(1);
    pace.setBack(1_500, true);
    expect(pace.allowed(3_400, MOST)).toBe(0);
    expect(pace.allowed(3_600, MOST)).toBe(1);
  });

  test('What was on its way when the server asked for time does not count twice', () => {
    const pace = new Pace(60_000, 0);
    for (let mail = 0; mail < 50; mail++) pace.setBack(mail, true);
    expect(pace.allowed(1_100, MOST)).toBe(1);
  });

  test('A single recipient who is put off stops nobody else, but slows them down', () => {
    const pace = new Pace(60_000, 0);
    const before = begunIn(pace, 0, 1_000);
    pace.setBack(1_000, false);
    const after = begunIn(pace, 1_010, 2_000);
    expect(after).toBeGreaterThan(before / 4);
    expect(after).toBeLessThan(before * 0.75);
  });

  test('The speed comes back with the mails that are taken', () => {
    const pace = new Pace(60_000, 0);
    for (let time = 0; time < 20_000; time += 4_000) pace.setBack(time, true);
    for (let mail = 0; mail < 200; mail++) pace.taken(0);
    expect(begunIn(pace, 400_000, 401_000)).toBeGreaterThan(900);
  });

  test('Few are claimed at once before anything is known of the server, and never more than go in half a second', () => {
    const pace = new Pace(600_000, 0);
    expect(pace.atOnce(0, MOST)).toBe(5);
    for (let mail = 0; mail < 10; mail++) pace.taken(0);
    expect(pace.atOnce(0, MOST)).toBe(15);
    for (let mail = 0; mail < 100; mail++) pace.taken(0);
    expect(pace.atOnce(0, MOST)).toBe(MOST);
    pace.setBack(0, true);
    expect(pace.atOnce(0, MOST)).toBe(5);
    expect(new Pace(240, 0).atOnce(0, MOST)).toBe(2);
    expect(new Pace(1, 0).atOnce(0, MOST)).toBe(1);
  });

  test('A server that has become slow is not asked to take more than it took lately', () => {
    const pace = new Pace(600_000, 0);
    for (let mail = 0; mail < 400; mail++) pace.taken(mail);
    expect(pace.atOnce(400, 256)).toBeGreaterThan(200);
    // Five connections, ten seconds for each mail.
    for (let time = 10_000; time < 60_000; time += 10_000) {
      expect(pace.atOnce(time, 256)).toBe(5);
      for (let mail = 0; mail < 5; mail++) pace.taken(time);
      expect(pace.atOnce(time, 256)).toBeLessThanOrEqual(10);
    }
  });

  test('How long a server has taken nothing is known until it takes something', () => {
    const pace = new Pace(60, 0);
    pace.setBack(1_000, true);
    expect(pace.troubledFor(61_000)).toBe(60_000);
    pace.taken(0);
    expect(pace.troubledFor(62_000)).toBe(0);
  });
});

describe('what the answer to an email of a campaign means', () => {
  test('What the server took is sent', () => {
    expect(verdictOf({ did: 'taken' }, 0, NOW)).toMatchObject({ recipient: { end: 'sent' }, server: 'takes' });
  });

  test('What it refused for good is refused, with the code alone', () => {
    const answer = {
      did: 'refused',
      of: 'recipient',
      code: '550 5.1.1',
      said: '550 5.1.1 No ann@example.com',
    } as const;
    expect(verdictOf(answer, 0, NOW).recipient).toEqual({ end: 'refused', code: '550 5.1.1' });
  });

  test.each([
    ['recipient', '550 5.1.1', 'surely'],
    ['recipient', '550 5.1.10', 'surely'],
    ['recipient', '550', 'likely'],
    ['recipient', '550 5.1.0', undefined],
    ['recipient', '550 5.7.1', undefined],
    ['recipient', '552 5.2.2', undefined],
    ['message', '554 5.7.1', undefined],
    ['message', '550', undefined],
  ] as const)('A refusal of the %s with %s tells whether there is such a mailbox', (of, code, isBounced) => {
    expect(verdictOf({ did: 'refused', of, code, said: code }, 0, NOW).isBounced).toBe(isBounced);
  });

  test('What it put off is tried again a minute later, and then after longer and longer', () => {
    const answer = { did: 'put off', of: 'recipient', code: '451 4.7.1', said: '451 4.7.1 Greylisted' } as const;
    expect(verdictOf(answer, 0, NOW)).toMatchObject({
      recipient: { dueAt: '2026-06-15T12:01:00.000Z', code: '451 4.7.1' },
      server: 'puts off',
    });
    expect(verdictOf(answer, 1, NOW).recipient).toMatchObject({ dueAt: '2026-06-15T12:02:00.000Z' });
    expect(verdictOf(answer, 8, NOW).recipient).toEqual({ end: 'refused', code: '451 4.7.1' });
  });

  test('421 is about the server, and what never reached it says nothing about the recipient', () => {
    expect(verdictOf({ did: 'put off', of: 'sender', code: '421', said: '421' }, 0, NOW).server).toBe('slows down');
    const away = verdictOf({ did: 'not reached', said: 'Refused.', isForGood: false }, 3, NOW);
    expect(away).toEqual({ recipient: { dueAt: null, code: null }, server: 'is away', stop: null });
  });

  test('A refused sender or password stops the campaign and uses nobody up', () => {
    const sender = verdictOf({ did: 'refused', of: 'sender', code: '550', said: '550 Not you' }, 0, NOW);
    expect(sender).toMatchObject({ recipient: { dueAt: null }, stop: expect.stringContaining('550 Not you') });
    const password = verdictOf({ did: 'not reached', said: 'Wrong password.', isForGood: true }, 0, NOW);
    expect(password).toMatchObject({ recipient: { dueAt: null }, stop: 'Wrong password.' });
  });

  test.each(['550 5.1.7', '550 5.1.8'])('%s to a recipient is about the sender, so it harms no recipient', (code) => {
    const verdict = verdictOf({ did: 'refused', of: 'recipient', code, said: `${code} Sender rejected` }, 0, NOW);
    expect(verdict).toMatchObject({ recipient: { dueAt: null }, stop: expect.stringContaining('Sender rejected') });
    expect(verdict.isBounced).toBeUndefined();
  });

  test('What was handed over and not confirmed is uncertain, and the next one waits', () => {
    const verdict = verdictOf({ did: 'unknown', said: 'Closed.' }, 0, NOW);
    expect(verdict).toMatchObject({ recipient: { end: 'uncertain', code: null }, server: 'is away' });
  });
});

describe('the recipients of a campaign in parts', () => {
  const audience = (count: number): Reached[] =>
    Array.from({ length: count }, (_, number) => ({ mailboxId: `m${number}`, customerIds: [`c${number}`] }));

  test('A part has at most 500 recipients, and never too many customers for one append', () => {
    expect(inParts(audience(1_001)).map((part) => part.length)).toEqual([500, 500, 1]);
    const shared = audience(3).map((each) => ({ ...each, customerIds: Array(6_000).fill('c') as string[] }));
    expect(inParts(shared).map((part) => part.length)).toEqual([1, 1, 1]);
    expect(inParts([])).toEqual([]);
  });

  test('A list that broke off goes on, with whoever is there now and nobody twice', async () => {
    const parts = new Map<string, CampaignPartState>();
    const streams = {
      load: async (_: unknown, id: string) => ({ state: parts.get(id) ?? campaignPart.initial }),
    } as unknown as Parameters<typeof listRecipients>[0]['streams'];
    const list = (breaksAt: number, ids: string[]) => async (number: number, recipients: readonly Reached[]) => {
      if (number === breaksAt) throw new Error('Killed.');
      const command = { type: 'ListPart', campaignId: 'spring', number, recipients, now: NOW } as const;
      const state = campaignPart
        .decide(command, campaignPart.initial)
        .reduce(campaignPart.evolve, campaignPart.initial);
      parts.set(ids[number - 1] ?? '', state);
      return state;
    };
    const ids = [1, 2, 3].map((number) => partId('spring', number));
    const options = { streams, campaignId: 'spring' };
    await expect(listRecipients({ ...options, audience: audience(900), list: list(2, ids) })).rejects.toThrow('Killed');
    // In the meantime one has left who is listed, and another one has come.
    const now = [...audience(900).slice(1), { mailboxId: 'new', customerIds: ['n'] }];
    expect(await listRecipients({ ...options, audience: now, list: list(9, ids) })).toEqual({
      parts: 2,
      recipients: 901,
    });
    const listed = [...parts.values()].flatMap((part) => (part.presence === 'absent' ? [] : part.recipients));
    expect(new Set(listed.map(({ mailboxId }) => mailboxId)).size).toBe(901);
  });
});
