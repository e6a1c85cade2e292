import { type Decider, unchanged, unreachable } from '../kit/decider.ts';
import { partOf } from '../kit/event.ts';
import { existing, type Presence, presenceWords } from '../kit/presence.ts';
import { type AutomationRun, type AutomationRunEvent, runDetails } from './events.ts';

/** It is `removed` while it is taken back. */
export type AutomationRunState = Presence<{
  run: AutomationRun;
  /** Why the optimizer made no plan; null if it did, or was not asked. */
  notMade: string | null;
}>;

function evolve(state: AutomationRunState, event: AutomationRunEvent): AutomationRunState {
  if (event.type === 'AutomationRan') {
    return { presence: 'present', run: partOf(runDetails, event.data), notMade: null };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'AutomationRunTakenBack':
      return { ...state, presence: 'removed' };
    case 'AutomationRunBroughtBack':
      return { ...state, presence: 'present' };
    case 'AutomationPlanNotMade':
      return { ...state, notMade: event.data.reason };
    default:
      return unchanged(state, event);
  }
}

export type AutomationRunCommand =
  /** It decides nothing if it is known already. */
  | { type: 'RecordRun'; run: AutomationRun; now: string }
  | { type: 'TakeBackRun' }
  | { type: 'BringBackRun' }
  | { type: 'NotePlanNotMade'; reason: string };

const RUN = presenceWords('run of a rule');

function decide(command: AutomationRunCommand, state: AutomationRunState): AutomationRunEvent[] {
  switch (command.type) {
    case 'RecordRun':
      if (state.presence !== 'absent') return [];
      return [{ type: 'AutomationRan', data: { ...command.run, ranAt: command.now } }];
    case 'TakeBackRun':
      return existing(state, RUN).presence === 'removed' ? [] : [{ type: 'AutomationRunTakenBack', data: {} }];
    case 'BringBackRun':
      return existing(state, RUN).presence === 'present' ? [] : [{ type: 'AutomationRunBroughtBack', data: {} }];
    case 'NotePlanNotMade':
      if (existing(state, RUN).notMade !== null) return [];
      return [{ type: 'AutomationPlanNotMade', data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

function inverse(event: AutomationRunEvent): AutomationRunCommand | null {
  switch (event.type) {
    case 'AutomationRan':
    case 'AutomationRunBroughtBack':
      return { type: 'TakeBackRun' };
    case 'AutomationRunTakenBack':
      return { type: 'BringBackRun' };
    case 'AutomationPlanNotMade':
      return null;
    default:
      return unreachable(event);
  }
}

/** What a rule did because an insight was raised, and what it left out (docs/design/automation.md). */
export const automationRun: Decider<AutomationRunState, AutomationRunCommand, AutomationRunEvent> = {
  category: 'automation_run',
  noun: 'run of a rule',
  whose: 'nobody',
  asides: ['AutomationPlanNotMade'],
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
