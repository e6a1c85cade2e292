import { COMPANY_ID } from '../../domain/company/terms.ts';
import { type AnyDecider, deciders } from '../../domain/index.ts';
import { ROSTER_ID } from '../../domain/roster/terms.ts';
import { ROLES, type Role } from '../../domain/user/terms.ts';
import type { RecordFold, StreamNow } from '../../platform/commands/stream-fold.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { company } from '../../projections/company.ts';
import { crews } from '../../projections/crews.ts';
import { customers } from '../../projections/customers.ts';
import { type Projection, recordFold } from '../../projections/engine/projection.ts';
import { equipment } from '../../projections/equipment.ts';
import { leads } from '../../projections/leads.ts';
import { photos } from '../../projections/photos.ts';
import { staff } from '../../projections/staff.ts';
import { users } from '../../projections/users.ts';
import type { Document } from '../../store/read-models.ts';
import { presentCrew } from '../crews/record.ts';
import { presentCustomer } from '../customers/record.ts';
import { presentEquipment } from '../equipment/record.ts';
import { presentLead } from '../leads/record.ts';
import { presentPhoto, recordOfPhoto } from '../photos/record.ts';
import { presentSettings, settingsBefore } from '../settings/record.ts';
import { presentStaff } from '../staff/record.ts';
import { presentUser } from '../users/record.ts';

/** A kind of record as replies, history and undo treat it. */
export interface RecordKind {
  /** What it is called in paths; its streams' category, where it does not share one stream with others. */
  category: string;
  decider: AnyDecider;
  /** Its `ids` say which events of the stream name a record. */
  projection: Projection;
  /** The one stream of all its records, by the part after the dash; without it each record has its own. */
  sharedStream?: string;
  /** The document as lists and replies show it. */
  present(document: Document): object;
  /** What a record shows before its first event, where that is not nothing. */
  initial?: object;
  /** The record that this one is a part of: the feed of what happened names and opens that one. */
  partOf?(document: Document): { category: string; id: string };
  /** The roles that read its history. */
  readBy: readonly Role[];
  /** The role that changes, and so the undo of one, need. */
  changedBy: Role;
}

/** @param aggregate whose streams hold the records, where they are not called as the kind is */
function kind(
  category: string,
  rest: Omit<RecordKind, 'category' | 'decider'>,
  aggregate = category,
): [string, RecordKind] {
  const decider = deciders.get(aggregate);
  if (!decider) throw new Error(`There is no aggregate of the category ${aggregate}.`);
  return [category, { category, decider, ...rest }];
}

/** The part after the dash of the name of the stream that holds a record. */
export function streamIdOf({ sharedStream }: RecordKind, id: string): string {
  return sharedStream ?? id;
}

/** The stream that holds a record, as it is now. */
export function loadRecord(streams: Streams, of: RecordKind, id: string): Promise<StreamNow> {
  return streams.load(of.decider, streamIdOf(of, id));
}

const kinds = new Map<string, RecordKind>([
  kind('lead', { projection: leads, present: presentLead, readBy: ROLES, changedBy: 'staff' }),
  kind('customer', { projection: customers, present: presentCustomer, readBy: ROLES, changedBy: 'staff' }),
  kind('equipment', { projection: equipment, present: presentEquipment, readBy: ROLES, changedBy: 'staff' }),
  kind('photo', {
    projection: photos,
    present: presentPhoto,
    partOf: recordOfPhoto,
    readBy: ROLES,
    changedBy: 'staff',
  }),
  // Role and state of an account are the owner's to know, and the auditor reads everything (design §7).
  kind('user', { projection: users, present: presentUser, readBy: ['owner', 'auditor'], changedBy: 'owner' }),
  kind('staff', { projection: staff, present: presentStaff, readBy: ROLES, changedBy: 'staff' }),
  kind(
    'crew',
    { projection: crews, present: presentCrew, sharedStream: ROSTER_ID, readBy: ROLES, changedBy: 'staff' },
    'roster',
  ),
  kind('company', {
    projection: company,
    present: presentSettings,
    sharedStream: COMPANY_ID,
    initial: settingsBefore,
    readBy: ROLES,
    changedBy: 'owner',
  }),
]);

/** How the records of each category's streams are folded. */
export const recordFolds: ReadonlyMap<string, RecordFold> = new Map(
  [...kinds.values()].map(({ decider, projection }) => [decider.category, recordFold(projection)]),
);

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
