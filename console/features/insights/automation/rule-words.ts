import type { RuleRecord, RunRecord } from '../../../../api/automation/schema.ts';
import { USUAL_DUE_DAYS } from '../../../../domain/automation-rule/terms.ts';
import { INSIGHT_SEVERITY_LABELS } from '../../../../domain/insight/terms.ts';
import type { Names } from '../../../entities/task/task-kind.tsx';

/** What it waits for, as the rest of a sentence that begins with “When”. */
export function whenOf({ detectorLabels, leastSeverity }: RuleRecord): string {
  const what = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(detectorLabels.map((each) => `“${each}”`));
  const least = (INSIGHT_SEVERITY_LABELS[leastSeverity] ?? leastSeverity).toLowerCase();
  return leastSeverity === 'info' ? `${what} is raised` : `${what} is raised, at least as ${least}`;
}

/** What it does then. */
export function thenOf({ act, actLabel, assignedTo, dueInDays, subject }: RuleRecord, names: Names): string {
  if (act === 'task') {
    const whom = assignedTo === null ? '' : ` for ${names[assignedTo] ?? 'somebody'}`;
    return `${actLabel}${whom}, due in ${workingDays(dueInDays ?? USUAL_DUE_DAYS)}`;
  }
  if (act === 'message') return subject === null ? `${actLabel}: the usual reminder` : `${actLabel}: “${subject}”`;
  return actLabel;
}

function workingDays(days: number): string {
  return days === 1 ? '1 working day' : `${days} working days`;
}

/** What a run did, in a few words. */
export function didOf({ made, skipped, notMade, isTakenBack, act }: RunRecord): string {
  if (isTakenBack) return 'Taken back';
  if (notMade !== null) return notMade;
  if (made.length === 0) {
    return skipped.some(({ because }) => because === 'daily_limit') ? 'Over its daily limit' : 'Found nothing to do';
  }
  const [one = '', many = ''] = MADE[act] ?? ['record', 'records'];
  return made.length === 1 ? `1 ${one}` : `${made.length} ${many}`;
}

const MADE: Readonly<Record<string, readonly [one: string, many: string]>> = {
  message: ['message prepared', 'messages prepared'],
  task: ['task made', 'tasks made'],
  new_job: ['unscheduled job added', 'unscheduled jobs added'],
  take_off: ['visit taken off its day', 'visits taken off their days'],
  plan: ['plan asked for', 'plans asked for'],
};
