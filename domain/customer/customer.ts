import { type Decider, Rejection, unreachable } from '../kit/decider.ts';
import type { CustomerEvent } from './events.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type CustomerState = { status: 'absent' } | { status: 'active' } | { status: 'archived' };

function evolve(state: CustomerState, event: CustomerEvent): CustomerState {
  switch (event.type) {
    case 'CustomerRegistered':
    case 'CustomerRestored':
      return { status: 'active' };
    case 'CustomerArchived':
      return { status: 'archived' };
    default:
      return state;
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export interface CustomerDetails {
  /** The lead that they came from. */
  leadId: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  notes: string | null;
}

export type CustomerCommand =
  | { type: 'RegisterCustomer'; details: CustomerDetails; now: string }
  | { type: 'ArchiveCustomer' }
  | { type: 'RestoreCustomer' };

function decide(command: CustomerCommand, state: CustomerState): CustomerEvent[] {
  switch (command.type) {
    case 'RegisterCustomer':
      return register(command.details, command.now, state);
    case 'ArchiveCustomer':
      if (state.status === 'absent') throw new Rejection('not_found', 'There is no such customer.');
      return state.status === 'archived' ? [] : [{ type: 'CustomerArchived', data: {} }];
    case 'RestoreCustomer':
      if (state.status === 'absent') throw new Rejection('not_found', 'There is no such customer.');
      return state.status === 'active' ? [] : [{ type: 'CustomerRestored', data: {} }];
    default:
      return unreachable(command);
  }
}

/** A customer who was archived comes back as they were: converting a lead again restores its customer (design §6). */
function register(details: CustomerDetails, now: string, state: CustomerState): CustomerEvent[] {
  if (state.status === 'active') return [];
  if (state.status === 'archived') return [{ type: 'CustomerRestored', data: {} }];
  return [{ type: 'CustomerRegistered', data: { ...details, registeredAt: now } }];
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: CustomerEvent): CustomerCommand | null {
  switch (event.type) {
    case 'CustomerRegistered':
    case 'CustomerRestored':
      return { type: 'ArchiveCustomer' };
    case 'CustomerArchived':
      return { type: 'RestoreCustomer' };
    default:
      return unreachable(event);
  }
}

export const customer: Decider<CustomerState, CustomerCommand, CustomerEvent> = {
  category: 'customer',
  person: true,
  initial: { status: 'absent' },
  evolve,
  decide,
  inverse,
};
