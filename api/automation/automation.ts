import { automationRule } from '../../domain/automation-rule/automation-rule.ts';
import type { AutomationRuleDetails } from '../../domain/automation-rule/events.ts';
import { type AutomationRunCommand, automationRun } from '../../domain/automation-run/automation-run.ts';
import type { AutomationRun } from '../../domain/automation-run/events.ts';
import { AUTOMATION } from '../../domain/automation-run/terms.ts';
import { batch } from '../../domain/batch/batch.ts';
import type { BatchItem } from '../../domain/batch/events.ts';
import type { BatchKind } from '../../domain/batch/terms.ts';
import type { InsightEvent } from '../../domain/insight/events.ts';
import { insight, insightStatusOf, severityRankOf } from '../../domain/insight/insight.ts';
import type { InsightStatus } from '../../domain/insight/terms.ts';
import { partsOfStream, type Recorded, type RecordedEvent } from '../../domain/kit/event.ts';
import { type Batches, BatchRefused, batchIdOf } from '../../platform/commands/batches.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { causation } from '../../platform/commands/processes.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { untilReached } from '../../platform/runtime/live-read-models.ts';
import { automationRules } from '../../projections/automation-rules.ts';
import { automationRuns } from '../../projections/automation-runs.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { runCommandId, runIdOf } from './ids.ts';
import { RAISES, type Raise, raiseOf } from './raises.ts';
import { madeIn } from './record.ts';
import { skip, type WhatToDo, whatToDo } from './what-to-do.ts';

/** How many rules can be on at once, and how many runs of one on a day are counted. */
const MOST_RULES = 1_000;
const MOST_RUNS = 10_000;
/** How often what a rule of a record refuses is left out, and the rest decided anew. */
const MOST_TRIES = 3;

export interface Automation {
  types: ReadonlySet<string>;
  /** Does what the rules say of an insight that was raised; once, however often it is asked. @throws what cannot be read; StoreUnavailable */
  react(event: RecordedEvent, signal: AbortSignal): Promise<void>;
}

type Context = Pick<ApiContext, 'streams' | 'readModels' | 'state' | 'store' | 'clock'> & {
  commands: CommandHandler;
  batches: Batches;
};

/** Whether a rule waits for an insight of this kind. */
export function waitsFor(
  { detectors, leastSeverity }: Pick<AutomationRuleDetails, 'detectors' | 'leastSeverity'>,
  { detector, severity }: Pick<Raise, 'detector' | 'severity'>,
): boolean {
  return detectors.includes(detector) && severityRankOf(severity) >= severityRankOf(leastSeverity);
}

