import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface SidePanelProps {
  title: string;
  /** Next to the title: a status. */
  badge?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/**
 * The open record of a list. On a wide screen it is beside the page, which makes room for it; on a narrow one it covers
 * the page's right side; on a phone it is a page of its own. It is not modal: the list stays usable.
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
      {/* A click on empty space keeps the focus inside. */}
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

/** The shell's place for it: available on the first render, unless the page was rendered together with the shell. */
function useDock(): Element | null {
  const [dock, setDock] = useState(findDock);
  useLayoutEffect(() => setDock(findDock), []);
  return dock;
}

function findDock(): Element | null {
  return document.getElementById('dock');
}

/**
 * Escape closes it from anywhere on the page, unless something is open above it or another field is being typed into.
 */
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
