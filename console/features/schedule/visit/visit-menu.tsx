import { ContextMenuPopover, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import type { PageProps } from '../../../entities/account/session.ts';
import { fitInWords, isMovable } from '../../../entities/schedule/placing.ts';
import type { PlaceActs } from '../../../entities/schedule/use-place.ts';
import type { BoardEvent, BoardWays } from '../board/board.ts';
import type { ScheduleSearch } from '../schedule-search.ts';

interface VisitMenuProps {
  event: BoardEvent;
  at: { left: number; top: number };
  acts: PlaceActs;
  board: BoardWays;
  onSearch: PageProps<ScheduleSearch>['onSearch'];
  onClose(): void;
}

/** The menu of a visit, at a point on the board. */
export function VisitMenu({ event, at, acts, board, onSearch, onClose }: VisitMenuProps) {
  const { job } = event;
  const canMove = board.canChange && isMovable(job);
  const fitIn = fitInWords(job);
  const canUnschedule = board.canChange && (job.status === 'scheduled' || job.status === 'on_hold');
  return (
    <ContextMenuPopover
      isOpen
      targetOffset={at}
      onClose={onClose}
      content={
        <Menu>
          <MenuItem text="Details" onClick={() => onSearch({ job: job.id })} />
          {canMove && <MenuItem text="Move to…" onClick={() => onSearch({ move: job.id })} />}
          {canMove && fitIn && <MenuItem text={fitIn} onClick={() => onSearch({ insert: job.id })} />}
          {canMove && (
            <MenuItem text="Move with the arrow keys" labelElement={<kbd>M</kbd>} onClick={() => board.carry(event)} />
          )}
          {canMove && <MenuItem text={job.pinned ? 'Unpin' : 'Pin'} onClick={() => acts.pin(job, !job.pinned)} />}
          {canUnschedule && <MenuDivider />}
          {canUnschedule && <MenuItem text="Unschedule" onClick={() => acts.unschedule(job)} />}
        </Menu>
      }
    />
  );
}
