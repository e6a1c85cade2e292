import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { companySettings, dayOf } from '../../api/kit/company-time.ts';
import type { ApiContext } from '../../api/kit/context.ts';
import { newestModels } from '../../api/kit/newest-models.ts';
import { WEEKDAYS } from '../../domain/company/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { plan } from '../../domain/plan/plan.ts';
import { CRON } from '../../domain/plan/terms.ts';
import { lastCronTime } from '../../platform/runtime/cron.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { acquireLease, underLease } from '../../platform/runtime/lease.ts';
import { NoTurn } from '../../platform/runtime/slots.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import { readLocks } from '../../projections/queries/schedule.ts';
import type { ReadModels } from '../../store/read-models.ts';
import type { StateRecord, StateStore } from '../../store/state.ts';
import { type Planner, proposeDays } from './planning.ts';
import type { Runs } from './runs.ts';

/** How often due runs are looked for. */
const EVERY_MS = 20_000;
/** The same, while the read models are not ready, for example after a start. */
const NOT_READY_MS = 500;

const LEASE = { name: 'plan-ahead', ttlMs: 30_000 };
/** The key of the times done already: one record for all processes. */
const DONE = 'plan-ahead/done';

/** The next working day is looked for this far ahead; a run due longer ago would have planned a day now over. */
const MOST_DAYS_AHEAD = 14;
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Done {
  expression: string;
  /** Milliseconds since the epoch: runs due up to then are done. */
  until: number;
}

export interface PlanAhead extends Planner, Pick<ApiContext, 'streams'> {
  /** A cron expression that `isCron` accepts. */
  expression: string;
  state: StateStore;
  /** The name under which this process takes leases. */
  holder: string;
  runs: Pick<Runs, 'carryOut'>;
  /** How often due runs are looked for. */
  everyMs?: number | undefined;
}

/** The id of the plan made ahead for a day: whichever process makes it, and however often, there is only one. */
export function planAheadId(day: string): string {
  return uuidv5('plan-ahead', day);
}

/**
 * The first working day after a given day that is not locked for all crews.
 * @param after `YYYY-MM-DD`
 * @returns null if there is none within 14 days
 */
export function nextWorkingDay(
  after: string,
  workingDays: readonly string[],
  lockedDays: ReadonlySet<string>,
): string | null {
  for (let ahead = 1; ahead <= MOST_DAYS_AHEAD; ahead++) {
    const day = addDays(after, ahead);
    const weekday = WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? '';
    if (workingDays.includes(weekday) && !lockedDays.has(day)) return day;
  }
  return null;
}

/**
 * Plans the next working day at the times of a cron expression by the company's clock, and leaves the plan for approval
 * (docs/design/planning.md#planning). Due runs are looked for again and again, against a record of those done, so a run missed
 * while no process was up is made up for, and a changed time zone or working day counts at once. A lease lets only one
 * process plan at a time.
 */
export function planAhead(dependencies: PlanAhead): Loop {
  const { readModels, everyMs = EVERY_MS } = dependencies;
  return async (signal, progress) => {
    while (!signal.aborted) {
      const isReady = readModels.peek() !== null && readModels.isAsDeclared();
      if (isReady) await runIfDue(dependencies, signal);
      progress();
      await delay(isReady ? everyMs : NOT_READY_MS, undefined, { signal }).catch(() => undefined);
    }
  };
}

async function runIfDue(dependencies: PlanAhead, signal: AbortSignal): Promise<void> {
  const { state, clock, holder } = dependencies;
  if ((await dueAt(dependencies)) === null) return;
  const lease = await acquireLease(state, clock, { ...LEASE, holder });
  if (!lease) return;
  await underLease(lease, LEASE.ttlMs, signal, async (held) => {
    const { models } = await newestModels(dependencies);
    // Another process may have just done it, and the settings may have changed.
    const due = await dueAt(dependencies);
    if (due !== null && (await planFrom(dependencies, models, due.at, held))) await due.done();
  });
}

/**
 * The last time that is due and not done, with a function that marks it done.
 * @returns null if nothing is due; times before the first start, or before the expression changed, are not due
 */
async function dueAt({ expression, state, clock, readModels }: PlanAhead) {
  const record = await state.get(DONE);
  const done = doneOf(record);
  const write = async (until: number): Promise<void> => {
    await state.put(DONE, { expression, until }, { expected: record?.version ?? 'none' });
  };
  const now = clock();
  if (done?.expression !== expression) {
    await write(now);
    return null;
  }
  const { timeZone } = await companySettings({ readModels });
  const after = Math.max(done.until, now - MOST_DAYS_AHEAD * DAY_MS);
  const at = lastCronTime(expression, timeZone, { after, until: now });
  return at === null ? null : { at, done: () => write(at) };
}

function doneOf(record: StateRecord | null): Done | null {
  return (record?.value ?? null) as unknown as Done | null;
}

/** @returns whether it is done, also if there was nothing to plan or the day is already planned or over */
async function planFrom(
  dependencies: PlanAhead,
  models: ReadModels,
  at: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { streams, runs, clock } = dependencies;
  const { timeZone, workingDays } = await companySettings(dependencies);
  const after = dayOf(at, timeZone);
  const locks = await readLocks(models, { from: after, to: addDays(after, MOST_DAYS_AHEAD) });
  const lockedDays = new Set(locks.flatMap(({ day, crewId }) => (crewId === null ? day : [])));
  const day = nextWorkingDay(after, workingDays, lockedDays);
  if (day === null || day < dayOf(clock(), timeZone)) return true;
  const planId = planAheadId(day);
  if ((await streams.load(plan, planId)).state.status !== null) return true;

  const runId = randomUUID();
  const asked = { from: day, to: day, planId, runId, askedBy: CRON, mode: 'balanced', seed: 1, isKept: true } as const;
  try {
    await runs.carryOut(`${CRON}/${runId}`, signal, (run) => {
      return proposeDays(dependencies, asked, run, () => !signal.aborted);
    });
    return !signal.aborted;
  } catch (cause) {
    // Plans that people asked for come first: this one is tried again in a moment.
    if (cause instanceof NoTurn) return false;
    throw cause;
  }
}
