import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { erasedFields, partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { requireLikelyDay } from '../kit/times.ts';
import { type TaskDetails, type TaskEvent, taskDetails } from './events.ts';
import { TASK_ABOUT_PEOPLE, type TaskAboutKind } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Who did it (an account), and when (ISO UTC). */
export interface Doing {
  by: string;
  at: string;
}

/** The record that a task is about. */
export interface TaskAbout {
  kind: TaskAboutKind;
  id: string;
}

interface Task {
  details: TaskDetails;
  aboutKind: string | null;
  aboutId: string | null;
  done: Doing | null;
  isErased?: true;
}

export type TaskState = Presence<Task>;

/** The personal fields of a task that was erased with whoever it is about. */
export const ERASED_TASK = erasedFields(taskDetails);

function evolve(state: TaskState, event: TaskEvent): TaskState {
  if (event.type === 'TaskCreated') {
    const { aboutKind, aboutId } = event.data;
    return { presence: 'present', details: partOf(taskDetails, event.data), aboutKind, aboutId, done: null };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'TaskRevised':
      return { ...state, details: { ...state.details, ...event.data } as TaskDetails };
    case 'TaskDone':
      return { ...state, done: event.data };
    case 'TaskReopened':
      return { ...state, done: null };
    case 'TaskRemoved':
      return { ...state, presence: 'removed' };
    case 'TaskRestored':
      return { ...state, presence: 'present' };
    case 'TaskErased':
      return { ...state, details: { ...state.details, ...ERASED_TASK }, isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** @param today in the company's zone, `YYYY-MM-DD`; null where a day that was valid is put back */
export type TaskCommand =
  | { type: 'CreateTask'; details: TaskDetails; about: TaskAbout | null; today: string; now: string }
  /** A missing field is unchanged. */
  | { type: 'ReviseTask'; details: Partial<TaskDetails>; today: string | null }
  /** @param by the account of whoever did it */
  | { type: 'FinishTask'; by: string; now: string }
  | { type: 'ReopenTask' }
  | { type: 'RemoveTask' }
  | { type: 'RestoreTask' }
  /** Together with whoever it is about. */
  | { type: 'EraseTask' };

const TASK = presenceWords('task');

function decide(command: TaskCommand, state: TaskState): TaskEvent[] {
  switch (command.type) {
    case 'CreateTask': {
      const { details, about, today, now } = command;
      requireNew(state, TASK);
      requireTask(details);
      requireLikelyDay('dueOn', details.dueOn, today);
      const data = { ...details, aboutKind: about?.kind ?? null, aboutId: about?.id ?? null, createdAt: now };
      return [{ type: 'TaskCreated', data }];
    }
    case 'ReviseTask': {
      const { details } = present(state, TASK);
      const revised = (data: Partial<TaskDetails>): TaskEvent => ({ type: 'TaskRevised', data });
      return revision(command.details, details, revised, (after) => {
        requireTask(after);
        if (command.today !== null && after.dueOn !== details.dueOn) {
          requireLikelyDay('dueOn', after.dueOn, command.today);
        }
      });
    }
    case 'FinishTask':
      return present(state, TASK).done ? [] : [{ type: 'TaskDone', data: { by: command.by, at: command.now } }];
    case 'ReopenTask':
      return present(state, TASK).done ? [{ type: 'TaskReopened', data: {} }] : [];
    case 'RemoveTask':
      return removal(state, TASK, { type: 'TaskRemoved', data: {} });
    case 'RestoreTask':
      return restoral(state, TASK, { type: 'TaskRestored', data: {} });
    case 'EraseTask':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'TaskErased', data: {} }];
    default:
      return unreachable(command);
  }
}

/** @throws Rejection for a task that says nothing */
function requireTask({ title }: TaskDetails): void {
  if (!title?.trim()) throw new Rejection('invalid', 'Say what is to be done.', 'title');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: TaskEvent, before: TaskState): TaskCommand | null {
  switch (event.type) {
    case 'TaskCreated':
    case 'TaskRestored':
      return { type: 'RemoveTask' };
    case 'TaskRemoved':
      return { type: 'RestoreTask' };
    case 'TaskRevised':
      if (before.presence === 'absent') return null;
      return { type: 'ReviseTask', details: pickFields(before.details, event.data), today: null };
    case 'TaskDone':
      return { type: 'ReopenTask' };
    case 'TaskReopened':
      if (before.presence === 'absent' || before.done === null) return null;
      return { type: 'FinishTask', by: before.done.by, now: before.done.at };
    case 'TaskErased':
      return null;
    default:
      return unreachable(event);
  }
}

export const task: Decider<TaskState, TaskCommand, TaskEvent> = {
  category: 'task',
  whose: {
    begins: 'TaskCreated',
    follows: TASK_ABOUT_PEOPLE.map((category) => ({ category, by: 'aboutId', when: { aboutKind: category } })),
    erase: { type: 'EraseTask' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
