import { automationRule } from '../../domain/automation-rule/automation-rule.ts';
import { AUTOMATION_ACT_LABELS } from '../../domain/automation-rule/terms.ts';
import { automationRun } from '../../domain/automation-run/automation-run.ts';
import { batch } from '../../domain/batch/batch.ts';
import { detectorLabelOf } from '../../domain/insight/terms.ts';
import { plan } from '../../domain/plan/plan.ts';
import { batchIdOf } from '../../platform/commands/batches.ts';
import { type AutomationRuleDocument, automationRules } from '../../projections/automation-rules.ts';
import { type AutomationRunDocument, automationRuns } from '../../projections/automation-runs.ts';
import { batches } from '../../projections/batches.ts';
import { plans } from '../../projections/plans.ts';
import { refusedRecords } from '../batches/refused.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { runCommandId } from './ids.ts';
import { labelsOf, shownSkips } from './named.ts';
import { type RuleRecord, type RunRecord, ruleFields } from './schema.ts';

function presentRule(rule: AutomationRuleDocument): RuleRecord {
  return {
    ...shownOf(ruleFields, rule),
    isOn: rule.isOn,
    detectorLabels: rule.detectors.map(detectorLabelOf),
    actLabel: AUTOMATION_ACT_LABELS[rule.act] ?? rule.act,
  };
}

export const automationRuleKind = recordKind({
  decider: automationRule,
  projection: automationRules,
  area: 'insights',
  title: ({ name }: AutomationRuleDocument) => name,
  found: { detail: ({ act }) => [AUTOMATION_ACT_LABELS[act] ?? act] },
  present: presentRule,
});

/** What names the step of a run, for its Undo. */
function stepOfRun(runId: string) {
  const commandId = runCommandId(runId);
  return { category: batch.category, id: batchIdOf({ commandId }), commandId };
}

function presentRun(run: AutomationRunDocument): RunRecord {
  const { ruleId, ruleName, insightId, detector, severity, raisedAt, act, day, skipped, notMade, removed } = run;
  const made = madeIn(run).map(({ kind, id }) => ({ kind, id, label: null }));
  return {
    ...shownOf({}, run),
    ruleId,
    ruleName,
    insightId,
    insightTitle: null,
    detector,
    severity,
    raisedAt,
    act,
    day,
    notMade,
    undo: made.length === 0 ? null : stepOfRun(run.id),
    refused: [],
    actLabel: AUTOMATION_ACT_LABELS[act] ?? act,
    made,
    skipped: shownSkips(skipped),
    isTakenBack: removed === true,
  };
}

/** What a run made; a plan that the optimizer did not make is none. */
export function madeIn({ steps, notMade }: Pick<AutomationRunDocument, 'steps' | 'notMade'>) {
  return notMade === null ? steps : [];
}

const insightOf = (id: string) => ({ kind: 'insight', id, label: null });

/** Adds what could not be done, or not be taken back, as their batches tell. */
async function withRefusals(context: ApiContext, runs: readonly RunRecord[]): Promise<RunRecord[]> {
  const ids = runs.flatMap(({ undo }) => (undo === null ? [] : [undo.id]));
  const found = ids.length === 0 ? undefined : await context.readModels.peek()?.get(batches.collection, ids);
  return runs.map((run) => {
    const refused = refusedRecords(context, found?.get(run.undo?.id ?? '')?.refused ?? []);
    // Of one that was taken back, these are what could not be: it made them.
    const notMade = new Set(run.isTakenBack ? [] : refused.map(({ id }) => id));
    return {
      ...run,
      made: run.made.filter(({ id }) => !notMade.has(id)),
      refused: refused.map(({ category: kind, id, message: why }) => ({ kind, id, label: null, why })),
    };
  });
}

/** Without the Undo of those whose plan was applied: the schedule has an Undo of its own, and that of the run leaves it as it is. */
async function withoutApplied(context: ApiContext, runs: readonly RunRecord[]): Promise<RunRecord[]> {
  const ids = runs.flatMap(({ made }) => made.filter(({ kind }) => kind === plan.category).map(({ id }) => id));
  const found = ids.length === 0 ? undefined : await context.readModels.peek()?.get(plans.collection, ids);
  const isApplied = ({ id }: { id: string }) => found?.get(id)?.status === 'applied';
  return runs.map((run) => (run.made.some(isApplied) ? { ...run, undo: null } : run));
}

async function withTitles(context: ApiContext, shown: readonly RunRecord[]): Promise<RunRecord[]> {
  const runs = await withoutApplied(context, await withRefusals(context, shown));
  const named = await labelsOf(
    context,
    runs.flatMap(({ insightId, made, skipped, refused }) => [insightOf(insightId), ...made, ...skipped, ...refused]),
  );
  return runs.map((run) => ({
    ...run,
    insightTitle: named(insightOf(run.insightId)).label,
    made: run.made.map(named),
    skipped: run.skipped.map(named),
    refused: run.refused.map(named),
  }));
}

export const automationRunKind = recordKind({
  decider: automationRun,
  projection: automationRuns,
  area: 'insights',
  title: ({ ruleName }: AutomationRunDocument) => ruleName,
  partOf: ({ ruleId }) => ({ category: 'automation_rule', id: ruleId }),
  present: presentRun,
  join: withTitles,
});
