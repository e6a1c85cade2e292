import { findPerson } from '../equipment/assignees.ts';
import type { ApiContext } from '../kit/context.ts';
import { noSuch } from '../kit/records.ts';

/** Whoever a task is for works here. @throws HttpError 400 for anybody else */
export async function requirePerson(context: ApiContext, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const found = await findPerson(context, id);
  if (!found || found.isGone) throw noSuch('assignedTo', 'Choose someone who works here.');
}
