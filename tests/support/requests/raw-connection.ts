import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A connection of a client that may not speak HTTP. */
export interface RawConnection {
  send(text: string, encoding?: BufferEncoding): void;
  /** Sends nothing for a while, to test deadlines. */
  pause(ms: number): Promise<void>;
  /** Sends one byte after another until the connection ends. @param ms between them */
  trickle(ms: number): void;
  /** What was received once it contains this; everything received if the connection ends first. */
  received(part: string): Promise<string>;
  isOpen(): boolean;
  /** Resolves with everything received once the connection has ended, whoever ended it. */
  ended: Promise<string>;
  close(): void;
}

/**
 * Opens a connection to a server of this machine.
 * @param options.from a loopback address of its own, `127.0.0.2`
 * @param options.goesOn whether it keeps sending after the server has said its last word
 */
export async function openRaw(url: string, options: { from?: string; goesOn?: boolean } = {}): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const { from = '127.0.0.1', goesOn = false } = options;
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, allowHalfOpen: goesOn });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  socket.on('error', () => {}); // its end reports it
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await Promise.race([once(socket, 'connect').catch(() => {}), ended]);
  return {
    send: (more, encoding = 'utf8') => void socket.write(more, encoding),
    pause: (ms) => delay(ms),
    async trickle(ms) {
      while (!socket.destroyed) {
        socket.write('x');
        await delay(ms);
      }
    },
    async received(part) {
      while (!text.includes(part) && !socket.destroyed)
        await Promise.race([once(socket, 'data'), ended]).catch(() => {});
      return text;
    },
    isOpen: () => !socket.destroyed,
    ended,
    close: () => socket.destroy(),
  };
}

/** The start of a request, up to its body. @param headers each with its own line end */
export function head(method: string, path: string, headers: readonly string[] = []): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: heartwood', ...headers, '', ''].join('\r\n');
}

/** The start of a request with a JSON body of this many bytes. */
export function headOfJson(path: string, bytes: number, headers: readonly string[] = []): string {
  return head('POST', path, ['Content-Type: application/json', `Content-Length: ${bytes}`, ...headers]);
}
