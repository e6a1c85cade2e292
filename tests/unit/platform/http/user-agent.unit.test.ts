import { expect, test } from 'vitest';
import { describeUserAgent } from '../../../../platform/http/visitors/user-agent.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`${WINDOWS} Chrome/138.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${WINDOWS} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Edge on Windows'],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} CriOS/138.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['something (Linux)', 'Linux'],
  ['curl/8.5.0', null],
  ['', null],
  [undefined, null],
])('The browser %j is told as %j', (header, description) => expect(describeUserAgent(header)).toBe(description));
