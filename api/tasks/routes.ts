import type { RecordDocument } from '../../projections/engine/projection.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App, RecordKind } from '../kit/context.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { requirePerson } from './person.ts';
import { taskKind } from './record.ts';
import { createTaskBody, reviseTaskBody, taskFields, taskList, taskRecord } from './schema.ts';

/** What somebody in the office or a crew is to do: whoever has a task says that it is done, the office does the rest. */
export function taskRoutes(app: App, context: ApiContext): void {
  const tasks = recordRoutes(app, context, { kind: taskKind, record: taskRecord, path: '/api/tasks', tag: 'Tasks' });

  tasks.list(taskList);
  tasks.get();
  tasks.create({
    body: createTaskBody,
    async commands({ body, now }) {
      const { about = null, ...given } = body;
      await requirePerson(context, given.assignedTo);
      if (about) {
        // Safe: all kinds that a task can be about have documents of records.
        const kind = context.kinds.of(about.kind) as RecordKind<object, RecordDocument, object>;
        await requirePresent(context, kind, about.id, 'about');
      }
      const today = await companyToday(context);
      return { type: 'CreateTask', details: completed(taskFields, given), about, today, now };
    },
  });
  tasks.revise({
    body: reviseTaskBody,
    async commands({ body }) {
      await requirePerson(context, body.assignedTo);
      return { type: 'ReviseTask', details: givenIn(taskFields, body), today: await companyToday(context) };
    },
  });
  tasks.act('done', ({ request, now }) => ({ type: 'FinishTask', by: signedIn(request).id, now }), { own: true });
  tasks.act('not-done', { type: 'ReopenTask' }, { own: true });
  tasks.remove({ type: 'RemoveTask' });
  tasks.act('restore', { type: 'RestoreTask' });
}
