import { type AnyDecider, deciders } from '../domain/index.ts';
import { ROLES, type Role } from '../domain/user/terms.ts';
import { HttpError } from '../platform/http/errors.ts';
import { customers } from '../projections/customers.ts';
import { equipment } from '../projections/equipment.ts';
import { leads } from '../projections/leads.ts';
import type { Projection } from '../projections/projection.ts';
import { users } from '../projections/users.ts';
import type { Document } from '../store/read-models.ts';
import { presentCustomer } from './presenters/customer.ts';
import { presentEquipment } from './presenters/equipment.ts';
import { presentLead } from './presenters/lead.ts';
import { presentUser } from './presenters/user.ts';

/** A kind of record as replies, history and undo treat it. */
export interface RecordKind {
  category: string;
  decider: AnyDecider;
  projection: Projection;
  /** The document as lists and replies show it. */
  present(document: Document): object;
  /** The roles that read its history. */
  readBy: readonly Role[];
  /** The role that changes, and so the undo of one, need. */
  changedBy: Role;
}

function kind(category: string, rest: Omit<RecordKind, 'category' | 'decider'>): [string, RecordKind] {
  const decider = deciders.get(category);
  if (!decider) throw new Error(`There is no aggregate of the category ${category}.`);
  return [category, { category, decider, ...rest }];
}

const kinds = new Map<string, RecordKind>([
  kind('lead', { projection: leads, present: presentLead, readBy: ROLES, changedBy: 'staff' }),
  kind('customer', { projection: customers, present: presentCustomer, readBy: ROLES, changedBy: 'staff' }),
  kind('equipment', { projection: equipment, present: presentEquipment, readBy: ROLES, changedBy: 'staff' }),
  // Role and state of an account are the owner's to know, and the auditor reads everything (design §7).
  kind('user', { projection: users, present: presentUser, readBy: ['owner', 'auditor'], changedBy: 'owner' }),
]);

/** Every kind of record. */
export function recordKinds(): RecordKind[] {
  return [...kinds.values()];
}

/** @throws HttpError 404 for a category that is no kind of record */
export function recordKind(category: string): RecordKind {
  const found = kinds.get(category);
  if (!found)
    throw new HttpError(404, { message: `There is no kind of record called "${category}".`, code: 'not_found' });
  return found;
}
