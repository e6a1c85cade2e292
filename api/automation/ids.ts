import { uuidv5 } from '../../platform/runtime/ids.ts';

/** The id of the command that begins the batch of a run. */
export function runCommandId(runId: string): string {
  return uuidv5(runId, 'run');
}
