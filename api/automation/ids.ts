import { uuidv5 } from '../../platform/runtime/ids.ts';

/** The id of what a rule does because of a raise, so that it is done once, whoever does it. @param raise of its event */
export function runIdOf(ruleId: string, raise: string): string {
  return uuidv5(ruleId, raise);
}

/** The id of the command that begins the batch of a run. */
export function runCommandId(runId: string): string {
  return uuidv5(runId, 'run');
}
