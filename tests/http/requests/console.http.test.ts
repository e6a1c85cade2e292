import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, createClient } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// A small folder stands in for the built console.
const FILES = {
  'index.html': '<h1>The console</h1><meta property="csp-nonce" nonce="{{style-nonce}}">',
  'theme.js': 'matchMedia',
  'public/landing.html': '<h1>Landing</h1>',
  'public/terms.html': '<h1>Terms</h1>',
  'public/privacy.html': '<h1>Privacy</h1>',
  'public/browser.html': '<h1>Browser</h1>',
  'public/quote.html': '<h1>Quote</h1>',
  'public/invoice.html': '<h1>Invoice</h1>',
  'public/review.html': '<h1>Review</h1>',
  'public/notice.html': '<h1>{{title}}</h1>',
  'public/portal.html': '<h1>Portal</h1>',
  'public/widget.html': '<h1>Widget</h1>',
  'widget.js': 'frame()',
  'assets/console-Ab12.js': 'start()',
  '.built-from': 'a hash',
  '.git/config': 'a hash',
  '.env': 'SECRET=1',
  'assets/.env': 'SECRET=1',
};

let folder: TempFolder;
let server: TestServer;
beforeAll(async () => {
  folder = await tempFolder();
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(join(folder.path, name, '..'), { recursive: true });
    await writeFile(join(folder.path, name), text);
    await writeFile(join(folder.path, `${name}.gz`), gzipSync(text));
  }
  server = await startTestServer({}, Date.now, { consoleFolder: folder.path });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return server.stranger.get(path, { 'accept-encoding': 'identity', ...headers });
}

/** The part of a page's policy that concerns styles. */
function stylesOf({ headers }: Answer): string | undefined {
  const directives = headers.get('content-security-policy')?.split(';') ?? [];
  return directives.find((directive) => directive.startsWith('style-src'));
}

