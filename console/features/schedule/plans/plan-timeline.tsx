import type { CrewSchedule, OptimizeAnswer } from '../../../../optimizer/answers/schedule.schema.ts';
import { formatWallTime, wallDate } from '../../../entities/schedule/wall-dates.ts';
import { type CrewMarks, formatSpanOf, heldBy, hoursOf, minutesInto, visitsOf } from '../optimize/optimizer-plan.ts';

interface PlanTimelineProps extends CrewMarks {
  /** Of one day. */
  plan: Pick<OptimizeAnswer, 'schedules' | 'fixed'>;
}

/** At most this many hours are labeled. */
const MOST_MARKS = 7;

/** Each crew's day from left to right: work, drives, and fixed visits. The lists below give all of it as text. */
export function PlanTimeline({ plan, colorOf, letterOf }: PlanTimelineProps) {
  const { schedules, fixed } = plan;
  const hours = hoursOf(plan);
  const span = hours.to - hours.from;
  const within = (at: number) => Math.min(hours.to, Math.max(hours.from, at));
  const part = (from: number, to: number) => ({
    left: `${((within(from) - hours.from) / span) * 100}%`,
    width: `${((within(to) - within(from)) / span) * 100}%`,
  });
  const step = Math.ceil(span / 60 / MOST_MARKS) * 60;
  const marks = Array.from({ length: Math.ceil(span / step) }, (_, at) => hours.from + at * step);
  return (
    <figure
      className="hw-plan-times"
      role="img"
      aria-label={`Timeline. ${schedules.map((each) => lineOf(each, fixed)).join('; ')}`}
    >
      <div className="hw-plan-hours">
        {marks.map((at) => (
          <span key={at} style={{ left: part(at, at).left }}>
            {hourOf(at)}
          </span>
        ))}
      </div>
      {schedules.map((each) => {
        const { crew_id: crewId, crew_name: name, date, shift, assignments } = each;
        const into = (moment: string) => minutesInto(date, moment);
        const held = heldBy(each, fixed);
        return (
          <div key={`${crewId} ${date}`} className={`hw-plan-row ${colorOf(crewId)}`}>
            <span className="hw-plan-row-name">
              {letterOf(crewId)} {name}
            </span>
            <div className="hw-plan-bar">
              <span
                className="hw-plan-shift"
                style={part(into(`${date}T${shift.start}`), into(`${date}T${shift.end}`))}
              />
              {marks.map((at) => (
                <span key={at} className="hw-plan-mark" style={{ left: part(at, at).left }} />
              ))}
              {assignments.map(({ job_id: id, start, travel_minutes: travel }) => (
                <span key={id} className="hw-plan-way" style={part(into(start) - travel, into(start))} />
              ))}
              {held.map(({ job_id: id, start, end }) => (
                <span key={`${id} ${start}`} className="hw-plan-held" style={part(into(start), into(end))} />
              ))}
              {assignments.map(({ job_id: id, sequence, start, end }) => (
                <span key={id} className="hw-plan-work" style={part(into(start), into(end))}>
                  {letterOf(crewId)}
                  {sequence}
                </span>
              ))}
            </div>
          </div>
        );
      })}
    </figure>
  );
}

function hourOf(minutes: number): string {
  const hour = (minutes / 60 + 24) % 24;
  return formatWallTime(wallDate(`2000-01-01T${String(hour).padStart(2, '0')}:00`)).replace(':00', '');
}

function lineOf(schedule: CrewSchedule, fixed: OptimizeAnswer['fixed']): string {
  const { crew_name: name, metrics } = schedule;
  const visits = visitsOf(schedule, fixed);
  const [first, last] = [visits[0], visits.at(-1)];
  if (!first || !last) return `${name}: nothing`;
  const jobs = `${metrics.total_jobs} ${metrics.total_jobs === 1 ? 'job' : 'jobs'}`;
  return `${name}: ${jobs}, ${formatSpanOf({ start: first.start, end: last.end })}`;
}
