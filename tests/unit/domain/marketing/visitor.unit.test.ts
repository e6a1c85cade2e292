import { describe, expect, test } from 'vitest';
import { MACHINES_COME_WITHIN_MS, type Visit, visitorOf } from '../../../../domain/campaign-response/visitor.ts';

const DELIVERED = '2026-06-15T12:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(DELIVERED) + ms).toISOString();
const LATER = later(3_600_000);
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
const visit = (fields: Partial<Visit> = {}): Visit => ({
  method: 'GET',
  agent: SAFARI,
  isAhead: false,
  deliveredAt: DELIVERED,
  ...fields,
});

describe('who opened a mail', () => {
  test.each([
    SAFARI,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.5.0',
    // Outlook on Windows loads pictures when its user asks for them.
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; ms-office; MSOffice 16)',
    'Mozilla/5.0 (Linux; Android 9; CUBOT P40) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
  ])('%s is a person', (agent) => {
    expect(visitorOf(visit({ agent }), LATER)).toBe('people');
  });

  test.each([
    'Mozilla/5.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'BarracudaCentral',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/146.0.0.0 Safari/537.36',
    'python-requests/2.32.3',
    'curl/8.11.0',
    '',
    '   ',
  ])('“%s” is a machine', (agent) => {
    expect(visitorOf(visit({ agent }), LATER)).toBe('machines');
  });

  test('Whoever says nothing of themselves, asks for the head alone or fetches ahead is a machine', () => {
    for (const fields of [{ agent: null }, { method: 'HEAD' }, { isAhead: true }]) {
      expect(visitorOf(visit(fields), LATER), JSON.stringify(fields)).toBe('machines');
    }
  });

  test('Whoever comes within half a minute of the delivery is a machine, and a person after that', () => {
    expect(visitorOf(visit(), later(MACHINES_COME_WITHIN_MS - 1))).toBe('machines');
    expect(visitorOf(visit(), later(MACHINES_COME_WITHIN_MS))).toBe('people');
  });

  test('Whoever comes before the delivery is recorded is a machine', () => {
    expect(visitorOf(visit({ deliveredAt: null }), LATER)).toBe('machines');
  });
});
