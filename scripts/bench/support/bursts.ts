import { randomUUID } from 'node:crypto';
import type { Running } from './processes.ts';

const LEADS = 200;

/** The server keeps 64 connections per address open; any other may close just as the next request is sent on it. */
const ONCE = { connection: 'close' };

export interface Burst {
  /** From the first request until a list shows every lead of the burst, in milliseconds. */
  ms: number;
  /** When the median answer and the last one had come, in milliseconds. */
  medianAnswerMs: number;
  lastAnswerMs: number;
  /** How often the read models' subscription resumed meanwhile. */
  resubscriptions: number;
  /** Whether every answer said that the read models were up to date with it. */
  isConsistent: boolean;
}

/** A burst of 200 leads at once. @param cookie of someone who is signed in */
export async function burst({ url }: Running, cookie: string): Promise<Burst> {
  const name = randomUUID();
  const before = await resubscriptions(url, cookie);
  const startedAt = performance.now();
  const answeredAt: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: LEADS }, (_, index) =>
      fetch(`${url}/api/leads`, {
        method: 'POST',
        headers: { ...ONCE, cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `${name} ${index}` }),
      }).then((answer) => {
        answeredAt.push(performance.now() - startedAt);
        return answer;
      }),
    ),
  );
  const isConsistent = answers.every((answer) => answer.headers.get('x-consistent') === 'true');
  const failed = answers.find(({ status }) => status !== 201);
  if (failed) throw new Error(`A lead was answered ${failed.status}: ${await failed.text()}`);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  const last =
    answers
      .map((answer) => answer.headers.get('x-position') ?? '')
      .toSorted()
      .at(-1) ?? '';
  for (;;) {
    const listed = await fetch(`${url}/api/leads-working?limit=${LEADS}&search=${name}`, {
      headers: { ...ONCE, cookie, 'x-min-position': last },
    });
    const rows = (await listed.json()) as unknown[];
    const ms = performance.now() - startedAt;
    if (rows.length === LEADS)
      return {
        ms,
        medianAnswerMs: answeredAt[LEADS / 2] ?? ms,
        lastAnswerMs: answeredAt.at(-1) ?? ms,
        resubscriptions: (await resubscriptions(url, cookie)) - before,
        isConsistent: isConsistent && listed.headers.get('x-consistent') === 'true',
      };
    if (ms > 60_000) throw new Error(`Of ${LEADS} acknowledged leads a list shows ${rows.length} after a minute.`);
  }
}

async function resubscriptions(url: string, cookie: string): Promise<number> {
  const answer = await fetch(`${url}/api/health`, { headers: { ...ONCE, cookie } });
  const { stores } = (await answer.json()) as { stores: { log: { resubscriptions?: number } } };
  return stores.log.resubscriptions ?? 0;
}
