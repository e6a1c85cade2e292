import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portalPage } from '../../../api/pages/portal-page.ts';
import { tempConsole } from '../../support/console-folder.ts';
import { portalForm, sendPortal } from '../../support/requests/intake-forms.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
let server: TestServer;
beforeAll(async () => {
  const page = await readFile(join(import.meta.dirname, '../../../console/public/portal.html'), 'utf8');
  folder = await tempConsole({ 'public/portal.html': page });
  server = await startTestServer({}, Date.now, { consoleFolder: folder.path });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

async function page(path = '/customer-portal'): Promise<string> {
  return (await server.stranger.get(path).then(expectStatus(200))).body;
}

describe('the customer portal', () => {
  test('The customer portal is a form that can be sent where no script runs, at both of its addresses', async () => {
    for (const path of ['/customer-portal', '/public-quote']) {
      const text = await page(path);
      expect(text).toMatch(
        /<form[^>]+method="post"[^>]+action="\/api\/leads\/customer-portal"[^>]+multipart\/form-data"/,
      );
      expect(text).not.toContain('{{');
      for (const value of ['tree_removal', 'land_clearing', 'urgent', 'evening', '15000']) {
        expect(text).toContain(`value="${value}"`);
      }
      for (const index of [0, 1, 2, 3, 4]) expect(text).toContain(`name="image_${index}"`);
      expect(text).toContain('<main id="main" tabindex="-1" data-state="ask">');
    }
  });

  test('The customer portal is kept in no cache', async () => {
    const { headers } = await server.stranger.get('/customer-portal').then(expectStatus(200));
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('The customer portal tells of the company what its owner said, and leaves out what they did not', async () => {
    const before = await page();
    expect(before).toContain('Free tree quotes');
    expect(before).not.toMatch(/tel:|mailto:|Rather talk/);
    const owner = await server.signIn();
    const company = { name: 'Elm & Oak <Trees>', phone: '(413) 555-0100', email: 'office@elm.example' };
    await owner.patch('/api/settings', company).then(expectStatus(200));
    const after = await page();
    expect(after).toContain('Elm &#38; Oak &#60;Trees&#62;');
    expect(after).toContain('href="tel:4135550100"');
    expect(after).toContain('href="mailto:office@elm.example"');
    await owner.patch('/api/settings', { phone: '1-800-FLOWERS #7 (call after 5)' }).then(expectStatus(200));
    expect(await page()).toContain('href="tel:18003569377,7"');
  });

  test('The customer portal thanks for what was sent without a script, and tells of photos that were left out', async () => {
    expect(await page('/customer-portal?sent=1')).toContain('data-state="sent"');
    expect(await page('/customer-portal?sent=1')).not.toContain('could not be used');
    expect(await page('/customer-portal?sent=1&left=2')).toContain('2 of your photos could not be used.');
    for (const query of ['sent=1&left=9', 'sent=1&left=%3Cb%3E', 'sent=1&left=1&left=2']) {
      expect(await page(`/customer-portal?${query}`)).not.toContain('could not be used');
    }
    for (const query of ['sent=0', 'sent[]=1']) expect(await page(`/customer-portal?${query}`)).toContain('"ask"');
  });

  test('The customer portal shows what was typed again, with what is wrong, and runs nothing of it', async () => {
    const typed = { name: '"><script>alert(1)</script>', description: '</textarea><b>', serviceType: 'tree_health' };
    const text = await portalPage(contextOf(), {
      values: { ...typed, urgency: 'high' },
      error: 'Enter <your> phone number.',
    });
    expect(text).toContain('Enter &#60;your&#62; phone number.');
    expect(text).not.toMatch(/<script>alert|<b>/);
    expect(text).toMatch(/value="tree_health"[^>]+ checked/);
    expect(text).toMatch(/value="high"[^>]+ checked/);
    expect(text?.match(/ checked/g)).toHaveLength(2);
  });
});

function contextOf() {
  const readModels = { peek: () => null };
  return { consoleFolder: folder.path, readModels } as unknown as Parameters<typeof portalPage>[0];
}

test('What was typed is there again also where there is no room for its photos', async () => {
  const full = await startTestServer({}, Date.now, { consoleFolder: folder.path, visitorFiles: { room: 0 } });
  const form = portalForm({ name: 'Ada Lovelace', description: 'The oak' }, [Buffer.from('a photo')]);
  const answer = await sendPortal(full.stranger, form, { accept: 'text/html' }).then(expectStatus(429));
  expect(answer.body).toContain('value="Ada Lovelace"');
  expect(answer.body).toContain('Many photos are coming in right now.');
  await full.close();
});

test('A process without pages has no portal', async () => {
  expect(await portalPage({ ...contextOf(), consoleFolder: null })).toBeNull();
});
