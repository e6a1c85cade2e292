import { setTimeout as delay } from 'node:timers/promises';
import type { ApiContext } from '../../api/kit/context.ts';
import { automationRun } from '../../domain/automation-run/automation-run.ts';
import { partsOfStream, type RecordedEvent } from '../../domain/kit/event.ts';
import { plan } from '../../domain/plan/plan.ts';
import type { CommandContext } from '../../platform/commands/command-handler.ts';
import { causation } from '../../platform/commands/processes.ts';
import { runReactor } from '../../platform/commands/reactor.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { leasedLoop } from '../../platform/runtime/lease.ts';
import { NoTurn } from '../../platform/runtime/slots.ts';
import type { Loop } from '../../platform/runtime/supervisor.ts';
import type { LogEntry } from '../../store/event-store.ts';
import { type Planner, proposeDays } from './planning.ts';
import type { Runs } from './runs.ts';

/** The loop that plans what rules ask for, and the actor of those plans. */
export const RULE_PLANS = 'automation plans';

const LEASE = { name: RULE_PLANS, ttlMs: 30_000 };
const EVERY_MS = 2_000;
/** Plans that people ask for come first. */
const AGAIN_MS = 5_000;

const TYPES: ReadonlySet<string> = new Set(['AutomationRan', 'AutomationRunTakenBack', 'AutomationRunBroughtBack']);

export interface RulePlans extends Planner, Pick<ApiContext, 'streams' | 'state' | 'holder' | 'processes'> {
  runs: Pick<Runs, 'carryOut'>;
}

/**
 * Makes the plans that rules ask for, where the optimizer is, and dismisses those of runs that are taken back. The run is the
 * intent, and the plan has the id that it names: a death in between makes it once.
 */
export function rulePlans(context: RulePlans): Loop {
  const { streams, store, state, clock, holder, commands, processes, runs } = context;

  async function react(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    const { id: runId } = partsOfStream(event.stream);
    const asked = await askedIn(runId);
    if (asked === null) return;
    const { planId, days } = asked;
    const made = (await streams.load(plan, planId)).state.status;
    if (made === null) {
      if (!(await isWanted(runId)) || (await noteOf(runId)) !== null) return;
      await propose(event, runId, { planId, from: days.from, to: days.until }, signal);
    }
    await follow(event, runId, planId);
  }

  /** What a run asks for; null if it asks for no plan. */
  async function askedIn(runId: string) {
    const { state: run } = await streams.load(automationRun, runId);
    if (run.presence === 'absent') return null;
    const { steps, days } = run.run;
    const planId = steps.find(({ kind }) => kind === plan.category)?.id;
    return planId === undefined || days === null ? null : { planId, days };
  }

  async function isWanted(runId: string): Promise<boolean> {
    return (await streams.load(automationRun, runId)).state.presence === 'present';
  }

  async function noteOf(runId: string): Promise<string | null> {
    const { state: run } = await streams.load(automationRun, runId);
    return run.presence === 'absent' ? null : run.notMade;
  }

  async function propose(
    event: RecordedEvent,
    runId: string,
    { planId, from, to }: { planId: string; from: string; to: string },
    signal: AbortSignal,
  ): Promise<void> {
    const asked = { from, to, planId, runId, askedBy: RULE_PLANS, mode: 'balanced', seed: 1, isKept: true } as const;
    for (;;) {
      signal.throwIfAborted();
      try {
        const { answer } = await runs.carryOut(`${RULE_PLANS}/${runId}`, signal, (run) =>
          proposeDays(context, asked, run, () => !signal.aborted),
        );
        signal.throwIfAborted();
        if (answer.plan_id !== null) return;
        const reason = answer.summary.message;
        await commands.handle(automationRun, runId, [{ type: 'NotePlanNotMade', reason }], senderOf(event, 'not made'));
        return;
      } catch (cause) {
        if (!(cause instanceof NoTurn)) throw cause;
        await delay(AGAIN_MS, undefined, { signal });
      }
    }
  }

  /** A plan that waits goes with its run, and comes back with it; one that was applied stays. */
  async function follow(event: RecordedEvent, runId: string, planId: string): Promise<void> {
    const { status } = (await streams.load(plan, planId)).state;
    const wanted = await isWanted(runId);
    const command =
      status === 'proposed' && !wanted
        ? ({ type: 'DismissPlan' } as const)
        : status === 'dismissed' && wanted && event.type === 'AutomationRunBroughtBack'
          ? ({ type: 'BringPlanBack' } as const)
          : null;
    if (command) await commands.handle(plan, planId, [command], senderOf(event, command.type));
  }

  function keep(signal: AbortSignal): (entry: LogEntry) => Promise<void> {
    return processes.keep({
      name: RULE_PLANS,
      types: TYPES,
      inOrder: true,
      carryOut: (event, ...ends) => react(event, AbortSignal.any([signal, ...ends])),
    });
  }

  return leasedLoop({ ...LEASE, state, clock, holder, everyMs: EVERY_MS }, (signal, progress) =>
    runReactor({ name: RULE_PLANS, log: store, state, types: TYPES, react: keep(signal), progress, signal }),
  );
}

function senderOf(event: RecordedEvent, role: string): CommandContext {
  return {
    actor: RULE_PLANS,
    commandId: uuidv5(event.id, role),
    body: role,
    correlationId: event.metadata.correlationId,
    causationId: causation(event),
  };
}
