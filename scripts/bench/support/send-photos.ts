import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';

// The other side of bench:photos, in a process of its own: makes photos, and sends them all at once when told to.

/** What to send, and where. */
export interface PhotoBatch {
  url: string;
  cookie: string;
  /** The record that they belong to: `lead/a`. */
  record: string;
}

/** What became of them; each was sent again when the server had no room for it. */
export interface PhotosSent {
  /** From the first byte until the last photo was accepted. */
  ms: number;
  /** Until the slowest answer of any kind. */
  slowestMs: number;
  statuses: number[];
  /** How many answers said to come again. */
  refused: number;
}

/** Drawing one takes longer than decoding it. */
const DRAWN = 5;
const photos = Number(process.argv[2]);
const megapixels = Number(process.argv[3]);
/** Each differs by a byte after its end that no decoder reads. */
const distinct = await Promise.all(Array.from({ length: Math.min(photos, DRAWN) }, makePhoto));
const made = Array.from({ length: photos }, (_, number) =>
  Buffer.concat([distinct[number % DRAWN] ?? Buffer.alloc(0), Buffer.from([number])]),
);
process.send?.(made.map(({ length }) => length));

process.on('message', (batch: PhotoBatch) => void sendAll(batch).then((sent) => process.send?.(sent)));

/** As detailed and as large as a phone's photos. */
async function makePhoto(): Promise<Buffer> {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#456', noise } })
    .blur(0.8)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function sendAll({ url, cookie, record }: PhotoBatch): Promise<PhotosSent> {
  const start = performance.now();
  const sent: PhotosSent = { ms: 0, slowestMs: 0, statuses: [], refused: 0 };
  const send = async (photo: Buffer): Promise<number> => {
    const began = performance.now();
    const body = new FormData();
    body.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const response = await fetch(`${url}/api/photos/${record}`, { method: 'POST', headers: { cookie }, body });
    await response.text();
    sent.slowestMs = Math.max(sent.slowestMs, performance.now() - began);
    if (response.status !== 429) return response.status;
    sent.refused++;
    await delay(Number(response.headers.get('retry-after')) * 1_000);
    return send(photo);
  };
  sent.statuses = await Promise.all(made.map(send));
  return { ...sent, ms: performance.now() - start };
}
