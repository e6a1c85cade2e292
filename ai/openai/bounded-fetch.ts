/** An answer was longer than we read. */
export class AnswerTooLong extends Error {
  constructor(mostBytes: number) {
    super(`The answer has more than ${mostBytes} bytes.`);
    this.name = 'AnswerTooLong';
  }
}

/**
 * Like `fetch`, but reads the whole answer, also one that says an error, and drops the connection at the limit. It follows
 * no redirect: what is sent is for this service alone.
 * @param mostBytes counted once unpacked
 * @returns a fetch that throws AnswerTooLong
 */
export function fetchUpTo(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const { status, statusText, headers, body } = await fetch(input, { ...init, redirect: 'error' });
    const bytes = body && (await bytesOf(body, mostBytes));
    return new Response(bytes, { status, statusText, headers });
  };
}

async function bytesOf(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > mostBytes) throw new AnswerTooLong(mostBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
