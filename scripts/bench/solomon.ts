import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { evaluate } from '../../optimizer/solver/evaluate.ts';
import type { Plan, Problem } from '../../optimizer/solver/problem.ts';
import { search } from '../../optimizer/solver/search.ts';
import { type Row, round } from './support/report.ts';
import { parseCost, parseInstance, toProblem } from './support/solomon.ts';

// npm run bench:solomon -- FOLDER SECONDS [--cpu] [--seed=1] [--only=R1,RC203]: solves every NAME.txt in the folder
// (Solomon's format) that has its best known NAME.sol beside it, for that many seconds on one thread, and reports how
// far above it the cost is, in percent. Distances are Euclidean, truncated to one decimal (DIMACS); only distance
// counts. --cpu counts the thread's CPU time instead of wall time, for a machine under other load. --only takes name
// prefixes.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cpu: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const [folder, seconds] = [positionals[0], Number(positionals[1])];
if (folder === undefined || !existsSync(folder) || !(seconds > 0)) {
  console.error('Usage: npm run bench:solomon -- FOLDER SECONDS [--cpu] [--seed=1] [--only=R1,RC203]');
  process.exit(1);
}
const clock = values.cpu ? ownProcessorTime : () => performance.now();
const wanted = values.only.split(',');

const instances: Record<string, { cost: number; gap: number }> = {};
const rows: Row[] = [];
for (const name of namesIn(folder)) {
  const problem = toProblem(parseInstance(readFileSync(join(folder, `${name}.txt`), 'utf8')));
  const known = parseCost(readFileSync(join(folder, `${name}.sol`), 'utf8'));
  const { plan, iterations } = search(problem, { seed: Number(values.seed), milliseconds: 1_000 * seconds }, { clock });
  const cost = costOf(problem, plan);
  const gap = round((100 * (cost - known)) / known, 4);
  instances[name] = { cost: cost / 10, gap };
  rows.push({
    instance: name,
    cost: cost / 10,
    known: known / 10,
    'gap, %': gap,
    routes: plan.routes.length,
    iterations,
  });
}
const gaps = Object.values(instances).map(({ gap }) => gap);
if (gaps.length === 0) {
  console.error(`${folder} has no NAME.txt with its NAME.sol.`);
  process.exit(1);
}
console.table(rows);
const mean = round(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length, 4);
console.log(JSON.stringify({ mean, max: Math.max(...gaps), instances }));

function namesIn(path: string): string[] {
  const files = readdirSync(path).toSorted();
  const names = files.filter((file) => file.endsWith('.txt')).map((file) => file.slice(0, -'.txt'.length));
  return names.filter((name) => files.includes(`${name}.sol`) && wanted.some((start) => name.startsWith(start)));
}

/**
 * The evaluator's cost of the plan in tenths; a plan that breaks a rule or leaves a customer unserved stops the bench.
 */
function costOf(problem: Problem, plan: Plan): number {
  const { violations, score, unassigned } = evaluate(problem, plan);
  if (violations.length > 0) throw new Error(violations.join('\n'));
  if (unassigned.length > 0) throw new Error(`${unassigned.length} customers are not served.`);
  return score.soft;
}

/** CPU time of this thread, in milliseconds. */
function ownProcessorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
