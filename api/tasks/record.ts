import { ERASED } from '../../domain/kit/event.ts';
import { task } from '../../domain/task/task.ts';
import { areaOfAbout, type TaskAboutKind } from '../../domain/task/terms.ts';
import { ROLES, rightOf } from '../../domain/user/terms.ts';
import { type TaskDocument, tasks } from '../../projections/tasks.ts';
import { personNames } from '../hr/employees.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { type KnownRecord, keyOf, recordsOf, titlesAmong } from '../kit/titles.ts';
import { type TaskRecord, taskFields } from './schema.ts';

/** What the record's own events say; names are joined when reading. */
type TaskFields = Omit<TaskRecord, 'assignedToName' | 'about' | 'isOverdue' | 'doneByName'> & {
  about: Pick<NonNullable<TaskRecord['about']>, 'kind' | 'id'> | null;
};

function presentTask(document: TaskDocument): TaskFields {
  const { aboutKind, aboutId, status, doneBy, doneAt, erased } = document;
  return {
    ...shownOf(taskFields, document),
    about: aboutKind === null || aboutId === null ? null : { kind: aboutKind as TaskAboutKind, id: aboutId },
    status: status as TaskRecord['status'],
    doneBy,
    doneAt,
    erased: erased === true,
  };
}

/** Adds the names of people, the titles of the records that they are about, and what is overdue. */
async function withNames(context: ApiContext, own: readonly TaskFields[]): Promise<TaskRecord[]> {
  const today = await companyToday(context);
  const people = await personNames(
    context,
    own.flatMap(({ assignedTo, doneBy }) => [assignedTo, doneBy]).filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => (id === null ? null : people(id));
  const known = await recordsOf(
    context,
    own.flatMap(({ about }) => (about ? [{ category: about.kind, id: about.id }] : [])),
  );
  const titles = await titlesAmong(context, known);
  return own.map((each) => ({
    ...each,
    assignedToName: nameOf(each.assignedTo),
    about: each.about && aboutOf(each.about, { known, titles }),
    isOverdue: each.status === 'open' && each.dueOn < today,
    doneByName: nameOf(each.doneBy),
  }));
}

function aboutOf(
  about: NonNullable<TaskFields['about']>,
  { known, titles }: { known: ReadonlyMap<string, KnownRecord>; titles: ReadonlyMap<string, string> },
): NonNullable<TaskRecord['about']> {
  const key = keyOf({ category: about.kind, id: about.id });
  const { document } = known.get(key) ?? {};
  const label = document?.['erased'] ? ERASED : (titles.get(key) ?? null);
  return { ...about, label, removed: document?.['removed'] === true };
}

/**
 * Whether everybody reads at least some records of an area: whoever got a task about one is told which. The others are
 * a matter of those who read the area.
 */
function isKnownToAll(kind: TaskAboutKind): boolean {
  return ROLES.every((role) => rightOf(role, areaOfAbout(kind)) !== 'none');
}

/** What somebody is to do. */
export const taskKind = recordKind({
  decider: task,
  projection: tasks,
  area: 'tasks',
  title: ({ title }: TaskDocument) => title,
  found: { detail: ({ notes }) => [notes] },
  hangsOn: 'customer',
  present: presentTask,
  join: withNames,
  own: {
    where: async (_, { id }) => ({ assignedTo: id }),
    includes: async (_, { id }, { assignedTo }) => assignedTo === id,
    takesBack: ['TaskDone', 'TaskReopened'],
    isSearched: true,
  },
  limited(shown, has) {
    const { about } = shown;
    // What is sent back as it was shown has no kind.
    if (!about?.kind || isKnownToAll(about.kind) || has(`${areaOfAbout(about.kind)}:read`)) return shown;
    return { ...shown, about: { ...about, label: null } };
  },
});
