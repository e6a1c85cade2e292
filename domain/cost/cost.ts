import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { erasedFields, partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { type CostDetails, type CostEvent, costDetails } from './events.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type CostState = Presence<{ details: CostDetails; isErased?: true }>;

/** The personal fields of a cost whose person was erased. */
export const ERASED_COST = erasedFields(costDetails);

function evolve(state: CostState, event: CostEvent): CostState {
  if (event.type === 'CostRecorded') return { presence: 'present', details: partOf(costDetails, event.data) };
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'CostRevised':
      return { ...state, details: { ...state.details, ...event.data } as CostDetails };
    case 'CostRemoved':
      return { ...state, presence: 'removed' };
    case 'CostRestored':
      return { ...state, presence: 'present' };
    case 'CostErased':
      return { ...state, details: { ...state.details, ...ERASED_COST }, isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type CostCommand =
  | { type: 'RecordCost'; jobId: string | null; details: CostDetails; now: string }
  /** A missing field is unchanged. */
  | { type: 'ReviseCost'; details: Partial<CostDetails> }
  | { type: 'RemoveCost' }
  | { type: 'RestoreCost' }
  | { type: 'EraseCost' };

const COST = presenceWords('cost');

function decide(command: CostCommand, state: CostState): CostEvent[] {
  switch (command.type) {
    case 'RecordCost': {
      const { jobId, details, now } = command;
      requireNew(state, COST);
      requireAmount(details);
      return [{ type: 'CostRecorded', data: { jobId, ...details, recordedAt: now } }];
    }
    case 'ReviseCost': {
      const { details } = present(state, COST);
      return revision(command.details, details, (data) => ({ type: 'CostRevised', data }), requireAmount);
    }
    case 'RemoveCost':
      return removal(state, COST, { type: 'CostRemoved', data: {} });
    case 'RestoreCost':
      return restoral(state, COST, { type: 'CostRestored', data: {} });
    case 'EraseCost':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'CostErased', data: {} }];
    default:
      return unreachable(command);
  }
}

function requireAmount({ amount }: CostDetails): void {
  if (amount < 0) throw new Rejection('invalid', 'An amount cannot be negative.', 'amount');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: CostEvent, before: CostState): CostCommand | null {
  switch (event.type) {
    case 'CostRecorded':
    case 'CostRestored':
      return { type: 'RemoveCost' };
    case 'CostRemoved':
      return { type: 'RestoreCost' };
    case 'CostRevised':
      if (before.presence === 'absent') return null;
      return { type: 'ReviseCost', details: pickFields(before.details, event.data) };
    case 'CostErased':
      return null;
    default:
      return unreachable(event);
  }
}

export const cost: Decider<CostState, CostCommand, CostEvent> = {
  category: 'cost',
  whose: { begins: 'CostRecorded', follows: [{ category: 'job', by: 'jobId' }], erase: { type: 'EraseCost' } },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
