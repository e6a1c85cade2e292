import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type SmtpAddress, type SmtpError, saidIn, smtpOptions, unreached } from './smtp.ts';
import type { OutgoingMail } from './transport.ts';

/** How a mail server answered one of many mails. */
export type SmtpAnswer =
  | { did: 'taken' }
  /** For good. @param code with which it answered @param of whom or what it refused */
  | { did: 'refused'; of: 'recipient' | 'message' | 'sender'; code: string; said: string }
  /** It took nothing, and another try may succeed. */
  | { did: 'put off'; code: string; said: string }
  /** There was no connection, or none that got as far as the message. @param isForGood so it stays until somebody acts */
  | { did: 'not reached'; said: string; isForGood: boolean }
  /** The whole message was handed over, and nobody knows whether the server took it. */
  | { did: 'unknown'; said: string };

/** A connection that many mails go over, one after another. */
export interface SmtpSession {
  /** Never throws. */
  send(mail: OutgoingMail): Promise<SmtpAnswer>;
  /** Whether another mail can go over it. */
  isOpen(): boolean;
  close(): void;
}

/** The server closes the connection after it. */
const CLOSING = 421;

/** @returns why there is no session, if there is none */
export async function openSession(
  address: SmtpAddress,
): Promise<SmtpSession | Extract<SmtpAnswer, { did: 'not reached' }>> {
  const { auth, host, options } = smtpOptions(address);
  const connection = new SMTPConnection(options);
  let isOpen = true;
  const end = () => {
    isOpen = false;
    connection.close();
  };
  // Without a listener an error would end the process; what it is about hears of it by its own callback.
  let onLoss: (cause: SmtpError) => void = () => undefined;
  connection.on('error', (cause: SmtpError) => {
    end();
    onLoss(cause);
  });
  connection.once('end', () => {
    isOpen = false;
    onLoss(new Error('The connection was closed.'));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      onLoss = reject;
      connection.connect((cause) => {
        if (cause) reject(cause);
        else if (auth) connection.login(auth, (refused) => (refused ? reject(refused) : resolve()));
        else resolve();
      });
    });
  } catch (cause) {
    end();
    const error = cause as SmtpError;
    // A refusal of the password stays one; a server that is too busy to answer does not.
    const isForGood = error.code === 'EAUTH' && (error.responseCode ?? 500) >= 500;
    return { did: 'not reached', said: unreached(host, saidIn(error)), isForGood };
  }

  async function deliver({ envelope, message }: OutgoingMail, onHandedOver: () => void): Promise<void> {
    // Read only once the server has asked for the message.
    const body = Readable.from([message], { objectMode: false }).once('end', onHandedOver);
    await new Promise<void>((resolve, reject) => {
      onLoss = reject;
      connection.send({ ...envelope, size: message.length }, body, (cause) => (cause ? reject(cause) : resolve()));
    });
  }

  /** What refused one mail may take the next. */
  async function ready(error: SmtpError): Promise<void> {
    if (error.code !== 'EENVELOPE' || error.responseCode === CLOSING || !isOpen) return end();
    await new Promise<void>((resolve) => {
      onLoss = () => resolve();
      connection.reset((cause) => {
        if (cause) end();
        resolve();
      });
    });
  }

  return {
    isOpen: () => isOpen,
    close() {
      isOpen = false;
      connection.quit();
    },
    async send(mail) {
      let isHandedOver = false;
      try {
        await deliver(mail, () => {
          isHandedOver = true;
        });
        return { did: 'taken' };
      } catch (cause) {
        const error = cause as SmtpError;
        await ready(error);
        return answerOf(error, isHandedOver, host);
      } finally {
        onLoss = () => undefined;
      }
    },
  };
}

/**
 * As `createSmtp` judges it, in more detail: what is handed over completely may have been taken, unless the server says that
 * it did not (RFC 5321, 4.2.1).
 */
function answerOf(error: SmtpError, isHandedOver: boolean, host: string): SmtpAnswer {
  const { code, command, responseCode = 0 } = error;
  const said = saidIn(error);
  const of = command === 'MAIL FROM' ? 'sender' : command === 'RCPT TO' ? 'recipient' : 'message';
  if (responseCode >= 500) return { did: 'refused', of, code: codeIn(error), said };
  if (responseCode >= 400) return { did: 'put off', code: codeIn(error), said };
  if (isHandedOver) return { did: 'unknown', said };
  // An address that no server would take, which ours never sees.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { did: 'refused', of, code: '', said };
  return { did: 'not reached', said: unreached(host, said), isForGood: false };
}

/** `550 5.1.1`: the code, and the enhanced one if the server has it. Its words may name the address. */
function codeIn({ response, responseCode }: SmtpError): string {
  const [code] = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '') ?? [];
  return (code ?? String(responseCode)).replace('-', ' ');
}
