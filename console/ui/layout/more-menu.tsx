import { Button, Menu } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Popover } from './popover.tsx';

/** The acts that have no button of their own, as `MenuItem`s behind one. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Popover content={<Menu>{children}</Menu>}>
      <Button icon={<More />} aria-label="More actions" title="More actions" />
    </Popover>
  );
}
