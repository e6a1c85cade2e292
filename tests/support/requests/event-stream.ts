import type { Client } from './client.ts';
import { fetchDescribed } from './described.ts';

export interface EventStream {
  /** The next matching message, among those received and those to come. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on what came, whatever its shape
  next(fits: (data: any) => boolean): Promise<any>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens server-sent events as a signed-in person. */
export async function openEvents(url: string, path: string, client: Client): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetchDescribed(url + path, {
    headers: { cookie: client.cookie() ?? '' },
    signal: abort.signal,
  });
  if (response.status !== 200 || !response.body) throw new Error(`Expected a stream, got ${response.status}.`);
  const messages: unknown[] = [];
  let wake = () => {};
  const ended = read(response.body).catch(() => undefined);

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
      const parts = (rest + text).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data !== undefined) messages.push(JSON.parse(data));
      }
      wake();
    }
  }

  return {
    ended,
    close: () => abort.abort(),
    async next(fits) {
      for (;;) {
        const index = messages.findIndex(fits);
        if (index !== -1) return messages.splice(index, 1)[0];
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
