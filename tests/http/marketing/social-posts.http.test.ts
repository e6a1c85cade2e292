import { createHmac } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/marketing/social-posts';
const HOUR_MS = 60 * 60_000;

let server: TestServer;
let owner: Client;
let campaignId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  campaignId = await aCampaign(owner);
});
afterAll(() => server.close());

async function aCampaign(client: Client): Promise<string> {
  const body = { name: 'Spring pruning', status: 'draft' };
  return (await client.post('/api/marketing/campaigns', body).then(expectStatus(201))).body.id;
}

const soon = (milliseconds = HOUR_MS) => new Date(Date.now() + milliseconds).toISOString();

/** As the specification's console sends it. */
const post = (more: object = {}) => ({
  campaignId,
  platform: 'facebook',
  content: 'Prune oaks before the sap rises.',
  hashtags: ['#TreeCare', '#Oak'],
  scheduledDate: new Date().toISOString(),
  ...more,
});
const scheduled = async (more: object = {}, client = owner) =>
  (await client.post(PATH, post(more)).then(expectStatus(201))).body;
const act = (id: string, name: string) => owner.post(`${PATH}/${id}/${name}`);

describe('social posts', () => {
  test('A post for right now is scheduled for its campaign, listed, and waits to be posted by hand', async () => {
    const sent = post();
    const { body, headers } = await owner.post(PATH, sent).then(expectStatus(201));
    expect(body).toMatchObject({
      ...sent,
      status: 'scheduled',
      campaignName: 'Spring pruning',
      isByHand: true,
      text: 'Prune oaks before the sap rises.\n\n#TreeCare #Oak',
    });
    const seen = { 'x-min-position': headers.get('x-position') ?? '' };
    const { body: listed } = await owner.get(`${PATH}?status=scheduled&campaignId=${campaignId}`, seen);
    expect(listed).toContainEqual(body);
    const { body: waiting } = await owner.get('/api/dashboard/attention', seen).then(expectStatus(200));
    expect(JSON.stringify(waiting)).toContain('Social posts to be posted');

    const marked = await act(body.id, 'mark-posted').then(expectStatus(200));
    expect(marked.body).toMatchObject({ status: 'published', isMarked: true, publishedAt: expect.any(String) });
    const commandId = marked.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'social_post', id: body.id, commandId }).then(expectStatus(200));
    expect((await owner.get(`${PATH}/${body.id}`)).body).toMatchObject({ status: 'scheduled' });
  });

  test('A post is moved, edited, cancelled, scheduled again, removed and restored', async () => {
    const { id } = await scheduled({ scheduledDate: soon() });
    const later = soon(2 * HOUR_MS);
    const moved = await owner.patch(`${PATH}/${id}`, { scheduledDate: later, content: 'Prune maples.' });
    expect(moved.body).toMatchObject({ scheduledDate: later, dueAt: later, content: 'Prune maples.' });
    expect((await act(id, 'cancel')).body).toMatchObject({ status: 'cancelled', dueAt: null });
    expect((await act(id, 'publish-again')).body).toMatchObject({ status: 'scheduled', dueAt: later });
    await owner.delete(`${PATH}/${id}`).then(expectStatus(204));
    expect((await owner.patch(`${PATH}/${id}`, { content: 'No.' })).status).toBe(410);
    expect((await act(id, 'restore')).body).toMatchObject({ status: 'scheduled', removed: false });
  });

  test.each([
    [{ platform: 'myspace' }, 'platform'],
    [{ content: '  ' }, 'content'],
    [{ platform: 'twitter', content: 'x'.repeat(300) }, 'content'],
    [{ hashtags: ['two words'] }, 'hashtags'],
    [{ scheduledDate: 'tomorrow' }, 'scheduledDate'],
    [{ scheduledDate: '2020-01-01T12:00:00Z' }, 'scheduledDate'],
    [{ campaignId: 'none' }, 'campaignId'],
    [{ photoId: 'none' }, 'photoId'],
    [{ likes: 3 }, 'likes'],
  ])('A post with %j is refused and not kept', async (wrong, field) => {
    const before = (await owner.get(PATH)).body.length;
    const { status, body } = await owner.post(PATH, post(wrong));
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    expect((await owner.get(PATH)).body).toHaveLength(before);
  });

  test('Before and after of two different jobs make no post, however they are put together', async () => {
    const photoOfJob = async () => {
      const job = { title: 'Oak', address: '3 Elm St' };
      const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
      const attach = async () =>
        (await upload(owner, `job/${id}`, await samplePhoto()).then(expectStatus(201))).body.id as string;
      return [await attach(), await attach()] as const;
    };
    const [[oneBefore, oneAfter], [, otherAfter]] = [await photoOfJob(), await photoOfJob()];
    const refusal = {
      status: 400,
      body: { message: 'These photos are of two different jobs. Choose both of the same job.' },
    };
    expect(await owner.post(PATH, post({ beforePhotoId: oneBefore, photoId: otherAfter }))).toMatchObject(refusal);
    const { id } = await scheduled({ beforePhotoId: oneBefore, photoId: oneAfter, scheduledDate: soon() });
    expect(await owner.patch(`${PATH}/${id}`, { photoId: otherAfter })).toMatchObject(refusal);
    await owner.patch(`${PATH}/${id}`, { photoId: otherAfter, beforePhotoId: null }).then(expectStatus(200));
  });

  test('A post of a campaign that was removed is refused', async () => {
    const gone = await aCampaign(owner);
    await owner.delete(`/api/marketing/campaigns/${gone}`).then(expectStatus(204));
    expect((await owner.post(PATH, post({ campaignId: gone }))).status).toBe(400);
  });

  test('The office posts, the auditor reads, and nobody else sees social posts', async () => {
    for (const [role, read, change] of [
      ['office', 200, 201],
      ['auditor', 200, 403],
      ['estimator', 403, 403],
      ['crew', 403, 403],
    ] as const) {
      const { client } = await addSignedIn(server, owner, `${role}-of-posts`, { role });
      expect((await client.get(PATH)).status).toBe(read);
      expect((await client.post(PATH, post())).status).toBe(change);
    }
  });
});

