import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempConsole } from '../../support/console-folder.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { folderWithSettings } from '../../support/samples/company-settings.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  const page = await readFile(join(import.meta.dirname, '../../../console/public/widget.html'), 'utf8');
  folder = await tempConsole({ 'public/widget.html': page, 'widget.js': 'frame()' });
  server = await startTestServer({}, Date.now, { consoleFolder: folder.path });
  owner = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const widget = (query = ''): Promise<Answer> => server.stranger.get(`/widget${query}`).then(expectStatus(200));

function ancestorsOf({ headers }: Answer): string | undefined {
  const directives = headers.get('content-security-policy')?.split(';') ?? [];
  return directives.find((directive) => directive.startsWith('frame-ancestors'));
}

describe('the page of the widget', () => {
  test('The page of the widget stands in a frame on any site, or on those that the owner allows and no other', async () => {
    const anywhere = await widget();
    expect(ancestorsOf(anywhere)).toBe('frame-ancestors *');
    expect(anywhere.headers.get('x-frame-options')).toBeNull();
    expect(anywhere.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(anywhere.headers.get('cache-control')).toBe('no-store');

    const allowedWidgetSites = ['https://www.example.com', 'https://shop.example.com:8443'];
    await owner.patch('/api/settings', { allowedWidgetSites }).then(expectStatus(200));
    const some = await widget('?site=https%3A%2F%2Fevil.example');
    expect(ancestorsOf(some)).toBe("frame-ancestors 'self' https://www.example.com https://shop.example.com:8443");
    expect(some.headers.get('content-security-policy')).toContain("script-src 'self';");
    // A link can lead here from any site, which then says nothing about the site.
    expect(some.body).toContain('data-site=""');
    expect((await widget('?site=https%3A%2F%2Fwww.example.com')).body).toContain('data-site="https://www.example.com"');
    await owner.patch('/api/settings', { allowedWidgetSites: [] }).then(expectStatus(200));
  });

  test('A wildcard allows the sites of one owner, in frames and in requests alike', async () => {
    await owner.patch('/api/settings', { allowedWidgetSites: ['https://*.example.com'] }).then(expectStatus(200));
    const shown = await widget('?site=https%3A%2F%2Fwww.example.com');
    expect(ancestorsOf(shown)).toBe("frame-ancestors 'self' https://*.example.com");
    expect(shown.body).toContain('data-site="https://www.example.com"');
    const token = (site: string) => server.stranger.get(`/api/public/form-token?page=widget&site=${site}`);
    await token('https://www.example.com').then(expectStatus(200));
    await token('https://www.example.org').then(expectStatus(403));
    await owner.patch('/api/settings', { allowedWidgetSites: [] }).then(expectStatus(200));
  });

  test('A wildcard over everybody’s sites that was allowed before is shown as not counting, and allows no site', async () => {
    const sites = ['https://*.com'];
    const folderOfBefore = await folderWithSettings({ allowedWidgetSites: sites });
    const before = await startTestServer({ DATA_DIR: folderOfBefore.path }, Date.now, { consoleFolder: folder.path });
    const settings = await (await before.signIn()).get('/api/settings').then(expectStatus(200));
    expect(settings.body).toMatchObject({ allowedWidgetSites: sites, uncountedWidgetSites: sites });
    expect(ancestorsOf(await before.stranger.get('/widget'))).toBe("frame-ancestors 'self'");
    await before.stranger.get('/api/public/form-token?page=widget&site=https://evil.com').then(expectStatus(403));
    await before.close();
    await folderOfBefore.remove();
  });

  test('The page of the widget is shown as its address says, and takes nothing else from it', async () => {
    const plain = (await widget()).body;
    expect(plain).toContain('data-theme="light" data-size="full"');
    expect(plain).toContain('data-site=""');
    expect(plain).not.toContain('{{');
    const told = (await widget('?theme=dark&compact=1&site=https%3A%2F%2Fwww.example.com')).body;
    expect(told).toContain('data-theme="dark" data-size="compact"');
    expect(told).toContain('data-site="https://www.example.com"');
    for (const site of ['https://www.example.com/path', 'javascript:alert(1)', '"><script>', '*', 'null']) {
      expect((await widget(`?theme=%22x&site=${encodeURIComponent(site)}`)).body, site).toContain('data-site=""');
    }
    expect((await widget('?site=https://a.example&site=https://b.example')).body).toContain('data-site=""');
  });

  test('The page of the widget has the color that the owner chose, and takes no other style from the page', async () => {
    expect((await widget()).body).not.toContain('<style');
    await owner.patch('/api/settings', { widgetColor: '#7a2e1f' }).then(expectStatus(200));
    const page = await widget();
    const [, nonce = ''] = /<style nonce="([^"]{24})">[^<]*--hw-primary: #7a2e1f;/.exec(page.body) ?? [];
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}';`);
  });

  test('No page but that of the widget is shown in a frame of another site', async () => {
    for (const path of ['/', '/landing', '/customer-portal', '/quote/x']) {
      const page = await server.stranger.get(path).then(expectStatus(200));
      expect(ancestorsOf(page), path).toBe("frame-ancestors 'self'");
      expect(page.headers.get('x-frame-options'), path).toBe('SAMEORIGIN');
    }
  });
});

test('Every site may load the script that shows the widget, and no other file', async () => {
  const loader = await server.stranger.get('/widget.js').then(expectStatus(200));
  expect(loader.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(loader.headers.get('cache-control')).toBe('public, max-age=600');
  const file = await server.stranger.get('/assets/console-Ab12.js').then(expectStatus(200));
  expect(file.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});
