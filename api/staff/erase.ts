import type { AnyDecider } from '../../domain/index.ts';
import { pay } from '../../domain/pay/pay.ts';
import { user } from '../../domain/user/user.ts';
import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { staffKind } from './record.ts';
import { erasedStaff, eraseStaffBody, staffRecord } from './schema.ts';

const description = `Erases the personal data of somebody who left for good: their record on People with the scanned documents
of certificates, their account with all by which they signed in, what they were paid, and the texts of their time off, reviews
and timesheets. The texts read \`[erased]\` in every history too, and they are called \`Erased person\` wherever a name is
shown. Their login name and email address are free again. Hours, days off, labor costs and the books stay as they are. None of
it can be undone, and they cannot be brought back. 409 while they work here, their account is enabled, or
hours of theirs wait for an approval: nobody can approve them afterwards. For somebody who is already erased the answer is the
same.`;

/** Erases somebody who left, with their account and their pay. */
export function eraseStaffRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: staffKind,
    record: staffRecord,
    path: '/api/staff',
    tag: 'Staff',
    description,
    body: eraseStaffBody,
    answered: erasedStaff,
    command: (confirm) => ({ type: 'EraseStaffMember', confirm }) as const,
    rootsOf: (id) => streamsOfPerson(context, id),
    answer: (person, progress) => ({ person, ...progress }),
  });
}

/** Their record's stream, then those of their account and their pay, if they have any: all have the id of the person. */
async function streamsOfPerson({ streams }: ApiContext, id: string): Promise<string[]> {
  const found = [streamOf(staffKind, id)];
  for (const decider of [user, pay] as unknown as AnyDecider[]) {
    const { stream, revision } = await streams.load(decider, id);
    if (revision !== -1n) found.push(stream);
  }
  return found;
}
