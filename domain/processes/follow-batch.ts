import type { BatchEvent } from '../batch/events.ts';
import { partsOfStream, type Recorded } from '../kit/event.ts';
import type { Process, Step } from '../kit/process.ts';
import type { PlanCommand } from '../plan/plan.ts';

/**
 * Tells a plan whether it is applied: from the start of its batch, and with each undo of the batch. No step is refused,
 * because it records what the batch has done.
 */
export const followBatch: Process = {
  name: 'follow-batch',
  types: ['BatchStarted', 'BatchReverted'],
  steps(event): Step<PlanCommand>[] {
    const fact = event as Recorded<BatchEvent>;
    const { id: batchId } = partsOfStream(fact.stream);
    if (fact.type === 'BatchStarted') {
      const { planId, startedAt } = fact.data;
      return planId === null ? [] : [step(planId, { type: 'RecordApplication', batchId, now: startedAt })];
    }
    if (fact.type !== 'BatchReverted') return [];
    const { planId, isApplied } = fact.data;
    if (planId === null) return [];
    const { recordedAt } = fact.metadata;
    return [
      step(
        planId,
        isApplied
          ? { type: 'RecordApplication', batchId, now: recordedAt }
          : { type: 'RecordUndoneApplication', batchId },
      ),
    ];
  },
};

function step(planId: string, command: PlanCommand): Step<PlanCommand> {
  return { role: 'plan', category: 'plan', id: planId, command };
}
