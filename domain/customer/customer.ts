import { pickFields } from '../kit/changes.ts';
import { isAsShown } from '../kit/confirmation.ts';
import { type Decider, erasedRejection, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { erasedFields, partOf } from '../kit/event.ts';
import { existing, type Presence, type PresenceWords, present, revision, type There } from '../kit/presence.ts';
import { isSeen } from '../kit/seen-text.ts';
import { type Contact, type CustomerEvent, contactDetails, NO_CONTACT } from './events.ts';
import {
  type AddressParts,
  detailsOf,
  erasedProperties,
  evolveProperties,
  firstProperty,
  isBlank,
  NO_PROPERTY_DETAILS,
  type Property,
  type PropertyDetails,
  requirePlace,
} from './properties.ts';
import { MOST_PROPERTIES } from './terms.ts';

/** What is known about somebody who becomes a customer; a missing field has no value. */
export interface CustomerDetails extends Partial<Contact>, AddressParts {
  /** The lead that they came from. */
  leadId: string | null;
  /** The quote that they approved, if they did not come from a lead. */
  quoteId?: string | null;
}

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Customer {
  leadId: string | null;
  contact: Contact;
  properties: readonly Property[];
  /**
   * Whether a person has changed their record since they were registered, or has made something for them. Once true it
   * stays true, even if that change is undone: a step of a process that appended nothing is decided again when a
   * reactor repeats it, and must then decide the same.
   */
  isWorkedOn: boolean;
  /** Whether they were archived by the undo of their conversion, not by a person. */
  isArchivedByUndo: boolean;
  isErased: boolean;
}

/** The contact of somebody who was erased. */
export const ERASED_CONTACT = erasedFields(contactDetails);

/** An archived customer counts as removed. */
export type CustomerState = Presence<Customer>;

function evolve(state: CustomerState, event: CustomerEvent): CustomerState {
  if (event.type === 'CustomerRegistered') {
    const { leadId } = event.data;
    const contact = partOf(contactDetails, event.data);
    const properties = evolveProperties([], event);
    return {
      presence: 'present',
      leadId,
      contact,
      properties,
      isWorkedOn: false,
      isArchivedByUndo: false,
      isErased: false,
    };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'CustomerDetailsRevised':
      return { ...state, contact: { ...state.contact, ...event.data } as Contact, isWorkedOn: true };
    case 'PropertyAdded':
    case 'PropertyRevised':
    case 'PropertyRemoved':
      return { ...state, properties: evolveProperties(state.properties, event), isWorkedOn: true };
    case 'CustomerArchived':
      return { ...state, presence: 'removed', isArchivedByUndo: !event.data.byHand };
    case 'CustomerRestored':
      return {
        ...state,
        presence: 'present',
        isArchivedByUndo: false,
        isWorkedOn: state.isWorkedOn || event.data.byHand,
      };
    case 'CustomerWorkBegan':
      return { ...state, isWorkedOn: true };
    case 'CustomerErased':
      return {
        ...state,
        contact: { ...state.contact, ...ERASED_CONTACT },
        properties: erasedProperties(event.data),
        isWorkedOn: true,
        isErased: true,
      };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type CustomerCommand =
  /**
   * Without `propertyId` the property takes the lead's id, or the quote's: a repeated step of a process must give the
   * same one.
   */
  | { type: 'RegisterCustomer'; details: CustomerDetails; propertyId?: string; now: string }
  /** A missing field is unchanged. The address is the first property's, which becomes `newPropertyId` if there is none. */
  | { type: 'ReviseCustomer'; details: Partial<Contact>; address?: Partial<AddressParts>; newPropertyId?: string }
  | { type: 'AddProperty'; propertyId: string; details: PropertyDetails }
  | { type: 'ReviseProperty'; propertyId: string; details: Partial<PropertyDetails> }
  | { type: 'RemoveProperty'; propertyId: string }
  /** The undo of a conversion keeps a customer whose record has been worked on; a person may archive anybody. */
  | { type: 'ArchiveCustomer'; evenIfWorkedOn?: true }
  /** A conversion that brings them back does not count as work on their record. */
  | { type: 'RestoreCustomer'; byConversion?: true }
  /** The first job, photo or other record was made for them: sent by the process `begin-work`. */
  | { type: 'BeginWork'; category: string; recordId: string }
  /** `confirm` is the full name, as it is shown. */
  | { type: 'EraseCustomer'; confirm: string };

const CUSTOMER: PresenceWords = {
  noun: 'customer',
  absent: 'There is no such customer.',
  taken: 'This customer already exists.',
  removed: 'This customer is archived. Restore them to change anything.',
};

function decide(command: CustomerCommand, state: CustomerState): CustomerEvent[] {
  switch (command.type) {
    case 'RegisterCustomer':
      return register(command, state);
    case 'ReviseCustomer':
      return revise(command, present(state, CUSTOMER));
    case 'AddProperty':
      return addProperty(command.propertyId, command.details, present(state, CUSTOMER));
    case 'ReviseProperty':
      return reviseProperty(property(present(state, CUSTOMER), command.propertyId), command.details);
    case 'RemoveProperty':
      return removeProperty(command.propertyId, present(state, CUSTOMER));
    case 'ArchiveCustomer':
      return archive(command.evenIfWorkedOn === true, existing(state, CUSTOMER));
    case 'RestoreCustomer':
      return restore(command.byConversion !== true, existing(state, CUSTOMER));
    case 'BeginWork':
      return beginWork(command, existing(state, CUSTOMER));
    case 'EraseCustomer':
      return erase(command.confirm, existing(state, CUSTOMER));
    default:
      return unreachable(command);
  }
}

/**
 * A customer who was archived by the undo of their conversion comes back as they were (docs/design/commands.md#processes). One
 * archived by a person does not, because that may have happened after the conversion that is repeated here. If they are
 * to come back, the lead has another event that says so.
 */
function register(
  { details, propertyId, now }: Extract<CustomerCommand, { type: 'RegisterCustomer' }>,
  state: CustomerState,
): CustomerEvent[] {
  if (state.presence === 'present') return [];
  if (state.presence === 'removed')
    return state.isErased || !state.isArchivedByUndo ? [] : [{ type: 'CustomerRestored', data: { byHand: false } }];
  const { leadId, address, city, state: inState, zipCode } = details;
  const quoteId = details.quoteId ?? null;
  // The step of a process cannot be refused, and every lead and every signature has a name.
  if (leadId === null && quoteId === null) requireName({ ...NO_CONTACT, ...details });
  const first = isBlank({ address, city, inState, zipCode }) ? null : (propertyId ?? leadId ?? quoteId);
  const data = { ...NO_CONTACT, ...details, quoteId, registeredAt: now, propertyId: first };
  return [{ type: 'CustomerRegistered', data }];
}

function revise(
  { details, address = {}, newPropertyId }: Extract<CustomerCommand, { type: 'ReviseCustomer' }>,
  customer: Customer,
): CustomerEvent[] {
  requireName({ ...customer.contact, ...details });
  const revised = (data: Partial<Contact>): CustomerEvent => ({ type: 'CustomerDetailsRevised', data });
  return [...revision(details, customer.contact, revised), ...reviseAddress(address, newPropertyId, customer)];
}

/** Clearing the address removes the property too if nothing else is known about it. */
function reviseAddress(
  address: Partial<AddressParts>,
  newPropertyId: string | undefined,
  customer: Customer,
): CustomerEvent[] {
  const first = firstProperty(customer.properties);
  if (first) {
    const isGone = isBlank({ ...detailsOf(first), ...address });
    return isGone ? removeProperty(first.id, customer) : reviseProperty(first, address);
  }
  if (isBlank(address) || newPropertyId === undefined) return [];
  return addProperty(newPropertyId, { ...NO_PROPERTY_DETAILS, ...address }, customer);
}

function addProperty(propertyId: string, details: PropertyDetails, { properties }: Customer): CustomerEvent[] {
  const shown = properties.filter(({ removed }) => removed === undefined);
  if (shown.some(({ id }) => id === propertyId)) {
    throw new Rejection('conflict', 'This customer already has a property with this id.');
  }
  if (shown.length >= MOST_PROPERTIES) {
    throw new Rejection('conflict', `A customer has at most ${MOST_PROPERTIES} properties. Remove one first.`);
  }
  requirePlace(details);
  return [{ type: 'PropertyAdded', data: { propertyId, ...details } }];
}

function reviseProperty(property: Property, change: Partial<PropertyDetails>): CustomerEvent[] {
  return revision(
    change,
    detailsOf(property),
    (changes) => ({ type: 'PropertyRevised', data: { propertyId: property.id, ...changes } }),
    requirePlace,
  );
}

function removeProperty(propertyId: string, customer: Customer): CustomerEvent[] {
  const known = customer.properties.find(({ id }) => id === propertyId);
  if (!known) throw new Rejection('not_found', 'This customer has no such property.');
  return known.removed ? [] : [{ type: 'PropertyRemoved', data: { propertyId } }];
}

function archive(evenIfWorkedOn: boolean, state: There<Customer>): CustomerEvent[] {
  if (state.presence === 'removed' || (state.isWorkedOn && !evenIfWorkedOn)) return [];
  return [{ type: 'CustomerArchived', data: { byHand: evenIfWorkedOn } }];
}

function restore(byHand: boolean, state: There<Customer>): CustomerEvent[] {
  // The step of a process cannot be refused.
  if (state.isErased && byHand) throw erasedRejection('customer');
  return state.presence === 'present' || state.isErased ? [] : [{ type: 'CustomerRestored', data: { byHand } }];
}

/**
 * Whoever made the record saw the customer there. If the undo of the conversion came first anyway, the customer
 * comes back, just as they would have stayed had it come second. If a person archived them, they stay archived.
 */
function beginWork(
  { category, recordId }: Extract<CustomerCommand, { type: 'BeginWork' }>,
  state: There<Customer>,
): CustomerEvent[] {
  if (state.isWorkedOn) return [];
  const began: CustomerEvent = { type: 'CustomerWorkBegan', data: { category, recordId } };
  return state.isArchivedByUndo ? [{ type: 'CustomerRestored', data: { byHand: false } }, began] : [began];
}

function erase(confirm: string, { isErased, contact, leadId, properties }: Customer): CustomerEvent[] {
  if (isErased) return [];
  if (!isAsShown(confirm, fullName(contact))) {
    throw new Rejection('invalid', 'Enter the full name of this customer exactly as it is shown.', 'confirm');
  }
  const shown = properties.filter(({ removed }) => removed === undefined);
  return [{ type: 'CustomerErased', data: { leadId, propertyIds: shown.map(({ id }) => id) } }];
}

function fullName({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Why the undo of a conversion did not archive the customer; null if it did. */
export function whyKept(state: CustomerState): string | null {
  return state.presence === 'present'
    ? 'The customer was kept, because someone has worked on their record since.'
    : null;
}

function property({ properties }: Customer, propertyId: string): Property {
  const found = properties.find(({ id }) => id === propertyId);
  if (!found) throw new Rejection('not_found', 'This customer has no such property.');
  if (found.removed) throw new Rejection('removed', 'This property was removed. Undo the removal to change it.');
  return found;
}

function requireName({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): void {
  if (isSeen(firstName) || isSeen(lastName)) return;
  throw new Rejection('invalid', 'Enter a first or a last name.', 'firstName');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: CustomerEvent, before: CustomerState): CustomerCommand | null {
  switch (event.type) {
    case 'CustomerRegistered':
    case 'CustomerRestored':
      return { type: 'ArchiveCustomer', evenIfWorkedOn: true };
    case 'CustomerArchived':
      return { type: 'RestoreCustomer' };
    case 'CustomerDetailsRevised':
      return before.presence === 'absent'
        ? null
        : { type: 'ReviseCustomer', details: pickFields(before.contact, event.data) };
    case 'PropertyAdded':
      return { type: 'RemoveProperty', propertyId: event.data.propertyId };
    case 'PropertyRevised':
    case 'PropertyRemoved':
      return inverseOfProperty(event, before);
    // This is never taken back, even if the first record is undone.
    case 'CustomerWorkBegan':
    case 'CustomerErased':
      return null;
    default:
      return unreachable(event);
  }
}

function inverseOfProperty(
  event: Extract<CustomerEvent, { type: 'PropertyRevised' | 'PropertyRemoved' }>,
  before: CustomerState,
): CustomerCommand | null {
  const { propertyId } = event.data;
  const known = before.presence === 'absent' ? undefined : before.properties.find(({ id }) => id === propertyId);
  if (!known) return null;
  const details = detailsOf(known);
  if (event.type === 'PropertyRemoved') return { type: 'AddProperty', propertyId, details };
  return { type: 'ReviseProperty', propertyId, details: pickFields(details, event.data) };
}

export const customer: Decider<CustomerState, CustomerCommand, CustomerEvent> = {
  category: 'customer',
  // The lead, or the quote they approved, is the same person. The customer is erased first, and that record with them.
  whose: {
    begins: 'CustomerRegistered',
    follows: [
      { category: 'lead', by: 'leadId' },
      { category: 'quote', by: 'quoteId' },
    ],
    erase: null,
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
