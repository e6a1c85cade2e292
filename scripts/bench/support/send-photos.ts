import sharp from 'sharp';

// The other side of bench:photos, in a process of its own: makes photos, and sends them all at once when it is told to.

/** What it is to send, and where. */
export interface PhotoBatch {
  url: string;
  cookie: string;
  /** The record that they belong to: `lead/a`. */
  record: string;
}

/** What became of them: milliseconds from the first byte to the last answer. */
export interface PhotosSent {
  ms: number;
  statuses: number[];
}

const photos = Number(process.argv[2]);
const megapixels = Number(process.argv[3]);
const made = await Promise.all(Array.from({ length: photos }, makePhoto));
process.send?.(made.map(({ length }) => length));

process.on('message', (batch: PhotoBatch) => void sendAll(batch).then((sent) => process.send?.(sent)));

/** As fine and as heavy as what a phone takes; each is another one. */
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
  const statuses = await Promise.all(
    made.map(async (photo) => {
      const body = new FormData();
      body.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
      const response = await fetch(`${url}/api/photos/${record}`, { method: 'POST', headers: { cookie }, body });
      await response.text();
      return response.status;
    }),
  );
  return { ms: performance.now() - start, statuses };
}
