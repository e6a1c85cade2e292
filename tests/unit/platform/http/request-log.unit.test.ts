import { once } from 'node:events';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerError } from '../../../../platform/http/answers/errors.ts';
import { newReference, RequestLog } from '../../../../platform/http/request-log.ts';
import { type CapturedLog, captureLog } from '../../../support/stores/captured-log.ts';

let captured: CapturedLog;
let app: FastifyInstance;
let url: string;
let ended: Promise<unknown>;

beforeEach(async () => {
  captured = captureLog();
  app = Fastify({ logger: false, logController: new RequestLog(captured.log), genReqId: newReference });
  app.setErrorHandler(
    (error: Error, request, reply) => void answerError(error, request, reply, { isAsDeclared: () => true }),
  );
  app.get('/failing/:who', () => {
    throw new Error('Quillfeather');
  });
  app.get('/breaking-off/:who', (_request, reply) => reply.send(Readable.from(brokenOff())));
  app.get('/sent-already/:who', async (_request, reply) => {
    reply.send('sent');
    throw new Error('Quillfeather');
  });
  app.get('/sent-twice/:who', async (_request, reply) => {
    await reply.send('sent');
    await reply.send('Quillfeather');
  });
  app.get('/endless', (_request, reply) => {
    const stream = Readable.from(withoutEnd());
    ended = once(stream, 'close');
    return reply.send(stream);
  });
  url = await app.listen({ port: 0 });
});
afterEach(() => app.close());

async function* brokenOff() {
  yield 'begun';
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('Quillfeather');
}

async function* withoutEnd() {
  for (;;) {
    yield 'more';
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const ask = (path: string) =>
  fetch(`${url}/${path}/Quillfeather?q=Quillfeather`).then((answer) => answer.text().catch(() => ''));
const oneLine = (expected: object) => {
  expect(captured.lines()).toEqual([expect.objectContaining({ method: 'GET', msg: 'request failed', ...expected })]);
  expect(captured.lines()[0].reference).toMatch(/^[0-9a-f]{16}$/);
  expect(captured.text()).not.toContain('Quillfeather');
};
const stack = expect.arrayContaining([expect.stringMatching(/request-log\.unit\.test\.ts/)]);

test('A failure is a line of the log with the reference of its answer, its route and its stack', async () => {
  const { message } = JSON.parse(await ask('failing'));
  oneLine({ route: '/failing/:who', status: 500, headersSent: false, err: expect.objectContaining({ stack }) });
  expect(message).toContain(`Reference: ${captured.lines()[0].reference}.`);
});

test('An answer that breaks off after its headers were sent is a line of the log too', async () => {
  await ask('breaking-off');
  await expect.poll(() => captured.lines()).toHaveLength(1);
  oneLine({ route: '/breaking-off/:who', headersSent: true, err: expect.objectContaining({ stack }) });
});

test.each(['sent-already', 'sent-twice'])(
  'What fails after the answer, %s, is a line of the log, and no line quotes the address',
  async (path) => {
    expect(await ask(path)).toBe('sent');
    await expect.poll(() => captured.lines()).toHaveLength(1);
    oneLine({ route: `/${path}/:who`, headersSent: true });
  },
);

test('A client that goes away is no failure', async () => {
  const gone = new AbortController();
  const answer = await fetch(`${url}/endless`, { signal: gone.signal });
  await answer.body?.getReader().read();
  gone.abort();
  await ended;
  expect(captured.text()).toBe('');
});

test('No reference of a failure comes twice', () => {
  const references = new Set(Array.from({ length: 10_000 }, newReference));
  expect(references.size).toBe(10_000);
});
