import { setTimeout as delay } from 'node:timers/promises';
import { evaluate } from '../../optimizer/solver/evaluate.ts';
import { iterationsFor, solve } from '../../optimizer/solver/pool.ts';
import { search } from '../../optimizer/solver/search.ts';
import { type CompanySize, companyWeek } from './support/company-week.ts';
import { percentile, type Row, report, round } from './support/report.ts';

// npm run bench:optimizer: a day of 60 jobs and 8 crews, and a week of 400 jobs and 40 crews, planned as the product
// plans them, beside the greedy plan that every search starts from. `held` is how long the thread waiting for the
// workers was blocked, at p99: what a person using the product meanwhile can notice. Workers yield to everything else,
// so on a machine under other load the wall time includes that load; the CPU time is the plan's own.

const SIZES: readonly CompanySize[] = [
  { jobs: 60, crews: 8, days: 1 },
  { jobs: 400, crews: 40, days: 5 },
];
const RUNS = 3;
/** How often the main thread is checked, in milliseconds. */
const LOOK_EVERY = 5;

const rows: Row[] = [];
for (const size of SIZES) {
  const problem = companyWeek(size);
  const began = performance.now();
  const greedy = evaluate(problem, search(problem, { seed: 0, iterations: 0 }).plan);
  const what = `${size.jobs} jobs, ${size.crews} crews, ${size.days === 1 ? 'a day' : 'a week'}`;
  rows.push({ plan: `${what}: greedy`, ...figures(performance.now() - began, greedy) });
  for (let seed = 1; seed <= RUNS; seed++) {
    const start = performance.now();
    const used = process.cpuUsage();
    const looking = new AbortController();
    const held = look(looking.signal);
    const solved = await solve(problem, { seed, iterations: iterationsFor(problem) });
    const { user, system } = process.cpuUsage(used);
    looking.abort();
    const { searches, iterations } = solved;
    const all = figures(performance.now() - start, solved.evaluation);
    const processor = { 'processor, s': round((user + system) / 1e6, 2) };
    rows.push({ plan: what, ...all, ...processor, 'held p99, ms': await held, searches, iterations });
  }
}
report('optimizer', rows, { memoryMiB: Math.round(process.resourceUsage().maxRSS / 1_024) });

function figures(milliseconds: number, { score, unassigned }: ReturnType<typeof evaluate>): Row {
  return {
    seconds: round(milliseconds / 1_000, 2),
    'left out': unassigned.length,
    medium: score.medium,
    soft: score.soft,
  };
}

/** How late this thread woke up, at p99. */
async function look(signal: AbortSignal): Promise<number> {
  const late: number[] = [];
  while (!signal.aborted) {
    const asked = performance.now();
    await delay(LOOK_EVERY);
    late.push(performance.now() - asked - LOOK_EVERY);
  }
  return round(percentile(late, 0.99), 1);
}
