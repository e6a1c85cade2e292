import { Button } from '@blueprintjs/core';
import { ChevronDown, ChevronUp } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useIsSmall } from '../layout/use-media.ts';

interface MoreFiltersProps {
  /** One of them narrows the list: they are open from the start. */
  isUsed: boolean;
  children: ReactNode;
}

/** Filters that a small screen keeps behind a button, so that the list begins in sight. */
export function MoreFilters({ isUsed, children }: MoreFiltersProps) {
  const isSmall = useIsSmall();
  const [isOpen, setOpen] = useState(isUsed);
  if (!isSmall) return children;
  return (
    <>
      <Button
        text="More filters"
        rightIcon={isOpen ? <ChevronUp /> : <ChevronDown />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <div className="hw-more-filters">{children}</div>}
    </>
  );
}
