import { expect, onTestFinished, test } from 'vitest';
import { spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import { createClient } from '../support/requests/client.ts';
import { expectStatus, OWNER } from '../support/server.ts';
import { listenHttp } from '../support/servers/http-listener.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PATH = '/api/marketing/social-posts';

test('After kill -9 while a post is published a person is asked about it, and it goes out again only for them', {
  tags: ['more'],
}, async () => {
  const came: (string | undefined)[] = [];
  const isThere = Promise.withResolvers<void>();
  let isAnswered = false;
  const publisher = await listenHttp((request, response) => {
    came.push(String(request.headers['webhook-id']));
    isThere.resolve();
    if (isAnswered) response.end();
  });
  onTestFinished(publisher.close);
  const folder = await tempFolder();
  onTestFinished(folder.remove);
  const env = {
    DATA_DIR: folder.path,
    SOCIAL_WEBHOOK_URL: publisher.url,
    SOCIAL_WEBHOOK_SECRET: 'a secret of the publisher',
  };

  const server = await spawnServer(env);
  const client = createClient(server.url);
  await client.post('/api/auth/login', OWNER).then(expectStatus(200));
  const post = { platform: 'facebook', content: 'Prune oaks in winter.', scheduledDate: new Date().toISOString() };
  const { id } = (await client.post(PATH, post).then(expectStatus(201))).body;
  await isThere.promise;
  await server.kill();

  isAnswered = true;
  await whileServing(
    env,
    async (owner) => {
      const now = async () => (await owner.get(`${PATH}/${id}`).then(expectStatus(200))).body;
      await expect.poll(now).toMatchObject({ status: 'failed', isUncertain: true });
      // Of a second post the timer has come round by then.
      const next = (await owner.post(PATH, { ...post, content: 'Stumps.' }).then(expectStatus(201))).body;
      await expect.poll(() => came).toEqual([id, next.id]);
      await owner.post(`${PATH}/${id}/publish-again`).then(expectStatus(200));
      await expect.poll(now).toMatchObject({ status: 'published' });
      expect(came).toEqual([id, next.id, id]);
    },
    { postsEveryMs: 20 },
  );
});