describe('the feed of social posts', () => {
  test('Strangers read what is due and published, escaped, and nothing that is still to come', async () => {
    const evil = '<script>alert("oak & elm")</script>\u0007 ]]>';
    const due = await scheduled({ content: evil.replace('\u0007', ''), hashtags: ['"Q"'] });
    await scheduled({ content: 'Still a secret.', scheduledDate: soon() });
    const hidden = await scheduled({ content: 'Was cancelled.' });
    await act(hidden.id, 'cancel').then(expectStatus(200));
    await expect.poll(async () => (await feed()).text).toContain(due.id);

    const { text, headers } = await feed();
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(text).toContain('&lt;script&gt;alert(&quot;oak &amp; elm&quot;)&lt;/script&gt; ]]&gt;');
    expect(text).not.toMatch(/Still a secret|Was cancelled|campaign/);
    expectAtom(text);

    const etag = headers.get('etag') ?? '';
    const again = await feed({ 'if-none-match': `W/${etag}` });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect((await feed({}, 'HEAD')).headers.get('etag')).toBe(etag);
    expect((await fetch(`${server.url}/api/public/social-posts/${due.id}/picture`)).status).toBe(404);
  });

  async function feed(headers: Record<string, string> = {}, method = 'GET') {
    const response = await fetch(`${server.url}/social.atom`, { method, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** What RFC 4287 asks of a feed and of each of its entries, and that all elements are closed in order. */
  function expectAtom(text: string): void {
    const open: string[] = [];
    for (const [, close, name, alone] of text.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!alone) open.push(name ?? '');
    }
    expect(open).toEqual([]);
    const [head = '', ...entries] = text.split('<entry>');
    for (const part of [head, ...entries]) {
      for (const needed of ['id', 'title', 'updated'])
        expect(part.match(new RegExp(`<${needed}>`, 'g'))).toHaveLength(1);
      expect(Date.parse(/<updated>(.*?)<\/updated>/.exec(part)?.[1] ?? '')).not.toBeNaN();
    }
    expect(head).toContain('<author><name>');
    expect(head).toContain('rel="self"');
  }
});

describe('the publisher', () => {
  const SECRET = 'a secret of the publisher';

  interface Came {
    headers: IncomingHttpHeaders;
    body: string;
  }

  /** A real server that takes what is published. @param answer its status, or null to break off without one */
  async function withPublisher(answer: (came: Came) => number | null | Promise<number>, clock = Date.now) {
    const all: Came[] = [];
    const http: HttpServer = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', async () => {
        const came = { headers: request.headers, body: Buffer.concat(parts).toString() };
        all.push(came);
        const status = await answer(came);
        if (status === null) response.destroy();
        else response.writeHead(status).end('Said so.');
      });
    });
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/posts`;
    const env = { SOCIAL_WEBHOOK_URL: url, SOCIAL_WEBHOOK_SECRET: SECRET };
    const publishing = await startTestServer(env, clock, { postsEveryMs: 20 });
    onTestFinished(async () => {
      await publishing.close();
      http.closeAllConnections();
      await new Promise((resolve) => void http.close(resolve));
    });
    const client = await publishing.signIn();
    const campaign = await aCampaign(client);
    const schedule = (more: object = {}) => scheduled({ campaignId: campaign, ...more }, client);
    const until = async (id: string, status: string) => {
      await expect.poll(async () => (await client.get(`${PATH}/${id}`)).body.status).toBe(status);
      return (await client.get(`${PATH}/${id}`)).body;
    };
    return { all, client, schedule, until };
  }

  test('A due post is published once, by a signed call', async () => {
    const { all, client, schedule, until } = await withPublisher(() => 200);
    const later = await schedule({ scheduledDate: soon() });
    const { id } = await schedule();
    expect(await until(id, 'published')).toMatchObject({ isByHand: false, isMarked: false, reason: 'Said so.' });
    expect((await client.get(`${PATH}/${later.id}`)).body.status).toBe('scheduled');

    expect(all).toHaveLength(1);
    const [{ headers, body }] = all as [Came];
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', SECRET).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(headers['webhook-id']).toBe(id);
    expect(JSON.parse(body)).toMatchObject({
      type: 'social_post.publish',
      data: { id, platform: 'facebook', hashtags: ['#TreeCare', '#Oak'], pictureUrl: null },
    });
  });

  test('A picture goes out as an address that is open from then on, until its photo is removed', async () => {
    let seen: { status: number; type: string | null } | undefined;
    const { client, schedule, until } = await withPublisher(async ({ body }) => {
      const { pictureUrl } = JSON.parse(body).data;
      const { status, headers } = await fetch(pictureUrl);
      seen = { status, type: headers.get('content-type') };
      return 200;
    });
    const { body: job } = await client.post('/api/jobs', { title: 'Oak', address: '3 Elm St' }).then(expectStatus(201));
    const photo = await upload(client, `job/${job.id}`, await samplePhoto()).then(expectStatus(201));
    const later = await schedule({ photoId: photo.body.id, scheduledDate: soon() });
    const { id } = await schedule({ photoId: photo.body.id });
    await until(id, 'published');
    expect(seen).toEqual({ status: 200, type: 'image/webp' });
    const pictureOf = (post: string) => client.get(`/api/public/social-posts/${post}/picture`);
    expect((await pictureOf(later.id)).status).toBe(404);
    // A feed reader is a page of another site.
    expect((await pictureOf(id)).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    await client.delete(`/api/photos/${photo.body.id}`).then(expectStatus(204));
    await expect.poll(async () => (await pictureOf(id)).status).toBe(404);

    // What was written for it does not go out without it.
    await client.patch(`${PATH}/${later.id}`, { scheduledDate: soon(0) }).then(expectStatus(200));
    const failed = await until(later.id, 'failed');
    expect(failed).toMatchObject({ reason: expect.stringContaining('was removed'), pictureUrl: null });
    expect(failed.withheld).toBe(failed.reason);
    await client.patch(`${PATH}/${later.id}`, { photoId: null }).then(expectStatus(200));
    expect((await client.get(`${PATH}/${later.id}`)).body.withheld).toBeNull();
  });

  test('A post whose customer takes back that photos are shown fails with that reason, and goes out once they agree again', async () => {
    const { all, client, schedule, until } = await withPublisher(() => 200);
    const who = { firstName: 'Ada', address: '3 Elm St' };
    const { id: customerId } = (await client.post('/api/customers', who).then(expectStatus(201))).body;
    const { id: jobId } = (await client.post('/api/jobs', { customerId, address: '3 Elm St' }).then(expectStatus(201)))
      .body;
    const attach = async () =>
      (await upload(client, `job/${jobId}`, await samplePhoto()).then(expectStatus(201))).body.id;
    const pictures = { beforePhotoId: await attach(), photoId: await attach() };
    const { id } = await schedule({ ...pictures, scheduledDate: soon() });
    await client.post(`/api/jobs/${jobId}/take-back-photo-consent`).then(expectStatus(200));
    await client.patch(`${PATH}/${id}`, { scheduledDate: soon(0) }).then(expectStatus(200));
    const failed = await until(id, 'failed');
    expect(failed.reason).toContain('The customer does not want photos of this job shown in public.');
    expect(failed).toMatchObject({ withheld: failed.reason, pictureUrl: null, beforePictureUrl: null });
    expect(all).toEqual([]);
    await client.post(`/api/jobs/${jobId}/give-photo-consent`).then(expectStatus(200));
    await client.post(`${PATH}/${id}/publish-again`).then(expectStatus(200));
    expect(await until(id, 'published')).toMatchObject({ withheld: null });
    const { data } = JSON.parse(all[0]?.body ?? '');
    expect(data.pictureUrl).toMatch(new RegExp(`/${id}/picture$`));
    expect(data.beforePictureUrl).toMatch(new RegExp(`/${id}/before-picture$`));
  });

  test('A refusal fails with its reason, and the post is published again by hand', async () => {
    let status = 422;
    const { all, client, schedule, until } = await withPublisher(() => status);
    const { id } = await schedule();
    expect(await until(id, 'failed')).toMatchObject({
      isUncertain: false,
      reason: 'The publisher answered 422: Said so.',
    });
    const { body: waiting } = await client.get('/api/dashboard/attention').then(expectStatus(200));
    expect(JSON.stringify(waiting)).toContain('Social posts that failed');
    status = 204;
    await client.post(`${PATH}/${id}/publish-again`).then(expectStatus(200));
    await until(id, 'published');
    expect(all).toHaveLength(2);
  });

  test('A connection that ends without an answer leaves the post uncertain, and nothing is sent again by itself', async () => {
    const { all, client, schedule, until } = await withPublisher(({ body }) => (body.includes('First') ? null : 200));
    const { id } = await schedule({ content: 'First.' });
    expect(await until(id, 'failed')).toMatchObject({ isUncertain: true });
    // By then the timer has asked again.
    const next = await schedule({ content: 'Second.' });
    await until(next.id, 'published');
    expect(all.filter(({ headers }) => headers['webhook-id'] === id)).toHaveLength(1);
    expect((await client.post(`${PATH}/${id}/mark-posted`)).body).toMatchObject({ status: 'published' });
  });

  test('A change that was refused, or changed nothing, leaves a post to be published when its time comes', async () => {
    let ahead = 0;
    const { client, schedule, until } = await withPublisher(
      () => 200,
      () => Date.now() + ahead,
    );
    const scheduledDate = soon();
    const { id, content } = await schedule({ scheduledDate });
    const next = await schedule({ scheduledDate });
    await client.patch(`${PATH}/${id}`, { content }).then(expectStatus(200));
    await client.patch(`${PATH}/${next.id}`, { platform: 'twitter', content: 'x'.repeat(300) }).then(expectStatus(400));
    ahead = HOUR_MS;
    await until(id, 'published');
    await until(next.id, 'published');
  });

  test.each(['cancel', 'remove'] as const)(
    'A post that is put back long after its time, after %s, was certainly not published, and is not by itself',
    async (how) => {
      let ahead = 0;
      const { all, client, schedule, until } = await withPublisher(
        () => 200,
        () => Date.now() + ahead,
      );
      const { id } = await schedule({ scheduledDate: soon() });
      const path = `${PATH}/${id}`;
      const { headers } = await (how === 'cancel' ? client.post(`${path}/cancel`) : client.delete(path));
      ahead = 3 * HOUR_MS;
      const act = { category: 'social_post', id, commandId: headers.get('x-command-id') };
      await client.post('/api/undo', act).then(expectStatus(200));
      expect(await until(id, 'failed')).toMatchObject({
        isUncertain: false,
        reason: expect.stringContaining('it was not published'),
      });
      expect(all).toEqual([]);
      await client.post(`${path}/publish-again`).then(expectStatus(200));
      await until(id, 'published');
    },
  );

  test('A publisher that is busy is asked again later, and until then the post can be cancelled', async () => {
    const { client, schedule } = await withPublisher(() => 503);
    const { id, scheduledDate } = await schedule();
    await expect.poll(async () => (await client.get(`${PATH}/${id}`)).body.reason).toContain('503');
    const { body } = await client.get(`${PATH}/${id}`);
    expect(body).toMatchObject({ status: 'scheduled' });
    expect(Date.parse(body.dueAt)).toBeGreaterThan(Date.parse(scheduledDate));
    expect((await client.post(`${PATH}/${id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
  });
});
