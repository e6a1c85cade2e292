import { describe, expect, test } from 'vitest';
import { addressesIn, failureIn } from '../../../api/email-campaigns/bounces/report.ts';
import { bouncePlaceOf, bounceToken } from '../../../api/email-campaigns/bounces/return-paths.ts';
import { begunTag } from '../../../api/email-campaigns/responses/tokens.ts';
import { isMailboxGone } from '../../../domain/campaign-part/bounces.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { bounceReport } from '../../support/bounce-reports.ts';

const TO = 'bounces+abc@mail.green.example';

describe('a mail that came back', () => {
  test.each([
    ['what its status says', { status: '5.1.1' }, '5.1.1'],
    ['a mailbox that is full', { status: '4.2.2' }, '4.2.2'],
    ['words after the status', { status: '5.4.4 (host not found)' }, '5.4.4'],
    ['what the other server said, where the status says nothing', { status: '5.0.0', said: '550-5.1.1 No' }, '5.1.1'],
    ['the status, where the other server said nothing of its kind', { status: '5.0.0', said: '450 4.2.0' }, '5.0.0'],
    ['no part of an address of a server', { status: '5.0.0', said: '554 [192.5.1.1] and 5.1.1.9 blocked' }, '5.0.0'],
    ['no more than that it failed', { status: null }, '5.0.0'],
  ] as const)('Why it came back is %s', async (_, report, failure) => {
    const message = bounceReport(TO, report);
    expect(addressesIn(message)).toContain(TO);
    expect((await failureIn(message))?.status).toBe(failure);
  });

  test('A long line of a report goes on in the next one, whatever ends the lines', async () => {
    const report = bounceReport(TO, { status: '5.0.0', said: '550 No such user\r\n  here 5.1.1' });
    expect((await failureIn(report))?.status).toBe('5.1.1');
    expect((await failureIn(report.replaceAll('\r\n', '\n')))?.status).toBe('5.1.1');
  });

  test.each(['delayed', 'relayed', 'delivered', 'expanded'])('A mail that was %s has not come back', async (action) => {
    expect(await failureIn(bounceReport(TO, { status: '4.4.1', action }))).toBeNull();
  });

  test('An automatic reply is none, nor is what a report only quotes', async () => {
    const reply = `From: Ann <ann@example.com>\r\nTo: ${TO}\r\nAuto-Submitted: auto-replied\r\n\r\nAway.\r\nAction: failed\r\nStatus: 5.1.1\r\n`;
    expect(addressesIn(reply)).toEqual([TO]);
    expect(await failureIn(reply)).toBeNull();
  });

  test('A report about another mail that somebody only forwards is none', async () => {
    const other = bounceReport('somebody@example.com', { status: '5.1.1' });
    for (const kind of ['mixed', 'digest']) {
      const head = `To: ${TO}\r\nContent-Type: multipart/${kind}; boundary="outer"\r\n\r\n`;
      const part = '--outer\r\nContent-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n';
      expect(await failureIn(`${head}${part}${other}\r\n--outer--\r\n`), kind).toBeNull();
    }
  });

  test.each([
    ['550 No such user', '550'],
    ['554-Blocked', '554'],
    ['The server 192.168.5.50 said nothing', null],
  ])('Where the other server answered %s, its code is %s', async (said, reply) => {
    expect(await failureIn(bounceReport(TO, { status: '5.0.0', said }))).toEqual({ status: '5.0.0', reply });
  });

  test('Where it went is also what mail servers add, in lines of any kind, and never the sender or the text', () => {
    const passedOn = `Delivered-To: ${TO}\r\nX-ORIGINAL-TO:\r\n\t<other@green.example>\r\nFrom: eve@example.com\r\nTo: team@green.example\r\n\r\nTo: eve@example.com`;
    const addresses = [TO, '<other@green.example>', 'team@green.example'];
    expect(addressesIn(passedOn)).toEqual(addresses);
    expect(addressesIn(`From MAILER-DAEMON Mon Jun 15 12:00:00 2026\n${passedOn.replaceAll('\r\n', '\n')}`)).toEqual(
      addresses,
    );
  });

  test.each([
    ['nothing', ''],
    ['no mail', '\u0000\u0001 %%% \r\n\r\n\r\n'],
    [
      'a part that never ends',
      'Content-Type: multipart/report; boundary="x"\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n',
    ],
  ])('Of %s nothing has come back', async (_, text) => {
    expect(await failureIn(text)).toBeNull();
  });

  test('It is read with a header that goes on in the next line, and whatever its other headers say', async () => {
    const report = bounceReport(`${TO}, ${'a:b;'.repeat(10_000)}`, { status: '5.1.1' });
    expect((await failureIn(report.replace('delivery-status; ', 'delivery-status;\r\n\t')))?.status).toBe('5.1.1');
  });

  test('What it says is read however long the mail is that came back after it, and nothing of that is', async () => {
    const more = `${'\r\n'.repeat(200_000)}--=_report\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n`;
    expect((await failureIn(bounceReport(TO, { status: '5.1.1', more })))?.status).toBe('5.1.1');
    expect(await failureIn(bounceReport(TO, { status: '4.4.1', action: 'delayed', more }))).toBeNull();
  });
});

