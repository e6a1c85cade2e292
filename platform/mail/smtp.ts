import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { EffectOutcome } from '../../domain/kit/effect.ts';
import { type MailTransport, type OutgoingMail, watched } from './transport.ts';

/** How far an attempt has come: once all of the message was handed over, the server may have taken it. */
interface Stage {
  isHandedOver: boolean;
}

type SmtpError = Error & { code?: string; originalCode?: string; response?: string; responseCode?: number };

/** An attempt is ended by the platform after a minute; each step of it sooner. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** What a mail server says may be long, and nobody reads more of it. */
const LONGEST_REASON = 500;

/**
 * A mail server. A connection for each mail: an office sends a few an hour.
 * @param url `smtp://` or `smtps://`, with user and password where the server asks for them. These are sent over TLS only,
 *   unless the server is on this machine
 */
export function createSmtp(url: string, now: () => string): MailTransport {
  const { auth, ...parsed } = parseConnectionUrl(url) as Record<string, unknown> & {
    auth?: SMTPConnection.Credentials;
  };
  const { hostname, host } = new URL(url);
  const requireTLS = auth !== undefined && !isThisMachine(hostname);
  const options = { ...TIMEOUTS, requireTLS, ...parsed } as SMTPConnection.Options;
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
        return note(outcomeOf(error, stage, host), error.responseCode !== undefined || stage.isHandedOver);
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
    // Read only when the server has asked for the message.
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
    connection.once('end', () => fail(new Error('The connection was closed.')));
    connection.connect((cause) => {
      if (cause) fail(cause);
      else if (auth) connection.login(auth, (refused) => (refused ? fail(refused) : send()));
      else send();
    });
  });
}

/**
 * What an error means for the mail. It is tried again only where the server surely did not take it: where it was never
 * handed over whole. A server that refuses for good is believed at any time.
 */
function outcomeOf(error: SmtpError, { isHandedOver }: Stage, host: string): EffectOutcome {
  const { code, originalCode, response, responseCode = 0 } = error;
  const said = shortened(response ?? `${error.message}${originalCode ? ` (${originalCode})` : ''}`);
  if (responseCode >= 500) return { did: 'refused', reason: `The mail server refused it: ${said}` };
  if (isHandedOver)
    return { did: 'unknown', reason: `The mail server got it and did not say that it took it: ${said}` };
  if (responseCode >= 400) return { did: 'not taken', reason: `The mail server could not take it now: ${said}` };
  if (OF_THE_MAIL.has(code ?? '')) return { did: 'refused', reason: `It cannot be sent like this: ${said}` };
  return { did: 'not taken', reason: `The mail server ${host} could not be reached: ${said}` };
}

/** Errors of the address, the message or the password, which another try does not change. */
const OF_THE_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'EAUTH']);

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}
