import { addDays } from '../../domain/kit/times.ts';
import { type TaskAbout, type TaskCommand, task } from '../../domain/task/task.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { ESTIMATOR, OFFICE, OWNER, personId } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { machineId } from './equipment.ts';
import { doneJobs } from './jobs.ts';
import type { WorkingTime } from './working-time.ts';

/** Something to do, as somebody noted it. */
interface Noted {
  title: string;
  notes?: string;
  /** Working hours before the end of the year. */
  before: number;
  /** Days from the last day of the year; the past is overdue. */
  due: number;
  assignedTo?: string;
  about?: TaskAbout;
  /** Who did it, and how many working hours after it was noted. */
  done?: { by: string; after: number };
}

/** What the office, the estimator and the crews are to do these weeks. */
export const tasks: Area = (time) => notedBy(time).flatMap((noted, index) => actsOf(noted, index, time));

function notedBy(time: WorkingTime): readonly Noted[] {
  const done = doneJobs(time);
  /** A finished job, by its place from the last one. */
  const job = (place: number): Pick<Noted, 'about'> => {
    const id = done.at(-place)?.id;
    return id === undefined ? {} : { about: { kind: 'job', id } };
  };
  const machine = (number: number): Pick<Noted, 'about'> => ({ about: { kind: 'equipment', id: machineId(number) } });
  return [
    {
      title: 'Order chain for the climbing saws',
      notes: 'Two reels, before we run out in a storm week.',
      before: 92,
      due: -6,
      done: { by: OFFICE.id, after: 27 },
    },
    {
      title: 'Call back: is the stump grinding to their liking?',
      before: 56,
      due: -3,
      assignedTo: ESTIMATOR.id,
      ...job(4),
      done: { by: ESTIMATOR.id, after: 12 },
    },
    {
      title: 'Ask whether the neighbor’s side is to be pruned too',
      notes: 'They mentioned it when the crew packed up.',
      before: 38,
      due: -2,
      assignedTo: ESTIMATOR.id,
      ...job(2),
    },
    {
      title: 'Look at the chipper’s hydraulic hose: it sweats',
      before: 22,
      due: 0,
      assignedTo: personId(0),
      ...machine(0),
    },
    { title: 'Renew the permit for the town’s right of way', before: 31, due: 0 },
    {
      title: 'Bring the forgotten rake back from their yard',
      before: 9,
      due: 1,
      assignedTo: personId(0),
      ...job(1),
    },
    {
      title: 'Get a second price for the chipper’s knives',
      before: 15,
      due: 4,
      ...machine(0),
    },
    { title: 'Plan the first-aid refresher for both crews', before: 44, due: 12, assignedTo: personId(1) },
  ];
}

function actsOf(
  { title, notes, before, due, assignedTo, about, done }: Noted,
  index: number,
  time: WorkingTime,
): Act[] {
  const id = uuidv5(HEARTWOOD, `demo/task/${index}`);
  const hour = time.hours - before;
  const dayOf = (at: number) => time.dateAt(at);
  const act = (at: number, actor: string, name: string, commandOf: (now: string) => TaskCommand): Act => ({
    at: time.instantAt(at),
    actor,
    run: (desk) =>
      desk.send(task, id, commandOf(new Date(time.instantAt(at)).toISOString()), {
        commandId: uuidv5(HEARTWOOD, `demo/task/${index}/${name}`),
      }),
  });
  const created = act(hour, index % 3 === 0 ? OWNER.id : OFFICE.id, 'created', (now) => ({
    type: 'CreateTask',
    details: {
      title,
      notes: notes ?? null,
      dueOn: addDays(dayOf(time.hours), due),
      assignedTo: assignedTo ?? null,
    },
    about: about ?? null,
    today: dayOf(hour),
    now,
  }));
  if (!done) return [created];
  const finished = act(hour + done.after, done.by, 'done', (now) => ({ type: 'FinishTask', by: done.by, now }));
  return [created, finished];
}
