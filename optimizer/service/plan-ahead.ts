import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { companySettings, dayOf } from '../../api/kit/company-time.ts';
import type { ApiContext } from '../../api/kit/context.ts';
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
import { newestModels } from './newest.ts';
import { type Planner, proposeDays } from './planning.ts';
import type { Runs } from './runs.ts';

/** What is due is looked for so often. */
const EVERY_MS = 20_000;
/** While the read models are not there yet, as after a start. */
const NOT_READY_MS = 500;

const LEASE = { name: 'plan-ahead', ttlMs: 30_000 };
/** Which times are done already: one record for all processes. */
const DONE = 'plan-ahead/done';

/** The next working day is one of so many; a run that was due longer ago would have planned one that is over. */
const MOST_DAYS_AHEAD = 14;
const DAY_MS = 24 * 60 * 60 * 1_000;

interface Done {
  expression: string;
  /** Milliseconds since the epoch: what was due until then is done. */
  until: number;
}

export interface PlanAhead extends Planner, Pick<ApiContext, 'streams'> {
  /** As `isCron` takes it. */
  expression: string;
  state: StateStore;
  /** Under which name this process takes leases. */
  holder: string;
  runs: Pick<Runs, 'carryOut'>;
  /** How often it is asked what is due. */
  everyMs?: number | undefined;
}

/** The id of the plan of a day that was made ahead: whoever makes it, however often, makes one. */
export function planAheadId(day: string): string {
  return uuidv5('plan-ahead', day);
}

/**
 * The first working day after another one that nobody has locked for all crews.
 * @param after `YYYY-MM-DD`
 * @returns null where there is none within 14 days
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
 * Plans the next working day at the times that an expression names by the company's clock, and leaves it for approval
 * (docs/design.md#planning). What is due is asked again and again, from a record of what is done: so a run that was missed
 * while no process was there is made up for, and a changed time zone or working day counts at once. A lease lets one process
 * plan at a time.
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
    // Another process may have done it just now, and the settings may be others.
    const due = await dueAt(dependencies);
    if (due !== null && (await planFrom(dependencies, models, due.at, held))) await due.done();
  });
}

/**
 * The last time that is due and not done, with how to say that it is.
 * @returns null where nothing is due; what was due before the first start, or before the expression was changed, is not
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

/** @returns whether it is done: also where there was nothing to plan, or the day is planned or over already */
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
  const asked = { from: day, to: day, planId, runId, askedBy: CRON, mode: 'balanced', seed: 1 } as const;
  try {
    await runs.carryOut(`${CRON}/${runId}`, signal, (run) => {
      return proposeDays(dependencies, asked, run, () => !signal.aborted);
    });
    return !signal.aborted;
  } catch (cause) {
    // People's own plans come first: it is tried again in a moment.
    if (cause instanceof NoTurn) return false;
    throw cause;
  }
}
