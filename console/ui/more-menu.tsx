import { Button, Menu, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import type { ReactNode } from 'react';

/** The acts that have no button of their own, as `MenuItem`s behind one. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <PopoverNext content={<Menu>{children}</Menu>} placement="bottom-end" arrow={false}>
      <Button icon={<More />} aria-label="More actions" title="More actions" />
    </PopoverNext>
  );
}
