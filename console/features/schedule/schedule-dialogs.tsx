import { useQuery } from '@tanstack/react-query';
import type { Schedule, ScheduledJob } from '../../../api/schedule/schema.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { jobQuery } from '../../entities/job/job.ts';
import { isWhereItIs } from '../../entities/schedule/placing.ts';
import { scheduledJobOf } from '../../entities/schedule/schedule.ts';
import type { PlaceActs } from '../../entities/schedule/use-place.ts';
import { wallDate } from '../../entities/schedule/wall-dates.ts';
import { wallAt } from '../../ui/wall-time.ts';
import type { Lane } from './board.ts';
import { CalendarsDialog } from './calendars-dialog.tsx';
import { JobDialog } from './job-dialog.tsx';
import { MoveDialog, nextDay, PickJobDialog, slotToMove } from './move-dialog.tsx';
import type { ScheduleSearch } from './schedule-search.ts';
import { TimeOffDialog } from './time-off-dialog.tsx';

interface ScheduleDialogsProps extends PageProps<ScheduleSearch> {
  schedule: Schedule;
  lanes: readonly Lane[];
  /** The days that are shown, both included. */
  range: { from: string; to: string };
  zone: string | undefined;
  canChange: boolean;
  acts: PlaceActs;
}

/** What is open over the board, by its address. */
export function ScheduleDialogs(props: ScheduleDialogsProps) {
  const { schedule, lanes, range, account, search, onSearch, zone, canChange, acts } = props;
  const { job: open, move } = search;
  const job = useJobOf(schedule, move ?? open, zone);
  const nowThere = wallDate(wallAt(Date.now(), zone));
  if (search.new && canChange) {
    return (
      <PickJobDialog
        onPick={(move) => onSearch({ new: undefined, move }, 'replace')}
        onClose={() => onSearch({ new: undefined })}
      />
    );
  }
  if (search.off)
    return <TimeOffDialog {...{ schedule, range, account, canChange }} onClose={() => onSearch({ off: undefined })} />;
  if (search.feeds && canChange) {
    return <CalendarsDialog lanes={lanes} crewId={search.crew} onClose={() => onSearch({ feeds: undefined })} />;
  }
  if (move && canChange) {
    if (!job) return null;
    return (
      <MoveDialog
        key={move}
        schedule={schedule}
        slot={slotToMove(job, nextDay(nowThere))}
        onPlace={(placement, overrideReason) => {
          onSearch({ move: undefined, job: undefined });
          if (!isWhereItIs(placement)) acts.place({ ...placement, overrideReason });
        }}
        onClose={() => onSearch({ move: undefined })}
      />
    );
  }
  if (!open) return null;
  const jobActs = canChange && job ? jobActsOf(job, acts, onSearch) : null;
  return <JobDialog id={open} zone={zone} acts={jobActs} onClose={() => onSearch({ job: undefined })} />;
}

function jobActsOf(job: ScheduledJob, acts: PlaceActs, onSearch: ScheduleDialogsProps['onSearch']) {
  return {
    move: () => onSearch({ move: job.id, job: undefined }),
    pin: (isPinned: boolean) => acts.pin(job, isPinned),
    unschedule() {
      onSearch({ job: undefined });
      acts.unschedule(job);
    },
  };
}

/** A job of the board, or one that is not on it. */
function useJobOf({ jobs }: Schedule, id: string | undefined, zone: string | undefined): ScheduledJob | null {
  const here = jobs.find((job) => job.id === id);
  const { data } = useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined && !here });
  if (here) return here;
  return data ? scheduledJobOf(data, zone) : null;
}