export function createAutomation(context: Context): Automation {
  const { streams, readModels, store, clock, commands, batches } = context;

  async function runRule(ruleId: string, { raise, stands }: Raised, event: RecordedEvent, signal: AbortSignal) {
    // Whoever carries it out finds what was done before.
    const runId = runIdOf(ruleId, raise.eventId);
    const commandId = runCommandId(runId);
    const sender = { actor: AUTOMATION, commandId, body: runId };
    if ((await streams.load(batch, batchIdOf(sender))).state.acts.length > 0) {
      await batches.carryOut({ kind: 'rule_task', planId: null, items: [] }, sender);
      return;
    }
    if ((await streams.load(automationRun, runId)).state.presence !== 'absent') return;

    const { state, position } = await streams.load(automationRule, ruleId);
    // What was raised before somebody turned the rule on, or changed it, is not its business.
    if (state.presence !== 'present' || !state.isOn || position >= event.position) return;
    if (!waitsFor(state.details, raise)) return;
    await untilReached(readModels, await store.head(), signal);
    const now = isoNow(clock);
    const today = dayOf(clock(), await companyZone(context));
    const left = state.details.dailyLimit - (await madeOn(ruleId, today));
    const asked = { rule: state.details, raise, runId, today, now, left };
    const what = stands === 'open' ? await whatToDo(context, asked) : nothing(raise, stands);
    const run: Omit<AutomationRun, 'steps' | 'skipped' | 'days'> = {
      ruleId,
      insightId: raise.insightId,
      detector: raise.detector,
      severity: raise.severity,
      raisedAt: raise.raisedAt,
      act: state.details.act,
      day: today,
    };
    await carryOut(what, { run, runId, now, event, sender });
  }

  /** How much a rule has made on a day, also what was taken back since. */
  async function madeOn(ruleId: string, day: string): Promise<number> {
    const { documents: items } = await readModels
      .current()
      .find(automationRuns.collection, { where: { ruleId, day }, limit: MOST_RUNS });
    return items.reduce((sum, run) => sum + madeIn(run).length, 0);
  }

  async function carryOut(planned: WhatToDo, { run, runId, now, event, sender }: Running): Promise<void> {
    let what = planned;
    for (let tries = 0; tries < MOST_TRIES && what.steps.length > 0; tries++) {
      const { steps, skipped, days } = what;
      const record = { type: 'RecordRun', run: { ...run, steps, skipped, days }, now } as const;
      const own: BatchItem = {
        stream: `${automationRun.category}-${runId}`,
        recordId: runId,
        expectedRevision: null,
        commands: [record],
      };
      try {
        const kind = `rule_${run.act}` as BatchKind;
        await batches.carryOut({ kind, planId: null, items: [own, ...what.items] }, sender);
        return;
      } catch (cause) {
        if (!(cause instanceof BatchRefused)) throw cause;
        what = without(what, new Set(cause.refused.map(({ recordId }) => recordId)));
      }
    }
    // Nothing to undo: it is told with the rule alone.
    const { skipped } = without(what, new Set(what.steps.map(({ id }) => id)));
    const record: AutomationRunCommand = {
      type: 'RecordRun',
      run: { ...run, steps: [], skipped, days: null },
      now,
    };
    await commands.handle(automationRun, runId, [record], {
      ...sender,
      correlationId: event.metadata.correlationId,
      causationId: causation(event),
    });
  }

  return {
    types: RAISES,
    async react(event, signal) {
      const { id } = partsOfStream(event.stream);
      const { state } = await streams.load(insight, id);
      if (state.presence === 'absent') return;
      const raise = raiseOf(event as Extract<Recorded<InsightEvent>, { type: 'InsightRaised' }>, id, state);
      if (raise === null) return;
      await untilReached(readModels, event.position, signal);
      const { documents: items } = await readModels.current().find(automationRules.collection, {
        where: { removed: null, isOn: true },
        order: { field: 'createdAt', direction: 'asc' },
        limit: MOST_RULES,
      });
      const failed: unknown[] = [];
      for (const rule of items.filter((each) => waitsFor(each, raise))) {
        // What one rule cannot do holds up no other.
        await runRule(rule.id, { raise, stands: insightStatusOf(state) }, event, signal).catch((cause: unknown) =>
          failed.push(cause),
        );
      }
      if (failed.length > 0) throw failed[0];
    },
  };
}

/** A raise, and where its insight stands by now. */
interface Raised {
  raise: Raise;
  stands: InsightStatus;
}

/** Nothing is done about what has passed, or what somebody has dismissed, before its run. */
function nothing({ insightId }: Raise, stands: InsightStatus): WhatToDo {
  const because = stands === 'dismissed' ? 'dismissed' : 'settled';
  return { steps: [], skipped: [skip({ kind: insight.category, id: insightId }, because)], items: [], days: null };
}

interface Running {
  run: Omit<AutomationRun, 'steps' | 'skipped' | 'days'>;
  runId: string;
  now: string;
  event: RecordedEvent;
  sender: { actor: string; commandId: string; body: string };
}

/** The same without what a rule of a record refuses. */
function without({ steps, skipped, items, days }: WhatToDo, refused: ReadonlySet<string>): WhatToDo {
  const isRefused = ({ id }: { id: string }) => refused.has(id);
  return {
    steps: steps.filter((each) => !isRefused(each)),
    skipped: [
      ...skipped,
      ...steps.filter(isRefused).map(({ kind, id, about }) => skip(about ?? { kind, id }, 'refused')),
    ],
    items: items.filter(({ recordId }) => !refused.has(recordId)),
    days,
  };
}
