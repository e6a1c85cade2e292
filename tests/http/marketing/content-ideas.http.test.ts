import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { startVisionService, type VisionService } from '../../support/servers/vision-service.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
});
afterAll(() => server.close());

const PATH = '/api/marketing/generate-content';
const KEPT = '/api/marketing/content-ideas';

/** As the specification's console sends it. */
const ASKED = {
  businessType: 'tree service company',
  targetAudience: ['homeowners', 'property managers', 'landscaping companies'],
  platforms: ['facebook', 'instagram', 'linkedin'],
  contentTypes: ['educational', 'before-after', 'seasonal-tips', 'safety', 'testimonials'],
};

interface Idea {
  title: string;
  content: string;
}
const generate = (client = owner, body: object = {}) => client.post(PATH, { ...ASKED, ...body });
const ideasOf = async (client = owner) => (await generate(client).then(expectStatus(200))).body.contentIdeas as Idea[];

/** Until the list of jobs shows it. */
async function complete(client: Client, id: string): Promise<void> {
  await client.post(`/api/jobs/${id}/start`).then(expectStatus(200));
  const { headers } = await client.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  await client.get('/api/jobs', { 'x-min-position': headers.get('x-position') ?? '' }).then(expectStatus(200));
}

describe('ideas for posts', () => {
  test('Ideas are given for what was asked, never the same twice in a row, and are there again later', async () => {
    const { body } = await generate().then(expectStatus(200));
    expect(body).toMatchObject({ method: 'rules', fallback: null });
    expect(body.contentIdeas).toHaveLength(15);
    expect(body.contentIdeas[0]).toEqual({
      id: expect.any(String),
      postId: null,
      title: expect.any(String),
      platform: 'facebook',
      contentType: 'educational',
      content: expect.any(String),
      hashtags: expect.arrayContaining([expect.stringMatching(/^#\w+$/)]),
      estimatedEngagement: expect.stringMatching(/^(high|medium|low)$/),
      note: null,
      beforePhotoId: null,
      photoId: null,
    });
    const texts = new Set(body.contentIdeas.map(({ content }: Idea) => content));
    expect((await ideasOf()).filter(({ content }) => texts.has(content))).toEqual([]);
    const { body: kept } = await owner.get(KEPT).then(expectStatus(200));
    expect(kept.contentIdeas).toHaveLength(15);
  });

  test('A request whose answer was lost, sent again, is given the same ideas', async () => {
    const key = { 'idempotency-key': 'ideas-1' };
    const { body: lost } = await owner.post(PATH, ASKED, key).then(expectStatus(200));
    expect((await owner.post(PATH, ASKED, key).then(expectStatus(200))).body).toEqual(lost);
    const other = await owner.post(PATH, { ...ASKED, platforms: ['instagram'] }, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect((await ideasOf())[0]?.content).not.toBe(lost.contentIdeas[0].content);
  });

  test('Ideas tell of the jobs that were finished this month, and of nobody they were done for', async () => {
    const job = { title: 'Elms of Zelda Quimby', address: '4 Secret Lane', serviceType: 'stump_grinding' };
    const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
    await complete(owner, id);
    const ideas = JSON.stringify(await ideasOf());
    expect(ideas).toContain('1 stump grinding job so far');
    expect(ideas).not.toMatch(/Zelda|Secret/);
  });

  test('What cannot be asked for is refused with its reason', async () => {
    const refused: [object, string][] = [
      [{ platforms: ['myspace'] }, 'Each of the platforms must be one of: facebook,'],
      [{ platforms: [] }, 'Choose one of the platforms at least.'],
      [{ contentTypes: [] }, 'Choose one of the content types at least.'],
      [{ targetAudience: [] }, 'Say whom the posts are for.'],
      [{ targetAudience: ' ' }, 'Say whom the posts are for.'],
      [{ businessType: '' }, 'Say what the company is.'],
    ];
    for (const [body, message] of refused) {
      const answer = await generate(owner, body).then(expectStatus(400));
      expect(JSON.stringify(answer.body)).toContain(message);
    }
    await generate(owner, { targetAudience: 'homeowners' }).then(expectStatus(200));
  });

  test('The office asks for ideas, an auditor reads them, and crews see nothing of them', async () => {
    const { client: auditor } = await addSignedIn(server, owner, 'ada', { role: 'auditor' });
    const { client: crew } = await addSignedIn(server, owner, 'carl', { role: 'crew' });
    await generate(auditor).then(expectStatus(403));
    await auditor.get(KEPT).then(expectStatus(200));
    await crew.get(KEPT).then(expectStatus(403));
  });

  test('One person asks for ideas so often in ten minutes; another is not held up', async () => {
    const { client: eager } = await addSignedIn(server, owner, 'eve', { role: 'office' });
    for (let time = 0; time < 20; time++) await generate(eager).then(expectStatus(200));
    const { body } = await generate(eager).then(expectStatus(429));
    expect(body.message).toContain('20 times in ten minutes');
    await generate().then(expectStatus(200));
  });
});

describe('with an AI service', () => {
  let service: VisionService;
  let ai: TestServer;
  let client: Client;
  beforeAll(async () => {
    service = await startVisionService();
    ai = await startTestServer(service.env);
    client = await ai.signIn();
  });
  afterAll(async () => {
    await ai.close();
    await service.close();
  });

  test('The model writes the ideas, and is told of no customer, review, address, email or phone number', async () => {
    const customer = { firstName: 'Zelda', lastName: 'Quimby', email: 'zq@example.com', phone: '413-555-0177' };
    const { id: customerId } = (await client.post('/api/customers', customer).then(expectStatus(201))).body;
    const review = {
      customerId,
      platform: 'google',
      rating: 5,
      reviewText: 'Secret grove saved.',
      reviewedOn: '2026-01-05',
    };
    await client.post('/api/marketing/reviews', review).then(expectStatus(201));
    const lead = { name: 'Zelda Quimby', phone: '413-555-0188', address: '4 Secret Lane', notes: 'Gate 7788' };
    await client.post('/api/leads', lead).then(expectStatus(201));
    const job = { title: 'Elms of Zelda Quimby', address: '4 Secret Lane', serviceType: 'Zelda’s own' };
    const { id } = (await client.post('/api/jobs', job).then(expectStatus(201))).body;
    await complete(client, id);
    const post = { number: 1, title: 'Leave it to a crew', content: 'Call 413-555-0199. Mulch keeps roots cool.' };
    service.behave({ writes: JSON.stringify({ posts: [{ ...post, hashtags: ['Mulch', 'not one'] }] }) });
    const asked = { targetAudience: ['homeowners', 'Call 413-555-0188 now.', 'zq@example.com'] };
    const { body } = await generate(client, asked).then(expectStatus(200));
    expect(body).toMatchObject({ method: 'openai', fallback: null });
    expect(body.contentIdeas[0]).toMatchObject({
      title: 'Leave it to a crew',
      content: 'Mulch keeps roots cool.',
      hashtags: ['#Mulch'],
    });
    // What it left out is as the rules wrote it.
    expect(body.contentIdeas).toHaveLength(15);
    // The review itself may be read meanwhile, by a call of its own.
    const isOfIdeas = ({ body: { instructions } }: VisionService['calls'][number]) => /posts/.test(`${instructions}`);
    const sent = JSON.stringify(service.calls.filter(isOfIdeas));
    expect(sent).toContain('tree service company');
    expect(sent).not.toMatch(/Zelda|Quimby|Secret|grove|zq@|555-01|7788/);
  });

  test('The rules write where the model gives no answer, or one of no use, and say why', async () => {
    service.behave({ refuses: 'No.' });
    expect((await generate(client).then(expectStatus(200))).body).toMatchObject({
      method: 'rules',
      fallback: 'The AI service refused to write these texts. These ideas come from fixed rules.',
    });
    service.behave({ writes: 'Mulch.' });
    expect((await generate(client).then(expectStatus(200))).body.fallback).toContain('gave no usable answer');
    service.behave({ status: 401 });
    const { body } = await generate(client).then(expectStatus(200));
    expect(body.fallback).toContain('did not accept the call');
    expect(body.contentIdeas).toHaveLength(15);
  });

  test('What the model writes a second time is not given a second time', async () => {
    const posts = [{ number: 1, title: 'Mulch', content: 'Mulch belongs around a tree.', hashtags: [] }];
    service.behave({ writes: JSON.stringify({ posts }) });
    const { body: first } = await generate(client).then(expectStatus(200));
    expect(first).toMatchObject({ method: 'openai', contentIdeas: { 0: { content: 'Mulch belongs around a tree.' } } });
    const { body: second } = await generate(client).then(expectStatus(200));
    expect(second).toMatchObject({ method: 'rules', fallback: expect.stringContaining('gave no usable answer') });
    expect(second.contentIdeas[0].content).not.toBe('Mulch belongs around a tree.');
  });
});
