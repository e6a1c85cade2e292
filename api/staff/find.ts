import type { FoundPerson } from '../../domain/roster/roster.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { nameOf } from '../kit/user-names.ts';
import { staffKind } from './record.ts';

/**
 * Who these people are, for a decision about them: read from their streams, so that somebody who left a moment ago
 * already counts as gone.
 */
export async function lookUpPeople(
  context: ApiContext,
  ids: readonly string[],
): Promise<Readonly<Record<string, FoundPerson>>> {
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, FoundPerson]> => {
      const person = await findRecord(context, staffKind, id);
      return [id, person && { name: nameOf(person) ?? 'Somebody', isWorking: person.removed !== true }];
    }),
  );
  return Object.fromEntries(found);
}
