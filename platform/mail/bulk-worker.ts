import { parentPort } from 'node:worker_threads';
import type { BulkBatch, BulkEnd, BulkMail, BulkRequest } from './bulk.ts';
import { messageOf } from './message.ts';
import type { SmtpAddress } from './smtp.ts';
import { isClosing, type SmtpAnswer } from './smtp-answer.ts';
import { openSession, type SmtpSession } from './smtp-session.ts';

// The thread that composes and sends many mails: a few connections, each with one mail at a time.

const CONNECTIONS = 5;
/** Servers close a connection that says nothing for long; then ours is closed first. */
const IDLE_MS = 5_000;

interface Waiting {
  batch: BulkBatch;
  mail: BulkMail;
}

interface Connection {
  session: SmtpSession | null;
  to: SmtpAddress | null;
  isBusy: boolean;
  idle?: NodeJS.Timeout;
}

const waiting: Waiting[] = [];
const connections: Connection[] = Array.from({ length: CONNECTIONS }, () => ({
  session: null,
  to: null,
  isBusy: false,
}));
let told: BulkEnd[] = [];

parentPort?.on('message', (request: BulkRequest) => {
  if (request === 'call back') return callBack();
  if (request === 'close') return end();
  for (const mail of request.batch.mails) waiting.push({ batch: request.batch, mail });
  for (const connection of connections) void work(connection);
});

/** All that end in one turn are told at once. */
function tell(key: number, answer: BulkEnd['answer']): void {
  if (told.length === 0)
    setImmediate(() => {
      parentPort?.postMessage(told);
      told = [];
    });
  told.push({ key, answer });
}

function callBack(): void {
  for (const { mail } of waiting.splice(0)) tell(mail.key, { did: 'called back' });
}

async function work(connection: Connection): Promise<void> {
  if (connection.isBusy) return;
  connection.isBusy = true;
  clearTimeout(connection.idle);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const answer = await sent(connection, next);
    tell(next.mail.key, answer);
    if (isOfAll(answer)) callBack();
  }
  connection.isBusy = false;
  connection.idle = setTimeout(() => connection.session?.close(), IDLE_MS).unref();
}

/** Whether the other mails would fare no better: whoever asked for them decides when they are tried. */
function isOfAll(answer: SmtpAnswer): boolean {
  if (answer.did === 'put off') return answer.of !== 'recipient' || isClosing(answer);
  return answer.did === 'not reached' || answer.did === 'unknown';
}

async function sent(connection: Connection, { batch, mail }: Waiting): Promise<SmtpAnswer> {
  try {
    const session = await sessionOf(connection, batch.server);
    if ('did' in session) return session;
    const composed = composedOf(batch, mail);
    const answer = await session.send(composed);
    // Servers take so many mails over one connection, and close it: another one tells whether that is all they meant.
    if (!isClosing(answer) || session.taken() === 0) return answer;
    const another = await sessionOf(connection, batch.server);
    return 'did' in another ? another : await another.send(composed);
  } catch (cause) {
    // It did not come as far as the server.
    const said = `It could not be written: ${(cause as Error).message}`;
    return { did: 'refused', of: 'message', code: '', said };
  }
}

function composedOf({ from, replyTo, postalAddress, now }: BulkBatch, mail: BulkMail) {
  const { id, to, unsubscribe, addresses, returnPath } = mail;
  const marketing = { postalAddress, unsubscribe };
  return messageOf(mail, { id, from, replyTo, link: null, marketing, addresses, returnPath, now }, to);
}

async function sessionOf(connection: Connection, server: SmtpAddress) {
  const { session, to } = connection;
  if (session?.isOpen() && to?.url === server.url && to.mustEncrypt === server.mustEncrypt) return session;
  session?.close();
  connection.session = null;
  const opened = await openSession(server);
  if ('did' in opened) return opened;
  Object.assign(connection, { session: opened, to: server });
  return opened;
}

function end(): void {
  for (const { session } of connections) session?.close();
  parentPort?.close();
}
