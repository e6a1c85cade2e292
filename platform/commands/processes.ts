import type { AnyDecider } from '../../domain/index.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { Process, Step } from '../../domain/kit/process.ts';
import type { Position } from '../../store/event-store.ts';
import { canonicalJson, uuidv5 } from '../runtime/ids.ts';
import type { CommandHandler, Outcome } from './command-handler.ts';

/** A step, and what it did. */
export interface FollowedStep {
  step: Step;
  outcome: Outcome;
}

export interface ProcessRunner {
  /** The event types that have steps. */
  types: ReadonlySet<string>;
  /**
   * Carries out the steps that follow from these events, and what follows from those, in order. Safe to repeat: each
   * step's command id is derived from the causing event.
   * @returns the steps in order
   */
  follow(events: readonly RecordedEvent[]): Promise<FollowedStep[]>;
}

export function createProcessRunner(
  processes: readonly Process[],
  deciders: ReadonlyMap<string, AnyDecider>,
  commands: CommandHandler,
): ProcessRunner {
  function stepsOf(event: RecordedEvent): { process: Process; step: Step }[] {
    const concerned = processes.filter((process) => process.types.includes(event.type));
    return concerned.flatMap((process) => process.steps(event).map((step) => ({ process, step })));
  }

  async function carryOut(event: RecordedEvent, process: Process, step: Step): Promise<Outcome> {
    const decider = deciders.get(step.category);
    if (!decider) throw new Error(`The process ${process.name} names the unknown category ${step.category}.`);
    return commands.handle(decider, step.id, [step.command], {
      actor: process.name,
      commandId: uuidv5(event.id, step.role),
      body: canonicalJson(step.command),
      correlationId: event.metadata.correlationId,
      causationId: causation(event),
    });
  }

  async function follow(events: readonly RecordedEvent[]): Promise<FollowedStep[]> {
    const followed: FollowedStep[] = [];
    for (const event of events) {
      for (const { process, step } of stepsOf(event)) {
        const outcome = await carryOut(event, process, step);
        followed.push({ step, outcome }, ...(await follow(outcome.appended)));
      }
    }
    return followed;
  }

  return { types: new Set(processes.flatMap((process) => process.types)), follow };
}

/** How an event is named as the cause of others: `<stream>@<revision>`. */
export function causation(event: Pick<RecordedEvent, 'stream' | 'revision'>): string {
  return `${event.stream}@${event.revision}`;
}

/** The later of two places in the log. */
export function later(a: Position, b: Position): Position {
  return a > b ? a : b;
}
