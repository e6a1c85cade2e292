import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { testDeaths } from '../support/processes/deaths.ts';
import { runScript, spawnServer } from '../support/processes/process.ts';
import { whileServing } from '../support/processes/while-serving.ts';
import type { Answer, Client } from '../support/requests/client.ts';
import { type LeftMail, leaveMails } from '../support/samples/mails.ts';
import { expectStatus } from '../support/server.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtp-server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const KILLS = isDeep ? 20 : 1;
/** More than are sent at once. */
const MAILS_PER_KILL = 16;

/** Where a process dies, the mail's status afterwards, and how often the mail server has it. */
const DEATHS = [
  { point: 'before the attempt', status: 'sent', came: 1 },
  { point: 'before sending', status: 'uncertain', came: 0 },
  { point: 'before the result', status: 'uncertain', came: 1 },
  { point: 'after the result', status: 'sent', came: 1 },
] as const;

let smtp: TestSmtpServer;
/** Called when a complete message has arrived, before the mail server accepts it. */
let onMessage: () => Promise<void> | undefined;
beforeEach(async () => {
  onMessage = () => undefined;
  smtp = await startSmtpServer({}, (done) => void Promise.resolve(onMessage()).then(() => done(null)));
});
afterEach(() => smtp.close());

const mailing = () => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Green Tree Care <office@green.example>',
  PUBLIC_URL: 'https://office.green.example',
  MAIL_HOLD_SECONDS: '0',
});

testDeaths(
  'A death around an attempt leaves a mail that is sent once, or that a person is asked about',
  { every: DEATHS, some: DEATHS.filter(({ point }) => point === 'before the result') },
  async (stores, deaths) => {
    const env = { ...stores, ...mailing() };
    await leaveMails(
      env,
      deaths.map(({ point }) => due(idOf(point))),
    );
    for (const { point } of deaths) {
      const died = await runScript('tests/support/processes/send-and-die.ts', [idOf(point), point], env);
      expect(died, point).toMatchObject({ signal: 'SIGKILL' });
    }
    expect(cameOf('before-the-attempt')).toBe(0);

    // On the second start, too, nothing is sent that may already have been.
    for (const start of ['first', 'second']) {
      await whileServing(env, async (client) => {
        const mails = await untilNoneIsDue(client, deaths.length);
        for (const { point, status, came } of deaths) {
          expect(mails.get(idOf(point)), `${point}, ${start} start`).toMatchObject({ status });
          expect(cameOf(idOf(point)), `${point}, ${start} start`).toBe(came);
        }
      });
    }

    // A person who has checked sends it again; a recipient who gets it twice can tell by its id.
    await whileServing(env, async (client) => {
      const uncertain = deaths.filter(({ status }) => status === 'uncertain');
      for (const { point } of uncertain)
        await client.post(`/api/mails/${idOf(point)}/send-again`).then(expectStatus(200));
      const mails = await untilNoneIsDue(client, deaths.length);
      for (const { status } of mails.values()) expect(status).toBe('sent');
      for (const { point, came } of uncertain) expect(cameOf(idOf(point)), point).toBe(came + 1);
    });
  },
);

test('After kill -9 while mails are sent each mail came once, or is uncertain and came once at most', {
  tags: ['more'],
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  const folder = await tempFolder();
  onTestFinished(folder.remove);
  const env = { DATA_DIR: folder.path, ...mailing() };
  const ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const left = Array.from({ length: MAILS_PER_KILL }, (_, index) => due(`mail-${kill}-${index}`));
    await leaveMails(env, left);
    ids.push(...left.map(({ id }) => id));
    await killedWhileSending(env);
  }

  onMessage = () => undefined;
  await whileServing(env, async (client) => {
    const mails = await untilNoneIsDue(client, ids.length);
    for (const id of ids) {
      const { status } = mails.get(id) ?? {};
      expect(['sent', 'uncertain'], id).toContain(status);
      if (status === 'sent') expect(cameOf(id), id).toBe(1);
      else expect(cameOf(id), id).toBeLessThanOrEqual(1);
    }
    expect([...mails.values()].some(({ status }) => status === 'uncertain')).toBe(true);
  });
});

/**
 * A server that dies after handing over some of what is due, while it waits for the mail server's answer to the last.
 */
async function killedWhileSending(env: Record<string, string>): Promise<void> {
  const [isTime, isDead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let rest = Math.floor(Math.random() * MAILS_PER_KILL);
  onMessage = () => {
    rest -= 1;
    if (rest >= 0) return delay(Math.random() * 30);
    isTime.resolve();
    return isDead.promise;
  };
  const [server] = await Promise.all([spawnServer(env), isTime.promise]);
  // The time at which the process dies is the variable here; nothing waits for this delay.
  await delay(Math.random() * 30);
  await server.kill();
  isDead.resolve();
}

function idOf(point: string): string {
  return point.replaceAll(' ', '-');
}

function due(id: string): LeftMail {
  const now = new Date().toISOString();
  return { id, intendedAt: now, dueAt: now };
}

/** How often the mail server received a mail. */
function cameOf(id: string): number {
  return smtp.received.filter(({ raw }) => raw.includes(`Message-ID: <${id}@`)).length;
}

async function untilNoneIsDue(client: Client, count: number): Promise<Map<string, Answer['body']>> {
  for (;;) {
    const { body } = await client.get('/api/mails').then(expectStatus(200));
    const mails = new Map<string, Answer['body']>(body.map((mail: Answer['body']) => [mail.id, mail]));
    if (mails.size === count && body.every((mail: Answer['body']) => mail.dueAt === null)) return mails;
  }
}
