import type { FoundPerson } from '../../domain/roster/roster.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { StaffDocument } from '../../projections/staff.ts';
import type { ApiContext } from '../kit/context.ts';
import { loadRecord, recordKind } from '../kit/records.ts';
import { nameOf } from '../users/record.ts';

/** Somebody's record as its stream has it now, or null. */
export async function findStaff({ streams }: ApiContext, id: string): Promise<StaffDocument | null> {
  const { records } = await loadRecord(streams, recordKind('staff'), id);
  return (records.get(id)?.document ?? null) as StaffDocument | null;
}

/**
 * Who these people are, for a decision about them: read from their streams, so that somebody who left a moment ago is
 * known to have left.
 */
export async function lookUpPeople(
  context: ApiContext,
  ids: readonly string[],
): Promise<Readonly<Record<string, FoundPerson>>> {
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, FoundPerson]> => {
      const person = await findStaff(context, id);
      return [id, person && { name: nameOf(person) ?? 'Somebody', isWorking: person.removed !== true }];
    }),
  );
  return Object.fromEntries(found);
}

/** @throws HttpError 400 for a field that names a record which is not there */
export function noSuch(path: string, message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid', issues: [{ path, message }] });
}
