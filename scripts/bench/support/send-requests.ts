import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';

// The other side of bench:intake, in a process of its own: a visitor with photos, and a flood of visitors beside one
// staff member.

export type Order =
  | { what: 'photos'; url: string; number: number }
  | { what: 'flood'; url: string; cookie: string; perSecond: number; seconds: number };

export interface Done {
  /** Times of the request with photos, or of each call by the staff. */
  ms: number[];
  /** How often visitors got each status. */
  statuses: Record<string, number>;
}

const PHOTOS = 5;
const MEGAPIXELS = 14;
const REQUEST = {
  name: 'Bench',
  email: 'bench@example.com',
  phone: '555-0100',
  address: '12 Mill Lane, Amherst, MA 01002',
};
/** How often a staff member asks for something. */
const STAFF_EVERY_MS = 50;
const agent = new Agent({ keepAlive: true });

const photos = await Promise.all(Array.from({ length: PHOTOS }, makePhoto));
process.send?.(photos.map(({ length }) => length));
process.on('message', (order: Order) => {
  const work = order.what === 'photos' ? sendPhotos(order) : flood(order);
  void work.then((done) => process.send?.(done));
});

/** As detailed and as large as a phone's photos. */
async function makePhoto(): Promise<Buffer> {
  const width = Math.round(Math.sqrt((MEGAPIXELS * 1e6 * 4) / 3));
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width, height: Math.round((width * 3) / 4), channels: 3, background: '#456', noise } as const;
  return sharp({ create }).blur(0.8).jpeg({ quality: 90 }).toBuffer();
}

async function sendPhotos({ url, number }: Order & { what: 'photos' }): Promise<Done> {
  const body = new FormData();
  for (const [name, value] of Object.entries(REQUEST)) body.append(name, value);
  body.append('serviceType', 'tree_removal');
  for (const [index, photo] of photos.entries()) {
    // A different photo each time, through a byte after its end that no decoder reads.
    const bytes = Buffer.concat([photo, Buffer.from([number, index])]);
    body.append(`image_${index}`, new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
  }
  const start = performance.now();
  const answer = await fetch(`${url}/api/leads/customer-portal`, { method: 'POST', body });
  await answer.text();
  return { ms: [performance.now() - start], statuses: { [answer.status]: 1 } };
}

async function flood({ url, cookie, perSecond, seconds }: Order & { what: 'flood' }): Promise<Done> {
  const statuses: Record<string, number> = {};
  const ms: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const send = async (): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(REQUEST);
    // Too many connections from one address are cut off.
    const answer = await fetch(`${url}/api/public/submit-lead`, { method: 'POST', headers, body }).catch(() => null);
    await answer?.text().catch(() => '');
    const status = answer?.status ?? 'cut off';
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const pending: Promise<void>[] = [];
  const visitors = async (): Promise<void> => {
    const begin = performance.now();
    while (performance.now() < end) {
      const due = ((performance.now() - begin) * perSecond) / 1_000;
      while (pending.length < due) pending.push(send());
      await delay(5);
    }
  };
  const staff = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      await readList(url, cookie);
      ms.push(performance.now() - start);
      await delay(STAFF_EVERY_MS);
    }
  };
  await Promise.all([perSecond > 0 ? visitors() : undefined, staff()]);
  await Promise.all(pending);
  return { ms, statuses };
}

/** From a different address than the visitors'. */
async function readList(url: string, cookie: string): Promise<void> {
  const asking = get(`${url}/api/leads-working?limit=50`, { headers: { cookie }, localAddress: '127.0.0.2', agent });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The list was answered with ${answer.statusCode}.`);
  await once(answer.resume(), 'end');
}
