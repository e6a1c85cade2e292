import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { EffectOutcome } from '../../domain/kit/effect.ts';
import { answerTo, type SmtpAnswer, type SmtpError } from './smtp-answer.ts';
import { type MailTransport, type OutgoingMail, watched } from './transport.ts';

/** How far an attempt got: once the whole message was handed over, the server may have accepted it. */
interface Stage {
  isHandedOver: boolean;
}

/** The platform ends an attempt after a minute; each step of it must end sooner. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** How a mail server is reached. */
export interface SmtpAddress {
  /**
   * `smtp://` or `smtps://`, with user and password if the server asks for them. These are sent only over TLS, unless the
   * server is on this machine.
   */
  url: string;
  /** So is everything else. */
  mustEncrypt: boolean;
}

/**
 * What a connection to it is opened with.
 * @param socketTimeout how long it may say nothing, in milliseconds
 * @throws for what is no address
 */
export function smtpOptions({ url, mustEncrypt }: SmtpAddress, socketTimeout = TIMEOUTS.socketTimeout) {
  const { auth, ...parsed } = parseConnectionUrl(url) as Record<string, unknown> & {
    auth?: SMTPConnection.Credentials;
  };
  const { hostname, host } = new URL(url);
  const requireTLS = (auth !== undefined || mustEncrypt) && !isThisMachine(hostname);
  return { auth, host, options: { ...TIMEOUTS, socketTimeout, requireTLS, ...parsed } as SMTPConnection.Options };
}

/** A mail server, with a connection for each mail: an office sends a few an hour. */
export function createSmtp(url: string, now: () => string, mustEncrypt = false): MailTransport {
  const { auth, host, options } = smtpOptions({ url, mustEncrypt });
  const { health, note } = watched('smtp', host, now);
  return {
    health,
    async send(mail, signal) {
      const stage: Stage = { isHandedOver: false };
      try {
        signal.throwIfAborted();
        const response = await deliver(new SMTPConnection(options), auth, mail, stage, signal);
        return note({ did: 'done', detail: response }, true);
      } catch (cause) {
        const error = cause as SmtpError;
        const isReachable = error.responseCode !== undefined || stage.isHandedOver;
        return note(outcomeOf(answerTo(error, stage.isHandedOver, host)), isReachable);
      }
    },
  };
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function deliver(
  connection: SMTPConnection,
  auth: SMTPConnection.Credentials | undefined,
  { envelope, message }: OutgoingMail,
  stage: Stage,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => {
      reject(cause);
      connection.close();
    };
    // Read only once the server has asked for the message.
    const body = Readable.from([message], { objectMode: false }).once('end', () => {
      stage.isHandedOver = true;
    });
    const send = () =>
      connection.send({ ...envelope, size: message.length }, body, (cause, info) => {
        if (cause) return fail(cause);
        connection.quit();
        resolve(info?.response ?? '');
      });
    signal.addEventListener('abort', () => fail(new Error('It took too long.')), { once: true });
    connection.on('error', fail);
    // What the server said as it closed it is told right after, and counts.
    connection.once('end', () => setImmediate(() => fail(new Error('The connection was closed.'))));
    connection.connect((cause) => {
      if (cause) fail(cause);
      else if (auth) connection.login(auth, (refused) => (refused ? fail(refused) : send()));
      else send();
    });
  });
}

/** What an answer means for a mail with a record of its own: it is sent again only if the server certainly took nothing. */
function outcomeOf(answer: Exclude<SmtpAnswer, { did: 'taken' }>): EffectOutcome {
  const { said } = answer;
  switch (answer.did) {
    case 'refused':
      // Without a code it was not the server that refused it.
      if (answer.code === '') return { did: 'refused', reason: `It cannot be sent like this: ${said}` };
      return { did: 'refused', reason: `The mail server refused it: ${said}` };
    case 'put off':
      return { did: 'not taken', reason: `The mail server could not accept it right now: ${said}` };
    case 'unknown':
      return { did: 'unknown', reason: `The mail server received it but did not confirm it: ${said}` };
    case 'not reached':
      return { did: 'not taken', reason: said };
    default:
      return answer satisfies never;
  }
}