describe('the pages', () => {
  test.each([
    ['/landing', 'Landing'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
    ['/browser', 'Browser'],
    ['/customer-portal', 'Portal'],
    ['/public-quote', 'Portal'],
    ['/widget', 'Widget'],
    ['/', 'The console'],
    ['/leads', 'The console'],
    ['/leads/0193?tab=history', 'The console'],
    ['/no-such-page', 'The console'],
    ['/apiary', 'The console'],
  ])('%s is open to everybody', async (path, title) => {
    const page = await get(path).then(expectStatus(200));
    expect(page.body).toContain(`<h1>${title}</h1>`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
  });

  test.each([
    '/landing',
    '/terms',
    '/privacy',
    '/quote/x',
    '/invoice/x',
    '/customer-portal',
    '/widget',
    '/widget.js',
    '/',
    '/leads',
    '/theme.js',
    '/robots.txt',
  ])('%s answers a HEAD as a GET, without the body', async (path) => {
    const asked = await get(path).then(expectStatus(200));
    const head = await server.stranger.send(path, { method: 'HEAD' }).then(expectStatus(200));
    for (const name of ['content-type', 'cache-control', 'x-robots-tag', 'referrer-policy']) {
      expect(head.headers.get(name), name).toBe(asked.headers.get(name));
    }
    expect(head.body || null).toBeNull();
  });

  test('The pages are asked for anew each time, so that nobody stays on an old build', async () => {
    for (const path of ['/', '/leads', '/landing', '/theme.js']) {
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-cache');
    }
    const etag = (await get('/landing')).headers.get('etag') ?? '';
    await get('/landing', { 'if-none-match': etag, 'cache-control': 'max-age=0' }).then(expectStatus(304));
  });

  test('The pages take styles from our files and from what carries the nonce of this answer', async () => {
    const nonces: string[] = [];
    for (const [path, headers] of [
      ['/', {}],
      ['/leads', { 'accept-encoding': 'gzip, br' }],
      ['/index.html', { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() }],
    ] as const) {
      const page = await get(path, headers).then(expectStatus(200));
      const [, nonce = ''] = /nonce="([^"]{24})"/.exec(page.body) ?? [];
      expect(stylesOf(page)).toBe(`style-src 'self' 'nonce-${nonce}'`);
      // Otherwise an answer without a body would put its header on the page of an earlier one.
      expect(page.headers.get('etag') ?? page.headers.get('last-modified')).toBeNull();
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(nonces.length);
    for (const path of ['/landing', '/theme.js']) {
      expect(stylesOf(await get(path)), path).toBe("style-src 'self'");
    }
  });

  test('The pages run no script but their own, and are shown in no frame of another site', async () => {
    for (const path of ['/', '/landing']) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("script-src 'self';");
      expect(policy, path).toContain("frame-ancestors 'self'");
      expect(policy, path).not.toContain('upgrade-insecure-requests');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });

  test('The pages load nothing from elsewhere', async () => {
    expect((await get('/')).headers.get('content-security-policy')).not.toContain('https:');
  });
});

describe('the files', () => {
  test('The files of the console carry their content in their name and are kept for a year', async () => {
    const file = await get('/assets/console-Ab12.js').then(expectStatus(200));
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toMatch(/javascript/);
  });

  test('The files of the console are sent compressed where the browser takes it', async () => {
    for (const path of ['/assets/console-Ab12.js', '/landing']) {
      const { headers, body } = await get(path, { 'accept-encoding': 'gzip' });
      expect(headers.get('content-encoding'), path).toBe('gzip');
      expect(headers.get('vary'), path).toMatch(/accept-encoding/i);
      expect(body, path).toMatch(/start|<h1>/);
    }
  });

  test.each([
    '/assets/console-Old1.js',
    '/assets/',
    '/assets',
    '/api-docs/../assets/x.css',
    '/favicon.ico',
    '/sitemap.xml',
    '/ads.txt?x',
    '/leads/photo.JPG',
    '/wp-login%2ephp',
    '/.well-known/security.txt',
    '/.well-known/change-password',
    '/.env',
  ])('The file %s is missing, and not answered with a page', async (path) => {
    const missing = await get(path).then(expectStatus(404));
    expect(missing.body).toMatchObject({ code: 'not_found', message: expect.stringContaining('There is no GET') });
  });

  test('Search engines are told to read the pages for everybody, and nothing else', async () => {
    const { body, headers } = await get('/robots.txt').then(expectStatus(200));
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [first, ...rules] = body.trim().split('\n');
    expect([first, rules.at(-1)]).toEqual(['User-agent: *', 'Disallow: /']);
    const isOpen = (path: string) => rules.some((rule: string) => path.startsWith(rule.replace(/^Allow: /, '')));
    for (const path of ['/landing', '/terms', '/privacy', '/customer-portal', '/public-quote', '/assets/a.css'])
      expect(isOpen(path), path).toBe(true);
    for (const path of ['/', '/api/health', '/quote/x', '/invoice/x', '/leads']) expect(isOpen(path), path).toBe(false);
  });

  test('The files of the build itself are not served', async () => {
    const outside = [
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/x',
    ];
    const dotted = ['/.built-from', '/.built-from.gz', '/%2ebuilt-from', '/.git/config', '/assets/.env', '/.env'];
    for (const path of [...outside, ...dotted]) {
      expect(JSON.stringify((await get(path)).body), path).not.toMatch(/a hash|devDependencies|SECRET=/);
    }
  });
});

describe('calls beside it', () => {
  test('An unknown call is refused to a stranger and missing for a person', async () => {
    await get('/api/nothing-here')
      .then(expectStatus(401))
      .then(({ body }) => expect(body.code).toBe('unauthorized'));
    const owner = await server.signIn();
    await owner
      .get('/api/nothing-here')
      .then(expectStatus(404))
      .then(({ body }) => expect(body.code).toBe('not_found'));
  });

  test('A page takes no POST', async () => {
    await createClient(server.url).post('/leads', {}).then(expectStatus(404));
  });
});
