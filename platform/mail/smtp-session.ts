import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type SmtpAddress, smtpOptions } from './smtp.ts';
import { answerTo, type SmtpAnswer, type SmtpError, saidIn, unreached } from './smtp-answer.ts';
import type { OutgoingMail } from './transport.ts';

/** A connection that many mails go over, one after another. */
export interface SmtpSession {
  /** Never throws. */
  send(mail: OutgoingMail): Promise<SmtpAnswer>;
  /** How many mails the server took over it. */
  taken(): number;
  /** Whether another mail can go over it. */
  isOpen(): boolean;
  close(): void;
}

/** How long a server may take, in milliseconds. */
export interface Patience {
  /** From the beginning, or of a mail, to the end of its message. */
  beforeMs: number;
  /** For its answer to a message: whoever gives up earlier sends it twice, or never knows (RFC 5321, 4.5.3.2.6). */
  afterMs: number;
}

const PATIENCE: Patience = { beforeMs: 60_000, afterMs: 10 * 60_000 };
/** For its answer to the end of a connection, on which nothing depends. */
const GOODBYE_MS = 2_000;

/** @returns why there is no session, if there is none */
export async function openSession(
  address: SmtpAddress,
  { beforeMs, afterMs }: Patience = PATIENCE,
): Promise<SmtpSession | Extract<SmtpAnswer, { did: 'not reached' }>> {
  const { auth, host, options } = smtpOptions(address, afterMs);
  const connection = new SMTPConnection(options);
  let isOpen = true;
  let taken = 0;
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
    // What the server said as it closed it, such as 421, is told right after, and counts.
    setImmediate(() => onLoss(new Error('The connection was closed.')));
  });
  const giveUpLater = () =>
    setTimeout(() => {
      onLoss(new Error('The mail server did not answer.'));
      end();
    }, beforeMs);
  const connecting = giveUpLater();
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
  } finally {
    clearTimeout(connecting);
  }

  async function deliver({ envelope, message }: OutgoingMail, onHandedOver: () => void): Promise<void> {
    const handingOver = giveUpLater();
    // Read only once the server has asked for the message.
    const body = Readable.from([message], { objectMode: false }).once('end', () => {
      clearTimeout(handingOver);
      onHandedOver();
    });
    await new Promise<void>((resolve, reject) => {
      onLoss = reject;
      connection.send({ ...envelope, size: message.length }, body, (cause) => (cause ? reject(cause) : resolve()));
    }).finally(() => clearTimeout(handingOver));
  }

  /** What refused one mail may take the next. */
  async function ready(error: SmtpError): Promise<void> {
    if (error.code !== 'EENVELOPE' || error.responseCode === 421 || !isOpen) return end();
    const resetting = giveUpLater();
    await new Promise<void>((resolve) => {
      onLoss = () => resolve();
      connection.reset((cause) => {
        if (cause) end();
        resolve();
      });
    }).finally(() => clearTimeout(resetting));
  }

  return {
    taken: () => taken,
    isOpen: () => isOpen,
    close() {
      isOpen = false;
      connection.quit();
      setTimeout(end, GOODBYE_MS).unref();
    },
    async send(mail) {
      let isHandedOver = false;
      try {
        await deliver(mail, () => {
          isHandedOver = true;
        });
        taken++;
        return { did: 'taken' };
      } catch (cause) {
        const error = cause as SmtpError;
        await ready(error);
        return answerTo(error, isHandedOver, host);
      } finally {
        onLoss = () => undefined;
      }
    },
  };
}
