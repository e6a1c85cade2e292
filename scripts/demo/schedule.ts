import { COMPANY_DEFAULTS } from '../../domain/company/terms.ts';
import { schedule } from '../../domain/schedule/schedule.ts';
import { SCHEDULE_ID } from '../../domain/schedule/terms.ts';
import { type TimeOffCommand, timeOff } from '../../domain/time-off/time-off.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER, personId } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { CREW_IDS } from './crews.ts';
import { dateOf, type WorkingTime } from './working-time.ts';

/** A request for time off: whose (by place among the staff), when it is made, and its first and last working day. */
interface Request {
  person: number;
  /** Working hours before the end of the year. */
  before: number;
  requestType: string;
  reason: string | null;
  /** Places of working days, counted from the last one of the year. */
  from: number;
  to: number;
  half?: 'morning' | 'afternoon';
  decided: 'approved' | 'denied' | null;
  /** What was said with the decision. */
  why?: string;
}

const LONG_TRIP = 'Two of the days are without pay, as we said.';

// Those who worked on a day have their hours in it: whoever was off is not one of them.
const REQUESTS: readonly Request[] = [
  { person: 2, before: 900, requestType: 'sick', reason: 'Flu', from: -90, to: -88, decided: 'approved' },
  {
    person: 5,
    before: 400,
    requestType: 'vacation',
    reason: null,
    from: -35,
    to: -31,
    decided: 'denied',
    why: 'Removals are promised to two customers that week.',
  },
  {
    person: 4,
    before: 60,
    requestType: 'vacation',
    reason: 'The lake',
    from: 2,
    to: 6,
    decided: 'approved',
    why: LONG_TRIP,
  },
  { person: 7, before: 20, requestType: 'personal', reason: 'Moving house', from: 4, to: 4, decided: null },
  {
    person: 2,
    before: 2350,
    requestType: 'vacation',
    reason: 'Family visit',
    from: -215,
    to: -211,
    decided: 'approved',
  },
  { person: 4, before: 1970, requestType: 'sick', reason: null, from: -196, to: -195, decided: 'approved' },
  { person: 2, before: 1630, requestType: 'bereavement', reason: null, from: -161, to: -159, decided: 'approved' },
  { person: 4, before: 1400, requestType: 'vacation', reason: null, from: -125, to: -116, decided: 'approved' },
  { person: 2, before: 740, requestType: 'sick', reason: 'A bad back', from: -73, to: -72, decided: 'approved' },
  { person: 4, before: 290, requestType: 'personal', reason: null, from: -22, to: -22, decided: 'approved' },
  { person: 2, before: 12, requestType: 'vacation', reason: 'A wedding', from: 3, to: 5, decided: null },
  // Of two days a year.
  { person: 5, before: 8, requestType: 'personal', reason: 'Moving a parent', from: 12, to: 14, decided: null },
  {
    person: 5,
    before: 30,
    requestType: 'sick',
    reason: 'Dentist',
    from: 3,
    to: 3,
    half: 'morning',
    decided: 'approved',
  },
];

/** Who was away or will be, and a locked day. */
export const schedules: Area = (time) => {
  const last = time.days.length - 1;
  const lock = { type: 'LockDay', day: dateOf(last + 2, time), crewId: CREW_IDS[0] ?? null } as const;
  return [
    ...REQUESTS.flatMap((request, index) => actsOf(request, index, last, time)),
    act(time.hours - 6, OWNER.id, 'lock', time, (desk, commandId) =>
      desk.send(schedule, SCHEDULE_ID, lock, { commandId }),
    ),
  ];
};

function actsOf(request: Request, index: number, last: number, time: WorkingTime): Act[] {
  const { person, before, requestType, reason, from, to, half = null, decided, why = null } = request;
  const id = uuidv5(HEARTWOOD, `demo/time-off/${index}`);
  const hour = time.hours - before;
  const asked: TimeOffCommand = {
    type: 'RequestTimeOff',
    employeeId: personId(person),
    employeeRecord: 'staff',
    requestedBy: OFFICE.id,
    details: { requestType, reason, startDate: dateOf(last + from, time), endDate: dateOf(last + to, time), half },
    now: new Date(time.instantAt(hour)).toISOString(),
  };
  const send = (at: number, actor: string, name: string, command: TimeOffCommand) =>
    act(at, actor, `${index}/${name}`, time, (desk, commandId) => desk.send(timeOff, id, command, { commandId }));
  const acts = [send(hour, OFFICE.id, 'asked', asked)];
  if (decided === null) return acts;
  const decision: TimeOffCommand = {
    type: 'DecideTimeOff',
    status: decided,
    reason: why,
    countedBy: { workingDays: [...COMPANY_DEFAULTS.workingDays], holidays: [] },
    by: OWNER.id,
    mayApproveOwn: true,
  };
  return [...acts, send(hour + 3, OWNER.id, 'decided', decision)];
}

function act(
  hour: number,
  actor: string,
  name: string,
  time: WorkingTime,
  send: (desk: Parameters<Act['run']>[0], commandId: string) => Promise<void>,
): Act {
  const commandId = uuidv5(HEARTWOOD, `demo/schedule/${name}`);
  return { at: time.instantAt(hour), actor, run: (desk) => send(desk, commandId) };
}
