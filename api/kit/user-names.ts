import { ERASED_PERSON } from '../../domain/staff/terms.ts';
import { type UserDocument, users } from '../../projections/users.ts';
import type { ApiContext } from './context.ts';

/** First and last name; null if neither is known. Of somebody who was erased, what all of those are called. */
export function nameOf({
  firstName,
  lastName,
  erased,
}: Pick<UserDocument, 'firstName' | 'lastName' | 'erased'>): string | null {
  if (erased) return ERASED_PERSON;
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** The names of those ids that are people with an account; empty while there are no read models to read them from. */
export async function userNames(
  { readModels }: Pick<ApiContext, 'readModels'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await readModels.peek()?.get(users.collection, [...new Set(ids)]);
  const names = new Map<string, string>();
  for (const user of found?.values() ?? []) {
    const name = nameOf(user) ?? user.username;
    if (name !== null) names.set(user.id, name);
  }
  return names;
}

/** Steps of a history, each with the name of the person who took it; null if it was not a person. */
export async function withActorNames<Step extends { actor: string }>(
  context: Pick<ApiContext, 'readModels'>,
  steps: readonly Step[],
): Promise<(Step & { actorName: string | null })[]> {
  const actors = steps.map(({ actor }) => actor);
  const names = await userNames(context, actors);
  return steps.map((step) => ({ ...step, actorName: names.get(step.actor) ?? null }));
}
