import { Button, ProgressBar } from '@blueprintjs/core';
import type { RunEvent } from '../../../../optimizer/answers/schedule.schema.ts';
import { Figure, FigureRow } from '../../../ui/figures/figure.tsx';
import { LANDING } from '../../../ui/keyboard/focus.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { Skeleton, SkeletonLines } from '../../../ui/status/data-area.tsx';

interface RunningProps {
  /** What is being planned: `Planning Monday, June 16 (Balanced)`. */
  what: string;
  progress: RunEvent | null;
  isStopping: boolean;
  onStop(): void;
}

/** An optimizer run under way: its progress, and a button to stop it. */
export function Running({ what, progress, isStopping, onStop }: RunningProps) {
  return (
    <>
      <p role="status">
        {what}
        {progress && `. ${progress.message}`}
      </p>
      <ProgressBar
        aria-label="Search for the best plan"
        {...(progress?.state === 'running' && { value: progress.done })}
      />
      <Skeleton>
        <FigureRow>
          {['Average efficiency', 'Total travel', 'Jobs'].map((label) => (
            <Figure key={label} label={label} />
          ))}
        </FigureRow>
        <SkeletonLines lines={6} />
      </Skeleton>
      <ActionBar>
        <Button text="Stop and use the best so far" loading={isStopping} onClick={onStop} {...LANDING} />
      </ActionBar>
    </>
  );
}