test.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.0.0', true],
  ['5.2.1', true],
  ['5.4.4', true],
  ['5.4.310', true],
  ['5.1.8', false],
  ['5.2.2', false],
  ['5.4.7', false],
  ['5.7.1', false],
  ['4.1.1', false],
  ['4.4.7', false],
])('A mail that came back with %s says that there is no such mailbox: %s', (status, isGone) => {
  expect(isMailboxGone(status)).toBe(isGone);
});

test.each([
  ['5.0.0', '550', true],
  ['5.2.0', '553', true],
  ['5.0.0', '552', false],
  ['5.0.0', '554', false],
  ['5.0.0', '450', false],
  ['5.1.1', '554', true],
])('With %s and the answer %s it says so: %s', (status, reply, isGone) => {
  expect(isMailboxGone(status, reply)).toBe(isGone);
});

describe('the address that a mail comes back to', () => {
  const campaignId = uuidv5('campaign', 'spring');
  const key = Buffer.alloc(32, 7);
  const place = { campaignId, begun: begunTag('begun'), number: 3, index: 499 };
  const token = bounceToken({ number: 2, key }, place);
  const openedBy = (address: string, history = 'begun', keyOf = (_: number): Uint8Array | null => key) =>
    bouncePlaceOf(
      {
        store: {
          async readStream() {
            return [{ type: 'EmailCampaignSendingBegun', id: history, position: 0n, revision: 0n }];
          },
        },
        links: {
          async signerOf(number: number) {
            const found = keyOf(number);
            return found && { number, key: found };
          },
        },
      } as never,
      address,
    );

  test('It has room in what an address may have before its @, and is told in any case', async () => {
    expect(`bounces-us+${token}`.length).toBeLessThanOrEqual(64);
    expect(await openedBy(`bounces+${token}@green.example`)).toEqual(place);
    expect(await openedBy(`<Bounces+${token.toUpperCase()}@GREEN.EXAMPLE>`)).toEqual(place);
  });

  test('One that was altered, cut, of another campaign or signed by another key is none of ours', async () => {
    for (let at = 0; at < token.length; at++) {
      const altered = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect(await openedBy(`bounces+${altered}@green.example`), altered).toBeNull();
    }
    for (const other of ['bounces@green.example', `bounces+${token.slice(1)}@x.example`, `${token}@x.example`, ''])
      expect(await openedBy(other), other).toBeNull();
    expect(await openedBy(`bounces+${token}@x.example`, 'another history')).toBeNull();
    expect(await openedBy(`bounces+${token}@x.example`, 'begun', () => Buffer.alloc(32, 8))).toBeNull();
    expect(await openedBy(`bounces+${token}@x.example`, 'begun', () => null)).toBeNull();
  });
});
