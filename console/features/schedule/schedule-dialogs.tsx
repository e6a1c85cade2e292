import { useQuery } from '@tanstack/react-query';
import type { Schedule, ScheduledJob } from '../../../api/schedule/schema.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { jobQuery } from '../../entities/job/job.ts';
import { isWhereItIs } from '../../entities/schedule/placing.ts';
import { scheduledJobOf } from '../../entities/schedule/schedule.ts';
import type { PlaceActs } from '../../entities/schedule/use-place.ts';
import { wallDate } from '../../entities/schedule/wall-dates.ts';
import { todayIn, wallAt } from '../../ui/values/wall-time.ts';
import type { Lane } from './board/board.ts';
import { CalendarsDialog } from './calendars-dialog.tsx';
import { emergencyPicker } from './insertion/emergency-picker.tsx';
import { InsertionDialog } from './insertion/insertion-dialog.tsx';
import { usualDays } from './insertion/insertion-words.ts';
import { ProblemsDialog } from './problems-dialog.tsx';
import type { ScheduleSearch } from './schedule-search.ts';
import { TimeOffDialog } from './time-off-dialog.tsx';
import { JobDialog } from './visit/job-dialog.tsx';
import { JobProblems } from './visit/job-problems.tsx';
import { firstDay, MoveDialog, PickJobDialog, slotToMove, slotToPlace } from './visit/move-dialog.tsx';

interface ScheduleDialogsProps extends PageProps<ScheduleSearch> {
  schedule: Schedule;
  lanes: readonly Lane[];
  /** The days shown, both included. */
  range: { from: string; to: string };
  zone: string | undefined;
  canChange: boolean;
  acts: PlaceActs;
}

/** The dialogs open over the board, according to the URL. */
export function ScheduleDialogs(props: ScheduleDialogsProps) {
  const { schedule, lanes, range, account, search, onSearch, zone, canChange, acts } = props;
  const { job: open, move, insert, emergency } = search;
  const job = useJobOf(schedule, jobIn(search), zone);
  if ((insert || emergency) && canChange)
    return <FitIn schedule={schedule} search={search} onSearch={onSearch} zone={zone} job={job} />;
  if (search.new && canChange) {
    return (
      <PickJobDialog
        onPick={(move) => onSearch({ new: undefined, move, rest: true }, 'replace')}
        onClose={() => onSearch({ new: undefined })}
      />
    );
  }
  if (search.off)
    return (
      <TimeOffDialog
        schedule={schedule}
        range={range}
        account={account}
        canChange={canChange}
        onClose={() => onSearch({ off: undefined })}
      />
    );
  if (search.feeds && canChange) {
    return <CalendarsDialog lanes={lanes} crewId={search.crew} onClose={() => onSearch({ feeds: undefined })} />;
  }
  if (move && canChange) return job && <Moving key={`${move} ${search.rest}`} {...props} job={job} />;
  if (!open) return <ProblemsAsked schedule={schedule} search={search} onSearch={onSearch} zone={zone} />;
  const jobActs = canChange && job ? jobActsOf(job, acts, onSearch) : null;
  return (
    <JobDialog
      id={open}
      zone={zone}
      acts={jobActs}
      problems={<JobProblems schedule={schedule} job={job} canChange={canChange} />}
      onClose={() => onSearch({ job: undefined })}
    />
  );
}

/** The list of problems, if the URL asks for it: what is opened from it comes back to it. */
function ProblemsAsked({ schedule, search, onSearch, zone }: Omit<FitInProps, 'job'>) {
  const { problems, problemCrew } = search;
  if (problems === undefined) return null;
  return (
    <ProblemsDialog
      of={problems}
      crewId={problemCrew}
      today={todayIn(zone)}
      board={schedule}
      onOpen={(job, date) => onSearch({ job, date })}
      onClose={() => onSearch({ problems: undefined, problemCrew: undefined })}
    />
  );
}

/** Asks where a job goes, or what has no visit of it. */
function Moving({ schedule, job, search, onSearch, zone, acts }: ScheduleDialogsProps & { job: ScheduledJob }) {
  const slotOf = search.rest ? slotToPlace : slotToMove;
  return (
    <MoveDialog
      schedule={schedule}
      slot={slotOf(job, firstDay(job, schedule, wallDate(wallAt(Date.now(), zone))))}
      onPlace={(placement, overrideReason) => {
        onSearch({ move: undefined, rest: undefined, job: undefined });
        if (!isWhereItIs(placement)) acts.place({ ...placement, overrideReason });
      }}
      onClose={() => onSearch({ move: undefined, rest: undefined })}
    />
  );
}

interface FitInProps extends Pick<ScheduleDialogsProps, 'schedule' | 'search' | 'onSearch' | 'zone'> {
  job: ScheduledJob | null;
}

/** Searches for a place for a job; for an emergency the job is picked first. */
function FitIn({ schedule, search, onSearch, zone, job }: FitInProps) {
  const { insert, from, to, emergency: isEmergency = false } = search;
  const today = todayIn(zone);
  if (insert === undefined) {
    return (
      <PickJobDialog
        title="Emergency"
        kind={emergencyPicker}
        onPick={(picked) => onSearch({ insert: picked }, 'replace')}
        onClose={() => onSearch({ emergency: undefined })}
      />
    );
  }
  if (!job) return null;
  return (
    <InsertionDialog
      key={insert}
      schedule={schedule}
      job={job}
      today={today}
      isEmergency={isEmergency}
      days={from && to ? { from, to } : usualDays(job, today, isEmergency)}
      onClose={() => onSearch({ insert: undefined, emergency: undefined, from: undefined, to: undefined })}
    />
  );
}

function jobActsOf(job: ScheduledJob, acts: PlaceActs, onSearch: ScheduleDialogsProps['onSearch']) {
  return {
    move: () => onSearch({ move: job.id, job: undefined }),
    planRest: () => onSearch({ move: job.id, rest: true, job: undefined }),
    fitIn: () => onSearch({ insert: job.id, job: undefined }),
    pin: (isPinned: boolean) => acts.pin(job, isPinned),
    unschedule() {
      onSearch({ job: undefined });
      acts.unschedule(job);
    },
  };
}

/** The job of the topmost dialog. */
function jobIn({ insert, move, job }: ScheduleSearch): string | undefined {
  return insert ?? move ?? job;
}

/** A job on the board, or one loaded separately. */
function useJobOf({ jobs }: Schedule, id: string | undefined, zone: string | undefined): ScheduledJob | null {
  const here = jobs.find((job) => job.id === id);
  const { data } = useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined && !here });
  if (here) return here;
  return data ? scheduledJobOf(data, zone) : null;
}
