import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import { hasRight } from '../../entities/account/rights.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { Popover } from '../../ui/layout/popover.tsx';
import type { ScheduleSearch } from './schedule-search.ts';

interface ScheduleMenuProps extends Pick<PageProps<ScheduleSearch>, 'onSearch'> {
  canChange: boolean;
  /** The buttons for a bad day are shown beside it. */
  isWide: boolean;
}

/** Other acts on the whole schedule. */
export function ScheduleMenu({ canChange, isWide, onSearch }: ScheduleMenuProps) {
  const menu = (
    <Menu>
      {canChange && <MenuItem text="Emergency…" onClick={() => onSearch({ emergency: true })} />}
      {canChange && !isWide && (
        <>
          <MenuItem text="Rain day…" onClick={() => onSearch({ replan: 'rain_day' })} />
          <MenuItem text="Truck down…" onClick={() => onSearch({ replan: 'truck_down' })} />
        </>
      )}
      {canChange && hasRight('timeOff:change') && (
        <MenuItem text="Somebody is sick…" onClick={() => onSearch({ replan: 'absence' })} />
      )}
      {canChange && <MenuDivider />}
      <MenuItem text="Time off…" onClick={() => onSearch({ off: true })} />
      {canChange && <MenuItem text="Calendar feeds…" onClick={() => onSearch({ feeds: true })} />}
    </Menu>
  );
  return (
    <Popover content={menu}>
      <Button icon={<More />} aria-label="More of the schedule" />
    </Popover>
  );
}
