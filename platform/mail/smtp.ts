import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { EffectOutcome } from '../../domain/kit/effect.ts';
import { type MailTransport, type OutgoingMail, watched } from './transport.ts';

/** How far an attempt got: once the whole message was handed over, the server may have accepted it. */
interface Stage {
  isHandedOver: boolean;
}

export type SmtpError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

/** The platform ends an attempt after a minute; each step of it must end sooner. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** A mail server's reply may be long, and nobody reads beyond this. */
const LONGEST_REASON = 500;

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

/** What a connection to it is opened with. @throws for what is no address */
export function smtpOptions({ url, mustEncrypt }: SmtpAddress) {
  const { auth, ...parsed } = parseConnectionUrl(url) as Record<string, unknown> & {
    auth?: SMTPConnection.Credentials;
  };
  const { hostname, host } = new URL(url);
  const requireTLS = (auth !== undefined || mustEncrypt) && !isThisMachine(hostname);
  return { auth, host, options: { ...TIMEOUTS, requireTLS, ...parsed } as SMTPConnection.Options };
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
    connection.once('end', () => fail(new Error('The connection was closed.')));
    connection.connect((cause) => {
      if (cause) fail(cause);
      else if (auth) connection.login(auth, (refused) => (refused ? fail(refused) : send()));
      else send();
    });
  });
}

/**
 * What an error means for the mail. It is retried only if the server certainly did not accept it: if it was never
 * handed over completely. A permanent refusal by the server is believed at any time.
 */
function outcomeOf(error: SmtpError, { isHandedOver }: Stage, host: string): EffectOutcome {
  const { code, responseCode = 0 } = error;
  const said = saidIn(error);
  if (responseCode >= 500) return { did: 'refused', reason: `The mail server refused it: ${said}` };
  if (isHandedOver) return { did: 'unknown', reason: `The mail server received it but did not confirm it: ${said}` };
  if (responseCode >= 400)
    return { did: 'not taken', reason: `The mail server could not accept it right now: ${said}` };
  if (OF_THE_MAIL.has(code ?? '')) return { did: 'refused', reason: `It cannot be sent like this: ${said}` };
  return { did: 'not taken', reason: unreached(host, said) };
}

/** What the server said, or else what went wrong. */
export function saidIn({ message, originalCode, response }: SmtpError): string {
  return shortened(response ?? `${message}${originalCode ? ` (${originalCode})` : ''}`);
}

/** Says that there was no connection. @param said as `saidIn` has it */
export function unreached(host: string, said: string): string {
  return `The mail server ${host} could not be reached: ${hintOf(said) ?? said}`;
}

/** What most often is wrong where the encryption does not fit the port; null for anything else. */
function hintOf(said: string): string | null {
  if (/wrong version number/i.test(said)) return 'It does not begin with TLS on this port. Try STARTTLS, or port 465.';
  if (/greeting never received/i.test(said)) return 'It said nothing. On port 465, try TLS from the start.';
  return null;
}

/** Errors in the address, the message or the password, which a retry would not change. */
const OF_THE_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'EAUTH']);

function shortened(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}
