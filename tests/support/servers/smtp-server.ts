import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that the server received. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
}

/** A real SMTP server on this machine that a test can make misbehave. */
export interface TestSmtpServer {
  port: number;
  url: string;
  received: ReceivedMail[];
  /** How often a complete message arrived, whatever the answer. */
  messages(): number;
  close(): Promise<void>;
}

/** A refusal with an SMTP status. */
export function smtpRefusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/**
 * @param options of `smtp-server`; without `authOptional: false` nobody signs in
 * @param answer what happens to a complete message: a refusal, or null to accept it; to hang, it never calls back
 */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  answer: (done: (refusal: Error | null) => void, socket: () => void) => void = (done) => done(null),
): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  let messages = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        messages += 1;
        const done = (refusal: Error | null) => {
          if (refusal) return callback(refusal);
          const { mailFrom, rcptTo } = session.envelope;
          const to = rcptTo.map(({ address }) => address);
          const raw = Buffer.concat(chunks).toString();
          received.push({ from: mailFrom ? mailFrom.address : '', to, raw });
          callback(null, 'Taken as 42');
        };
        answer(done, () => {
          const { connections } = server as unknown as { connections: Set<{ id: string; _socket: Socket }> };
          for (const { id, _socket } of connections) if (id === session.id) _socket.destroy();
        });
      });
    },
  });
  // A client that disappears midway is what these tests are about.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    messages: () => messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
