import { job } from '../../domain/job/job.ts';
import type { HoursEntry } from '../../domain/timesheet/events.ts';
import { withOvertime } from '../../domain/timesheet/overtime.ts';
import { type HandHours, type OtherHours, reckonDays } from '../../domain/timesheet/reckoning.ts';
import { daysOf, type HourKind, timesheetIdOf, weekOf } from '../../domain/timesheet/terms.ts';
import { type TimesheetCommand, timesheet } from '../../domain/timesheet/timesheet.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER, personId } from './accounts.ts';
import type { Act, Area, Desk } from './act.ts';
import { CREW_HANDS } from './crews.ts';
import { doneJobs } from './jobs.ts';
import type { WorkingTime } from './working-time.ts';

/** How many weeks before this one have timesheets; the newest of them is submitted, the others are approved. */
const WEEKS = 10;
const RULE = { weekHours: 40, dayHours: null };
/** The climber signs in, and submits their own. */
const SELF = personId(0);

/** The hours of those who stay in their crew all year: an hour in the yard at the end of each week, and the jobs. */
export const timesheets: Area = (time) => {
  const weeks = [...Map.groupBy(time.days, ({ date }) => weekOf(date))];
  const ended = weeks.slice(-1 - WEEKS, -1);
  return ended.flatMap(([week, days], index) => {
    const last = days.at(-1) ?? { hour: 0, date: week };
    const hands = [...CREW_HANDS.values()].flat();
    const done = hands.flatMap((person, place) => submitted({ person, week, last, place }, time));
    return index === ended.length - 1 ? done : [...done, approved({ week, hands, hour: last.hour + 11 }, time)];
  });
};

interface EndOfWeek {
  person: string;
  week: string;
  last: { hour: number; date: string };
  place: number;
}

function submitted({ person, week, last, place }: EndOfWeek, time: WorkingTime): Act[] {
  const by = person === SELF ? SELF : OFFICE.id;
  const at = time.instantAt(last.hour + 9 + place / 20);
  const now = new Date(at).toISOString();
  const kind = place === 1 ? 'training' : 'yard';
  const note = kind === 'yard' ? 'Saws and trucks' : 'Aerial rescue';
  const entryId = uuidv5(HEARTWOOD, `demo/timesheet/${week}/${person}`);
  const entry = { entryId, day: last.date, minutes: 60, kind, note, addedBy: by, addedAt: now };
  const done = { today: last.date, running: [] };
  const commands: TimesheetCommand[] = [
    { type: 'OpenTimesheet', personId: person, personRecord: 'staff', week, now },
    { type: 'AddTimesheetHours', entry, today: last.date },
    { type: 'SubmitTimesheet', by, now, ...done },
  ];
  const id = timesheetIdOf(person, week);
  return [{ at, actor: by, run: (desk) => sendAll(desk, id, commands) }];
}

/** What was entered on the jobs of the week is approved with the rest. */
function approved(
  { week, hands, hour }: { week: string; hands: readonly string[]; hour: number },
  time: WorkingTime,
): Act {
  const at = time.instantAt(hour);
  const days = daysOf(week);
  const ids = doneJobs(time)
    .filter((each) => days.includes(time.dateAt(each.hour)))
    .map(({ id }) => id);
  return {
    at,
    actor: OWNER.id,
    async run(desk) {
      const byHand = await Promise.all(ids.map((id) => hoursOn(id, desk)));
      for (const person of hands) {
        const id = timesheetIdOf(person, week);
        const sheet = await desk.load(timesheet, id);
        const others = sheet.presence === 'absent' ? [] : sheet.entries;
        const known = { stints: [], away: [], byHand: byHand.flatMap((of) => of(person)), others: others.map(asOther) };
        const worked = reckonDays(known, [], days, time.zone);
        const paid = withOvertime(
          worked.map(({ minutes }) => minutes),
          RULE,
        );
        const kept = worked.flatMap(({ day, minutes, sources }, index) => {
          const { regular = 0, overtime = 0 } = paid[index] ?? {};
          const told = sources.map(({ kind, jobId, minutes: each }) => ({ kind, jobId, minutes: each }));
          return minutes === 0 ? [] : [{ day, regular, overtime, sources: told }];
        });
        await sendAll(desk, id, [
          {
            type: 'ApproveTimesheet',
            by: OWNER.id,
            mayApproveOwn: true,
            hours: { days: kept, rule: RULE },
            now: new Date(at).toISOString(),
            today: week,
            running: [],
          },
        ]);
      }
    },
  };
}

/** As the reckoning takes it. */
function asOther({ day, minutes, kind }: HoursEntry): OtherHours {
  return { day, minutes, kind: kind as HourKind };
}

async function hoursOn(id: string, desk: Desk): Promise<(person: string) => HandHours[]> {
  const state = await desk.load(job, id);
  const hours = state.presence === 'absent' ? [] : state.report.hours;
  return (person) =>
    hours.filter((each) => each.personId === person).map(({ day, hours: each }) => ({ jobId: id, day, hours: each }));
}

async function sendAll(desk: Desk, id: string, commands: readonly TimesheetCommand[]): Promise<void> {
  for (const command of commands) {
    const commandId = uuidv5(HEARTWOOD, `demo/timesheet/${id}/${command.type}`);
    await desk.send(timesheet, id, command, { commandId });
  }
}
