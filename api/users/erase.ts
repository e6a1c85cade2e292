import { userKind } from '../accounts/record.ts';
import { erasedUser, eraseUserBody, userRecord } from '../accounts/users.schema.ts';
import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';

const description = `Erases the personal data of somebody who has an account and is not on People: the account with all by which
they signed in, and the texts of their time off, reviews and timesheets. Its username and email address are free again. They are
called \`Erased person\` wherever a name is shown. It can never be enabled again, and none of it can be undone. 409 while it is
enabled, while hours of theirs wait for an approval, and for somebody who is on People: it goes with them.`;

/** Erases a disabled account of somebody who is not on People. */
export function eraseUserRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: userKind,
    record: userRecord,
    path: '/api/users',
    tag: 'Users',
    description,
    body: eraseUserBody,
    answered: erasedUser,
    command: (confirm) => ({ type: 'EraseUser', confirm }) as const,
    rootsOf: (id) => [streamOf(userKind, id)],
    answer: (user, progress) => ({ user, ...progress }),
  });
}
