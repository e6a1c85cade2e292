import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addDays } from '../../domain/kit/times.ts';
import type { OptimizeAnswer } from '../../optimizer/answers/schedule.schema.ts';
import { startProduct } from './support/processes.ts';
import { createRandom } from './support/random.ts';
import { report, round } from './support/report.ts';
import { figuresOf, measureCalls } from './support/steady-calls.ts';

// npm run bench:planning [-- JOBS CREWS]: how long API calls take while POST /optimizer/schedule/optimize plans a week
// in the same process, beside the same calls while nothing is planned. They come as from an office: one every 20
// milliseconds, whether or not the one before has been answered. Also how long the plan takes over HTTP, and the peak
// memory of the process.

const [jobs, crews] = [Number(process.argv[2] ?? 400), Number(process.argv[3] ?? 40)];
const PEOPLE = 3;
const AT_ONCE = 8;
const QUIET_MS = 10_000;
/** A Monday far enough ahead, whatever today is. */
const MONDAY = mondayAfter(addDays(new Date().toISOString().slice(0, 10), 7));

const folder = mkdtempSync(join(tmpdir(), 'heartwood-bench-'));
try {
  const product = await startProduct(folder, { env: { OPTIMIZER_CRON: 'off' } });
  try {
    const headers = { cookie: await product.signIn(), 'content-type': 'application/json' };
    const post = async <Answer>(path: string, body: object): Promise<Answer> => {
      const response = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Answer;
    };
    const jobIds = await makeCompany(post);

    const random = createRandom(2);
    const calls = [
      () => fetch(`${product.url}/api/jobs/${random.pick(jobIds)}`, { headers }),
      () => fetch(`${product.url}/api/jobs?limit=50&sort=customerName`, { headers }),
      () => fetch(`${product.url}/api/customers?limit=50`, { headers }),
      () => post('/api/leads', { name: 'A lead' }),
    ];
    await measureCalls(calls, delay(2_000));
    const quiet = await measureCalls(calls, delay(QUIET_MS));
    const startedAt = performance.now();
    let seconds = 0;
    const week = { date: MONDAY, to: addDays(MONDAY, 4) };
    const planned = post<OptimizeAnswer>('/optimizer/schedule/optimize', week).then((answer) => {
      seconds = (performance.now() - startedAt) / 1_000;
      return answer;
    });
    const busy = await measureCalls(calls, planned);
    const { total_jobs_scheduled: scheduled, unassigned } = await planned;
    const rows = [
      { calls: 'nothing is planned', ...figuresOf(quiet) },
      { calls: 'a week is planned', ...figuresOf(busy) },
    ];
    const facts = { jobs, crews, seconds: round(seconds, 1), scheduled, 'left out': unassigned.length };
    report('planning', rows, { ...facts, memoryMiB: product.mostMemoryMiB() });
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Post = (path: string, body: object) => Promise<{ id: string }>;

/** Crews around Amherst, with about as much work as they have time for. @returns the ids of the jobs */
async function makeCompany(post: Post): Promise<string[]> {
  const random = createRandom(1);
  const zips = ['01002', '01003', '01007', '01027', '01035', '01038', '01053', '01060', '01062', '01075', '01085'];
  const address = (at: number) => `${at} Elm St, MA ${random.pick(zips)}`;
  const staff = await some(crews * PEOPLE, (at) => post('/api/staff', { lastName: `Climber ${at}` }));
  await some(crews, (at) => {
    const memberIds = staff.slice(at * PEOPLE, (at + 1) * PEOPLE).map(({ id }) => id);
    return post('/api/crews', { name: `Crew ${at}`, memberIds, homeAddress: address(1) });
  });
  const hours = (0.8 * crews * 5 * 8) / jobs;
  const made = await some(jobs, (at) => {
    const estimatedDuration = round(hours * random.pick([0.5, 0.75, 1, 1.25, 1.5]), 1);
    return post('/api/jobs', { address: address(at + 1), estimatedDuration, minimumCrewSize: 2, amount: '500' });
  });
  return made.map(({ id }) => id);
}

async function some<Result>(count: number, make: (at: number) => Promise<Result>): Promise<Result[]> {
  const made: Result[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    made.push(...(await Promise.all(indexes.map(make))));
  }
  return made;
}

function mondayAfter(day: string): string {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  return addDays(day, (8 - weekday) % 7);
}
