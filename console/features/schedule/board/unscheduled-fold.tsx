import { Button, Tag } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Ref, type RefObject, useMemo, useState } from 'react';
import { unscheduledQuery } from '../../../entities/schedule/schedule.ts';
import { useIsSmall, useMedia } from '../../../ui/layout/use-media.ts';
import { countOf, type UnscheduledActs, UnscheduledPanel } from './unscheduled-panel.tsx';

/**
 * Where the unscheduled jobs are: beside the board; where that is too narrow for both, behind a button that opens them
 * over it; on a phone, in a dialog.
 */
export type PanelPlace = 'beside' | 'over' | 'dialog';

/** Where the panel is in a window of this width. */
export function usePanelPlace(): PanelPlace {
  const isSmall = useIsSmall();
  const isNarrow = useMedia('(max-width: 1099px)');
  if (isSmall) return 'dialog';
  return isNarrow ? 'over' : 'beside';
}

interface UnscheduledButtonProps {
  ref: Ref<HTMLButtonElement>;
  place: PanelPlace;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

/** Opens the unscheduled jobs, and says how many there are; nothing where they are beside the board. */
export function UnscheduledButton({ ref, place, isOpen, onOpen }: UnscheduledButtonProps) {
  const count = countOf(useInfiniteQuery(unscheduledQuery));
  if (place === 'beside') return null;
  return (
    <Button
      ref={ref}
      text="Unscheduled Jobs"
      {...(count !== null && {
        endIcon: (
          <Tag round minimal>
            {count}
          </Tag>
        ),
      })}
      {...(place === 'over' ? { 'aria-expanded': isOpen, active: isOpen } : { 'aria-haspopup': 'dialog' })}
      onClick={() => onOpen(!isOpen)}
    />
  );
}

interface UnscheduledOverProps {
  acts: UnscheduledActs | null;
  open(jobId: string): void;
  /** Gets the focus when it is closed. */
  opener: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** The unscheduled jobs over the board, of which they clear the way while one is dragged, and go once it is let go. */
export function UnscheduledOver({ acts, open, opener, onClose }: UnscheduledOverProps) {
  const [isAway, setAway] = useState(false);
  const close = () => {
    opener.current?.focus();
    onClose();
  };
  const clearing = useMemo(
    () =>
      acts && {
        ...acts,
        drag(job: Parameters<UnscheduledActs['drag']>[0]) {
          acts.drag(job);
          if (job === null) onClose();
          // The browser takes its picture of what is dragged first, and lets go of what is hidden before.
          else setTimeout(() => setAway(true));
        },
      },
    [acts, onClose],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is inside from each of its controls
    <div
      className={isAway ? 'hw-unscheduled-over hw-unscheduled-away' : 'hw-unscheduled-over'}
      onKeyDown={({ key, target, currentTarget }) => {
        // A menu that one of its buttons has opened is not inside, and closes itself.
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) close();
      }}
    >
      <UnscheduledPanel acts={clearing} isBeside open={open} onClose={close} />
    </div>
  );
}
