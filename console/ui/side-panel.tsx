import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface SidePanelProps {
  title: string;
  /** Beside the title: a status. */
  badge?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/**
 * What is open of a list. On a wide screen it stands beside the page, which gives way to it; on a narrow one it lies over
 * the page's right side; on a phone it is a page of its own. It is no modal dialog: the list stays usable.
 */
export function SidePanel({ title, badge, onClose, children }: SidePanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const dock = useDock();
  useEscape(panel, onClose);
  useEffect(() => {
    if (dock && !panel.current?.contains(document.activeElement)) panel.current?.querySelector('h2')?.focus();
  }, [dock]);

  if (!dock) return null;
  return createPortal(
    <dialog open ref={panel} className="hw-drawer" aria-labelledby={titleId}>
      {/* A click on nothing in it stays in it. */}
      <div className="hw-drawer-inside" tabIndex={-1}>
        <header className="hw-drawer-header">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {badge}
          <Button className="hw-drawer-close" variant="minimal" icon={<Cross />} aria-label="Close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>,
    dock,
  );
}

/** Where the shell has room for it: there from the first time on, unless the page came together with the shell. */
function useDock(): Element | null {
  const [dock, setDock] = useState(findDock);
  useLayoutEffect(() => setDock(findDock), []);
  return dock;
}

function findDock(): Element | null {
  return document.getElementById('dock');
}

/** Escape closes it from anywhere on the page, except where something lies over it or another field is typed into. */
function useEscape(panel: { current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      const isInside = event.target instanceof Node && panel.current?.contains(event.target);
      const isElsewhere = event.target instanceof Element && event.target.matches('input, select, textarea');
      if (isElsewhere && !isInside) return;
      if (document.querySelector('.bp6-dialog, .bp6-popover, .hw-menu') === null) onClose();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
