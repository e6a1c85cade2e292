import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { hasRight } from '../../../entities/account/rights.ts';
import { Popover } from '../../../ui/layout/popover.tsx';
import { useBoard } from './board.ts';

interface CrewDayMenuProps {
  /** `YYYY-MM-DD` */
  day: string;
  crewId: string;
}

/** A menu for the day of a crew that cannot work as planned. */
export function CrewDayMenu({ day, crewId }: CrewDayMenuProps) {
  const board = useBoard();
  if (!board.canChange) return null;
  return (
    <Popover
      content={
        <Menu>
          <MenuItem text="Truck down…" onClick={() => board.replan('truck_down', day, crewId)} />
          {hasRight('timeOff:change') && (
            <MenuItem text="Somebody is sick…" onClick={() => board.replan('absence', day, crewId)} />
          )}
          <MenuItem text="Rain day for this crew…" onClick={() => board.replan('rain_day', day, crewId)} />
        </Menu>
      }
    >
      <Button
        size="small"
        variant="minimal"
        icon={<More size={14} />}
        aria-label={`Actions for the day of ${board.crewName(crewId)}`}
        aria-haspopup="menu"
      />
    </Popover>
  );
}
