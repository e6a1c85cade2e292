import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
let server: TestServer;
let owner: Client;
let id: string;
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  photo = await samplePhoto();
  id = await person('Ash');
});
afterAll(() => server.close());

async function person(firstName: string): Promise<string> {
  // As the form sends them, where nothing was before.
  const certifications = [{ name: 'CDL / class B', was: '' }, { name: 'CPR' }];
  return (await owner.post('/api/staff', { firstName, certifications }).then(expectStatus(201))).body.id;
}

const pathOf = (certificate: string, of = id) =>
  `/api/staff/${of}/certificates/${encodeURIComponent(certificate)}/document`;

function save(certificate: string, bytes: Uint8Array, { client = owner, of = id, field = 'document' } = {}) {
  const body = new FormData();
  // What it is called and said to be is a lie, and does not matter.
  body.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/gif' }), 'virus.exe');
  return client.send(pathOf(certificate, of), { method: 'PUT', body });
}

const open = (client: Client, url: string) =>
  fetch(new URL(url, server.url), { headers: { cookie: client.cookie() ?? '' } });

const undo = (answer: Answer) =>
  owner.post('/api/undo', { category: 'staff', id, commandId: answer.headers.get('x-command-id') });

describe('the document of a certificate', () => {
  test('A PDF is kept as it came and downloaded; a picture is kept as one of ours', async () => {
    const saved = await save('CDL / class B', PDF).then(expectStatus(200));
    const [document] = saved.body.certificateDocuments;
    expect(document).toMatchObject({ certificate: 'CDL / class B', type: 'application/pdf', bytes: PDF.length });
    const answer = await open(owner, document.url);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('content-security-policy')).toMatch(/sandbox/);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);
    const picture = await save('CPR', photo).then(expectStatus(200));
    const { url } = picture.body.certificateDocuments.find(
      (each: { certificate: string }) => each.certificate === 'CPR',
    );
    expect((await open(owner, url)).headers.get('content-type')).toBe('image/webp');
  });

  test('A document is replaced and removed, and each is undone', async () => {
    const first = await save('CPR', photo).then(expectStatus(200));
    const replaced = await save('CPR', PDF).then(expectStatus(200));
    const urlIn = ({ body }: Answer) =>
      (body.record ?? body).certificateDocuments.find((each: { certificate: string }) => each.certificate === 'CPR')
        ?.url;
    expect(urlIn(replaced)).not.toBe(urlIn(first));
    expect(urlIn(await undo(replaced).then(expectStatus(200)))).toBe(urlIn(first));
    const removed = await owner.delete(pathOf('CPR')).then(expectStatus(200));
    expect(urlIn(removed)).toBeUndefined();
    expect((await open(owner, pathOf('CPR'))).status).toBe(404);
    const back = urlIn(await undo(removed).then(expectStatus(200)));
    expect(back).toBe(urlIn(first));
    expect((await open(owner, back)).status).toBe(200);
  });

  test('A renamed certificate keeps its document, in place of any other of that name, until that is undone', async () => {
    const elm = await person('Elm');
    await save('CPR', photo, { of: elm }).then(expectStatus(200));
    await save('CDL / class B', PDF, { of: elm }).then(expectStatus(200));
    const typesOf = ({ body }: Answer) =>
      Object.fromEntries(
        (body.record ?? body).certificateDocuments.map((each: { certificate: string; type: string }) => [
          each.certificate,
          each.type,
        ]),
      );
    const revise = (...certifications: { name: string; was?: string }[]) =>
      owner.patch(`/api/staff/${elm}`, { certifications }).then(expectStatus(200));
    const swapped = await revise({ name: 'CPR', was: 'CDL / class B' }, { name: 'CDL / class B', was: 'CPR' });
    expect(typesOf(swapped)).toEqual({ CPR: 'application/pdf', 'CDL / class B': 'image/webp' });
    const one = await revise({ name: 'CPR', was: 'CDL / class B' });
    expect(one.body.certifications).toEqual([{ name: 'CPR', issuedOn: null, expiresOn: null }]);
    expect(typesOf(one)).toEqual({ CPR: 'image/webp' });
    const commandId = one.headers.get('x-command-id');
    const undone = await owner.post('/api/undo', { category: 'staff', id: elm, commandId }).then(expectStatus(200));
    expect(typesOf(undone)).toEqual(typesOf(swapped));
    expect(typesOf(await revise({ name: 'First aid' }))).toEqual(typesOf(swapped));
  });

  test('A renamed certificate without a document gets none by its name, and takes none from another that is there', async () => {
    const ivy = await person('Ivy');
    const revise = (...certifications: { name: string; was?: string }[]) =>
      owner.patch(`/api/staff/${ivy}`, { certifications });
    const named = ({ body }: Answer) =>
      (body.record ?? body).certificateDocuments.map(({ certificate }: { certificate: string }) => certificate);
    await save('CPR', photo, { of: ivy }).then(expectStatus(200));
    const both = await revise({ name: 'CPR', was: 'CPR' }, { name: 'CPR', was: 'CDL / class B' }).then(
      expectStatus(200),
    );
    expect(named(both)).toEqual(['CPR']);
    await revise({ name: 'CPR', was: 'CPR' }, { name: 'First aid' }).then(expectStatus(200));
    const instead = await revise({ name: 'CPR', was: 'First aid' }).then(expectStatus(200));
    expect(named(instead)).toEqual([]);
    const commandId = instead.headers.get('x-command-id');
    const undone = await owner.post('/api/undo', { category: 'staff', id: ivy, commandId }).then(expectStatus(200));
    expect(named(undone)).toEqual(['CPR']);

    await save('First aid', PDF, { of: ivy }).then(expectStatus(200));
    const refused = await revise({ name: 'CPR', was: 'CPR' }, { name: 'CPR', was: 'First aid' });
    const message = 'There is a certificate CPR with a document already. Give this one another name.';
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'certifications', message }] } });
    const wrong = await revise({ name: 'CPR', was: null as unknown as string });
    expect(wrong).toMatchObject({ status: 400, body: { message: 'The name so far must be text.' } });
  });

  test('What is no document is refused by what it holds, and nothing is appended', async () => {
    const before = (await owner.get('/api/health')).body.head;
    const cut = PDF.subarray(0, 20);
    expect(await save('CPR', Buffer.from(''))).toMatchObject({ status: 422, body: { code: 'unreadable' } });
    expect(await save('CPR', cut)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/cut off/) } });
    expect(await save('CPR', photo.subarray(0, 500))).toMatchObject({ status: 422 });
    expect(await save('CPR', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({ status: 415 });
    expect(await save('CPR', Buffer.concat([PDF, Buffer.alloc(10_000_000)]))).toMatchObject({ status: 413 });
    expect(await save('CPR', PDF, { field: 'image' })).toMatchObject({ status: 400 });
    expect(await owner.put(pathOf('CPR'), {})).toMatchObject({ status: 415 });
    expect(await save('Nothing of the kind', PDF)).toMatchObject({ status: 404 });
    expect(await save('CPR', PDF, { of: 'nobody' })).toMatchObject({ status: 404 });
    expect((await owner.get('/api/health')).body.head).toBe(before);
  });

  test('Owner and office save it, whoever reads People opens it, and everybody their own', async () => {
    const oak = await person('Oak');
    await save('CPR', PDF, { of: oak }).then(expectStatus(200));
    const clientOf = async (role: string, personId?: string) =>
      (await addSignedIn(server, owner, role, { role, ...(personId && { personId }) } as never)).client;
    const [office, auditor, estimator, crew] = [
      await clientOf('office'),
      await clientOf('auditor'),
      await clientOf('estimator'),
      await clientOf('crew', oak),
    ];
    await save('CPR', photo, { client: office, of: oak }).then(expectStatus(200));
    for (const [client, status] of [
      [auditor, 200],
      [crew, 200],
      [estimator, 404],
    ] as const)
      expect((await open(client, pathOf('CPR', oak))).status).toBe(status);
    expect((await open(crew, pathOf('CDL / class B'))).status).toBe(404);
    for (const client of [auditor, crew, estimator]) {
      await save('CPR', PDF, { client, of: oak }).then(expectStatus(403));
      await client.delete(pathOf('CPR', oak)).then(expectStatus(403));
    }
    expect((await fetch(new URL(pathOf('CPR', oak), server.url))).status).toBe(401);
  });
});
