import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { JOB_STATUS_LABELS } from '../../../../domain/job/terms.ts';
import type { WallVisit } from '../../../entities/schedule/placing.ts';
import { scheduledName } from '../../../entities/schedule/schedule.ts';
import type { Overtaken, Wanted } from '../../../entities/schedule/use-place.ts';
import { formatWallSpan, wallDate } from '../../../entities/schedule/wall-dates.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { useBoard } from '../board/board.ts';

interface OvertakenDialogProps {
  overtaken: Overtaken;
  onClose(): void;
}

/** Someone else changed it first with a job: says who, where it is now, and lets the person choose. */
export function OvertakenDialog({ overtaken, onClose }: OvertakenDialogProps) {
  const { job, by, wanted, again } = overtaken;
  const board = useBoard();
  const place = ({ visits, crewId }: { visits: readonly WallVisit[]; crewId: string | null }) =>
    visits.length === 0
      ? 'No date'
      : `${visits.map(({ start, end }) => formatWallSpan(wallDate(start), wallDate(end))).join('; ')}, ${board.crewName(crewId)}`;
  const facts = [place(job), ...(job.visits.length > 0 ? [JOB_STATUS_LABELS[job.status] ?? job.status] : [])];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Someone else changed it first"
      className="hw-dialog"
      canOutsideClickClose={false}
    >
      <DialogBody>
        <p role="status">
          {by ?? 'Someone else'} just changed <strong>{scheduledName(job)}</strong> {job.number}. Your change is not
          saved yet: choose what to keep.
        </p>
        <dl className="hw-facts">
          <div>
            <dt>Theirs</dt>
            <dd>{[...facts, ...(job.pinned ? ['pinned'] : [])].join(', ')}</dd>
          </div>
          <div>
            <dt>Yours</dt>
            <dd>{typeof wanted === 'string' ? WANTED[wanted] : place(wanted)}</dd>
          </div>
        </dl>
        <ActionBar>
          <Button
            text="Use mine"
            onClick={() => {
              onClose();
              again();
            }}
          />
          <Button intent="primary" autoFocus text="Keep theirs" onClick={onClose} />
        </ActionBar>
      </DialogBody>
    </Dialog>
  );
}

const WANTED: Readonly<Record<Extract<Wanted, string>, string>> = {
  unscheduled: 'No date',
  pinned: 'Pinned where it is',
  unpinned: 'Not pinned',
};
