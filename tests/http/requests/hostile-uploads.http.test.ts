import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesContaining } from '../../support/files.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { blank, SVG, samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** Put into whatever is sent besides the picture; must be nowhere afterwards. */
const HIDDEN = 'hidden-beside-the-picture';
const HTML = Buffer.from(`<!DOCTYPE html><script>/*${HIDDEN}*/alert(1)</script>`);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

let server: TestServer;
let owner: Client;
let lead: string;
const photos: Partial<Record<'jpeg' | 'png' | 'webp', Buffer>> = {};

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  lead = `lead/${(await owner.post('/api/leads', { name: 'Oak' }).then(expectStatus(201))).body.id}`;
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    photos[format] = await samplePhoto({ format, width: 64, height: 48 });
  }
});
afterAll(() => server.close());

const of = (format: 'jpeg' | 'png' | 'webp') => photos[format] ?? Buffer.alloc(0);

/** Adds a comment, which is part of a complete JPEG. */
function withComment(jpeg: Buffer, text: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, text, jpeg.subarray(2)]);
}

async function storedNames(): Promise<string[]> {
  const folder = join(server.dataDir, 'files');
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.parentPath !== folder).map(({ name }) => name);
}

describe('a picture that is something else too', () => {
  test.each<[string, () => Buffer]>([
    ['a page in a comment', () => withComment(of('jpeg'), HTML)],
    ['a script that begins with the comment', () => withComment(of('jpeg'), Buffer.from(`*/=1;alert('${HIDDEN}')/*`))],
    ['a page behind a JPEG', () => Buffer.concat([of('jpeg'), HTML])],
    ['a page behind a PNG', () => Buffer.concat([of('png'), HTML])],
    ['an archive behind a WebP', () => Buffer.concat([of('webp'), Buffer.from(`PK\x03\x04${HIDDEN}`)])],
    ['a program behind a JPEG', () => Buffer.concat([of('jpeg'), Buffer.from(`<?php system('${HIDDEN}') ?>`)])],
  ])('A picture that is %s too is kept and shown as a picture alone', async (_what, bytes) => {
    const { body } = await upload(owner, lead, bytes()).then(expectStatus(201));
    for (const url of [body.imageUrl, body.thumbnailUrl]) {
      const answer = await fetch(server.url + url, { headers: { cookie: owner.cookies() } });
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
      expect(Buffer.from(await answer.arrayBuffer()).includes(HIDDEN)).toBe(false);
    }
    expect(await filesContaining(server.dataDir, [HIDDEN], () => true)).toEqual([]);
  });
});

describe('what is no picture', () => {
  test.each<[string, Buffer, number, string]>([
    ['an SVG', SVG, 415, 'image/png'],
    ['an SVG behind a byte order mark', Buffer.concat([Buffer.from('\ufeff'), SVG]), 415, 'image/svg+xml'],
    ['a page', HTML, 415, 'text/html'],
    ['a page that begins like a JPEG', Buffer.concat([JPEG_START, HTML]), 422, 'image/jpeg'],
    ['a page that begins like a PNG', Buffer.concat([PNG_START, HTML]), 422, 'image/png'],
    ['a page that begins like a WebP', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBPVP8 '), HTML]), 422, 'image/webp'],
    ['a page that begins like a GIF', Buffer.concat([Buffer.from('GIF89a/*'), HTML]), 415, 'image/gif'],
    ['a PDF', Buffer.from(`%PDF-1.7\n${HIDDEN}`), 415, 'image/jpeg'],
    ['a program', Buffer.from(`\x7fELF${HIDDEN}`, 'latin1'), 415, 'image/jpeg'],
    ['a program of another system', Buffer.from(`MZ${HIDDEN}`), 415, 'image/png'],
    ['a drawing of a program with commands', Buffer.from(`push graphic-context ${HIDDEN}`), 415, 'image/jpeg'],
    ['a TIFF', Buffer.from(`II*\0${HIDDEN}`, 'latin1'), 415, 'image/tiff'],
    ['nothing', Buffer.alloc(0), 415, 'image/jpeg'],
    ['half a picture', blank(64, 64).subarray(0, 40), 422, 'image/png'],
  ])('%s is refused, and nothing of it is kept', async (_what, bytes, status, contentType) => {
    const before = await storedNames();
    const answer = await upload(owner, lead, bytes, { contentType, fileName: 'photo.jpg' }).then(expectStatus(status));
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await storedNames()).toEqual(before);
    expect(await filesContaining(server.dataDir, [HIDDEN], () => true)).toEqual([]);
  });
});

test('Whatever a file is called, its name leads nowhere and is kept nowhere', async () => {
  const names = [
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/cron.d/x',
    'C:\\boot.ini',
    'a.jpg\0.html',
    'a.jpg\r\nContent-Type: text/html',
    '"><script>alert(1)</script>.jpg',
    '.htaccess',
    'log.db',
    'CON.jpg',
    `${'a'.repeat(2_000)}.jpg`,
    '\u202egpj.exe',
    '%2e%2e%2fstate.db',
    ' ',
  ];
  for (const fileName of names) {
    const answer = await upload(owner, lead, of('png'), { fileName, contentType: 'text/html' });
    expect(answer.status, JSON.stringify(fileName)).toBe(201);
    expect(JSON.stringify(answer.body)).not.toMatch(/passwd|script|\.jpg|state\.db/);
  }
  const kept = await storedNames();
  expect(kept.length).toBeGreaterThan(0);
  for (const name of kept) expect(name).toMatch(/^[0-9a-f]{64}$/);
  expect(await filesContaining(server.dataDir, ['win.ini', 'cron.d', 'htaccess'], () => true)).toEqual([]);
});
