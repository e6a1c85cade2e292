import { hazardsIn, withHazardsIn } from '../analysis/hazards.ts';
import { splitAddress, splitName } from '../customer/from-lead.ts';
import { CUSTOMER_LIMITS } from '../customer/terms.ts';
import { pickFields } from '../kit/changes.ts';
import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { erasedFields } from '../kit/event.ts';
import {
  existing,
  type Presence,
  presenceWords,
  present,
  removal,
  requireNew,
  restoral,
  revision,
  type There,
} from '../kit/presence.ts';
import { isSeen } from '../kit/seen-text.ts';
import { type LeadDetails, type LeadEvent, type LeadRequest, leadDetails, NO_LEAD_DETAILS } from './events.ts';
import { LEAD_LIMITS, type LeadStatus } from './terms.ts';

/** The status that a conversion sets. */
const WON = 'Won' satisfies LeadStatus;

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Lead {
  details: LeadDetails;
  status: string;
  /** Set while the lead is converted, with the status it had before. */
  conversion: { customerId: string; statusBefore: string } | null;
  /** How often it was converted, at first or again to bring back its customer; undone conversions do not count. */
  conversions: number;
  /** Set by the first conversion for good: undoing it leaves a customer, archived or not, who is the same person. */
  hasBeenCustomer?: true;
  isErased: boolean;
  /** Removed by undoing the taking of the external lead, not by a person. */
  isTakenBack?: true;
}

/** The personal details of a lead whose person was erased. */
export const ERASED_DETAILS = erasedFields(leadDetails);

export type LeadState = Presence<Lead>;

function evolve(state: LeadState, event: LeadEvent): LeadState {
  if (event.type === 'LeadCaptured') {
    const { status, capturedAt: _, ...details } = event.data;
    return { presence: 'present', details, status, conversion: null, conversions: 0, isErased: false };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'LeadRequested':
      return state;
    case 'LeadDetailsRevised':
      return { ...state, details: { ...state.details, ...event.data } as LeadDetails };
    case 'LeadStatusChanged':
      return { ...state, status: event.data.status };
    case 'LeadConverted':
      return {
        ...state,
        status: WON,
        conversion: { customerId: event.data.customerId, statusBefore: state.status },
        conversions: state.conversions + 1,
        hasBeenCustomer: true,
      };
    case 'LeadConversionReverted':
      return { ...state, status: event.data.status, conversion: null, conversions: state.conversions - 1 };
    case 'LeadConversionRenewed':
      return { ...state, conversions: state.conversions + 1 };
    case 'LeadRenewalReverted':
      return { ...state, conversions: state.conversions - 1 };
    case 'LeadRemoved':
      return { ...state, presence: 'removed' };
    case 'LeadTakenBack':
      return { ...state, presence: 'removed', isTakenBack: true };
    case 'LeadRestored': {
      const { isTakenBack: _, ...rest } = state;
      return { ...rest, presence: 'present' };
    }
    case 'LeadErased':
      return { ...state, details: { ...state.details, ...ERASED_DETAILS }, isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type LeadCommand =
  /**
   * A missing field has no value.
   * @param request only for a lead that came through a public form
   */
  | { type: 'CaptureLead'; details: Partial<LeadDetails>; request?: LeadRequest; now: string }
  /** A missing field is unchanged. The hazards are joined by those that only the new description names. */
  | { type: 'ReviseLead'; details: Partial<LeadDetails>; status?: string }
  /** Puts back what a revision changed, as it was: a description that comes back names nothing anew. */
  | { type: 'RestoreDetails'; details: Partial<LeadDetails> }
  /** A quote was started for it. Never refused. */
  | { type: 'BeginQuoting' }
  /**
   * `count` is {@link nextConversion} of the lead as the sender saw it; given only if its customer was archived at that
   * time.
   */
  | { type: 'ConvertLead'; customerId: string; count?: number | undefined }
  /**
   * The customer has approved a quote. A lost or removed lead comes back first. Never refused.
   * @param customerId the customer to convert it to, unless it is converted already; null if they were a customer
   * before
   */
  | { type: 'WinLead'; customerId: string | null }
  | { type: 'RevertConversion' }
  /** Puts back a reverted conversion, with the status the lead had. */
  | { type: 'RestoreConversion'; customerId: string; status: string }
  | { type: 'RevertRenewal'; count: number }
  /** Puts back a reverted renewal; another step puts back the status. */
  | { type: 'RestoreRenewal'; count: number }
  /** An external lead was taken. A lead that is there already stays as it is. Never refused. */
  | { type: 'AdmitLead'; details: Partial<LeadDetails>; request: LeadRequest; now: string }
  /** The taking is undone: the lead is removed, unless somebody has worked on it. Never refused. */
  | { type: 'TakeBackLead' }
  | { type: 'RemoveLead' }
  | { type: 'RestoreLead' }
  /** Together with the customer or the external lead that is the same person. Never refused. */
  | { type: 'EraseLead' }
  /** Erases somebody known only by a lead. `confirm` is their name, as it is shown. */
  | { type: 'ErasePersonOfLead'; confirm: string };

const LEAD = presenceWords('lead');

function decide(command: LeadCommand, state: LeadState): LeadEvent[] {
  switch (command.type) {
    case 'CaptureLead':
      return capture(command, state);
    case 'ReviseLead':
      return revise(command.details, command.status, present(state, LEAD));
    case 'RestoreDetails':
      return reviseDetails(command.details, present(state, LEAD));
    case 'BeginQuoting':
      return beginQuoting(state);
    case 'ConvertLead':
      return convert(command.customerId, command.count, present(state, LEAD));
    case 'WinLead':
      return win(command.customerId, state);
    case 'RevertConversion':
      return revertConversion(present(state, LEAD));
    case 'RestoreConversion':
      return restoreConversion(command.customerId, command.status, present(state, LEAD));
    case 'RevertRenewal':
      return revertRenewal(command.count, present(state, LEAD));
    case 'RestoreRenewal':
      return renew(command.count, present(state, LEAD));
    case 'AdmitLead':
      return admit(command, state);
    case 'TakeBackLead':
      return state.presence === 'present' && !isWorkedOn(state) ? [{ type: 'LeadTakenBack', data: {} }] : [];
    case 'RemoveLead':
      return removal(state, LEAD, { type: 'LeadRemoved', data: {} });
    case 'RestoreLead':
      return restoral(state, LEAD, { type: 'LeadRestored', data: {} });
    case 'EraseLead':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'LeadErased', data: {} }];
    case 'ErasePersonOfLead':
      return erasePerson(command.confirm, existing(state, LEAD));
    default:
      return unreachable(command);
  }
}

function capture(command: Extract<LeadCommand, { type: 'CaptureLead' }>, state: LeadState): LeadEvent[] {
  const { request, now } = command;
  const given = { ...NO_LEAD_DETAILS, ...command.details };
  const details = { ...given, hazards: withNamed(given.hazards, given.description, NO_LEAD_DETAILS) };
  requireNew(state, LEAD);
  requireName(details.name);
  const events: LeadEvent[] = [
    { type: 'LeadCaptured', data: { ...details, status: 'New' satisfies LeadStatus, capturedAt: now } },
  ];
  if (request) events.push({ type: 'LeadRequested', data: request });
  return events;
}

/** A lead that undoing the taking removed comes back; one that a person removed does not. */
function admit(command: Extract<LeadCommand, { type: 'AdmitLead' }>, state: LeadState): LeadEvent[] {
  if (state.presence === 'absent') return capture({ ...command, type: 'CaptureLead' }, state);
  return isTakenBack(state) && !state.isErased ? [{ type: 'LeadRestored', data: {} }] : [];
}

function erasePerson(confirm: string, state: There<Lead>): LeadEvent[] {
  if (state.isErased) return [];
  if (state.hasBeenCustomer) {
    throw new Rejection('conflict', 'A customer was made of this lead. Erase the customer: the lead goes with them.');
  }
  if (isTakenBack(state)) {
    throw new Rejection('conflict', 'This lead is an external lead again. Erase it there: the lead goes with it.');
  }
  if (!isAsShown(confirm, state.details.name ?? '')) {
    throw new Rejection('invalid', 'Enter the full name of this lead exactly as it is shown.', 'confirm');
  }
  return [{ type: 'LeadErased', data: {} }];
}

/** Whether it was removed by undoing the taking of the external lead. */
export function isTakenBack(state: LeadState): boolean {
  return state.presence === 'removed' && state.isTakenBack === true;
}

function isWorkedOn({ status, conversion }: Lead): boolean {
  return status !== 'New' || conversion !== null;
}

/** Why undoing the taking left the lead in the pipeline; null if it is gone. */
export function whyKept(state: LeadState): string | null {
  return state.presence === 'present'
    ? 'The lead stays in your pipeline, because someone has worked on it since.'
    : null;
}

function revise(details: Partial<LeadDetails>, status: string | undefined, state: Lead): LeadEvent[] {
  if (details.name !== undefined) requireName(details.name);
  const { hazards: listed = state.details.hazards, description = null } = details;
  const hazards = withNamed(listed, description, state.details);
  const events = reviseDetails({ ...details, hazards }, state);
  if (status !== undefined && status !== state.status) events.push({ type: 'LeadStatusChanged', data: { status } });
  return events;
}

function reviseDetails(details: Partial<LeadDetails>, state: Lead): LeadEvent[] {
  return revision(details, state.details, (data): LeadEvent => ({ type: 'LeadDetailsRevised', data }));
}

/**
 * Hazards with those that a description names, and the one before it did not: what was cleared stays so. With the same
 * description, as in a command that is repeated, those that it brought stay.
 */
function withNamed(hazards: string[], description: string | null, before: LeadDetails): string[] {
  if (description === null) return hazards;
  const isSame = description === before.description;
  const old = hazardsIn(before.description).filter((hazard) => !(isSame && before.hazards.includes(hazard)));
  const known = [...hazards, ...old];
  const named = withHazardsIn(hazards, description).filter((hazard) => !known.includes(hazard));
  return [...hazards, ...named].slice(0, LEAD_LIMITS.hazards);
}

/** Moves only a lead that had not come this far; a removed or lost one stays as it is. */
function beginQuoting(state: LeadState): LeadEvent[] {
  const isBefore = state.presence === 'present' && !state.isErased && ['New', 'Contacted'].includes(state.status);
  return isBefore ? [{ type: 'LeadStatusChanged', data: { status: 'Quoting' satisfies LeadStatus } }] : [];
}

/**
 * From any status but Lost, the lead becomes Won. A converted lead keeps its first customer. Bringing back an archived
 * customer is a separate event, so that a conversion repeated later cannot bring back someone whom a person has
 * archived since.
 */
function convert(customerId: string, count: number | undefined, state: Lead): LeadEvent[] {
  if (state.status === 'Lost') {
    throw new Rejection('conflict', 'A lost lead cannot be converted. Move it to another status first.');
  }
  if (!state.conversion) {
    const isArchived = count === state.conversions + 1;
    return [converted(customerId, state), ...(isArchived ? [renewed(customerId)] : [])];
  }
  const events = count === undefined ? [] : renew(count, state);
  if (state.status !== WON) events.push({ type: 'LeadStatusChanged', data: { status: WON } });
  return events;
}

function win(customerId: string | null, state: LeadState): LeadEvent[] {
  if (state.presence === 'absent' || state.isErased) return [];
  const back: LeadEvent[] = state.presence === 'removed' ? [{ type: 'LeadRestored', data: {} }] : [];
  if (customerId === null || state.conversion) {
    return state.status === WON ? back : [...back, { type: 'LeadStatusChanged', data: { status: WON } }];
  }
  // Undoing the conversion restores the status before it, which must be one with work left.
  const status = 'Quoting' satisfies LeadStatus;
  if (state.status === 'Lost') back.push({ type: 'LeadStatusChanged', data: { status } });
  return [...back, converted(customerId, state)];
}

/**
 * The count that the next conversion must give to bring back an archived customer: of two sent at once, only one
 * matches.
 */
export function nextConversion(state: LeadState): number {
  return state.presence === 'absent' ? 1 : state.conversions + 1;
}

function renew(count: number, { conversion, conversions }: Lead): LeadEvent[] {
  if (!conversion || count !== conversions + 1) return [];
  return [renewed(conversion.customerId)];
}

function renewed(customerId: string): LeadEvent {
  return { type: 'LeadConversionRenewed', data: { customerId } };
}

function revertRenewal(count: number, { conversion, conversions }: Lead): LeadEvent[] {
  if (!conversion || count !== conversions) return [];
  return [{ type: 'LeadRenewalReverted', data: { customerId: conversion.customerId } }];
}

function converted(customerId: string, { details }: Lead): LeadEvent {
  const { name, email, phone, address } = details;
  const person = { ...splitName(name ?? ''), email, phone, ...splitAddress(address) };
  return { type: 'LeadConverted', data: { customerId, ...person, notes: notesForCustomer(details) } };
}

/** What a customer's record takes of the work that they asked for as a lead: it is the first thing to know of them. */
function notesForCustomer(details: LeadDetails): string | null {
  const { description, notes, hazards } = details;
  const named = hazards.length === 0 ? null : `Hazards: ${hazards.join(', ')}`;
  // The end of what is too long is cut off: hazards come first.
  const text = [named, description, notes].filter((part) => isSeen(part)).join('\n\n');
  return text === '' ? null : text.slice(0, CUSTOMER_LIMITS.notes).toWellFormed();
}

/** The conversion sets Won, so any other status needs an event after it. */
function restoreConversion(customerId: string, status: string, state: Lead): LeadEvent[] {
  if (state.conversion) return [];
  const events = [converted(customerId, state)];
  if (status !== WON) events.push({ type: 'LeadStatusChanged', data: { status } });
  return events;
}

/** A status set since the conversion stays; Won goes back to the status before it. */
function revertConversion(state: Lead): LeadEvent[] {
  if (!state.conversion) return [];
  const { customerId, statusBefore } = state.conversion;
  return [
    {
      type: 'LeadConversionReverted',
      data: { customerId, status: state.status === WON ? statusBefore : state.status },
    },
  ];
}

function requireName(name: string | null): void {
  if (!isSeen(name)) throw new Rejection('invalid', 'Lead name is required.', 'name');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: LeadEvent, before: LeadState): LeadCommand | null {
  if (before.presence === 'absent') return event.type === 'LeadCaptured' ? { type: 'RemoveLead' } : null;
  switch (event.type) {
    case 'LeadCaptured':
    case 'LeadErased':
      return null;
    // The request has no inverse: it goes with the lead it was captured with.
    case 'LeadRequested':
    case 'LeadRestored':
      return { type: isTakenBack(before) ? 'TakeBackLead' : 'RemoveLead' };
    case 'LeadTakenBack':
    case 'LeadRemoved':
      return { type: 'RestoreLead' };
    case 'LeadDetailsRevised':
      return { type: 'RestoreDetails', details: pickFields(before.details, event.data) };
    case 'LeadStatusChanged':
      return { type: 'ReviseLead', details: {}, status: before.status };
    case 'LeadConverted':
      return { type: 'RevertConversion' };
    case 'LeadConversionReverted':
      return { type: 'RestoreConversion', customerId: event.data.customerId, status: before.status };
    case 'LeadConversionRenewed':
      return { type: 'RevertRenewal', count: nextConversion(before) };
    case 'LeadRenewalReverted':
      return { type: 'RestoreRenewal', count: before.conversions };
    default:
      return unreachable(event);
  }
}

export const lead: Decider<LeadState, LeadCommand, LeadEvent> = {
  category: 'lead',
  whose: 'own',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
