import { Button, Callout } from '@blueprintjs/core';
import type { MouseEvent } from 'react';
import type { Field } from '../ui/fields.ts';
import { formatInstant, formatTime } from '../ui/format.ts';

interface DraftBannerProps {
  /** ISO instant at which it was typed last. */
  typedAt: string;
  /** Of an edit: the fields that are not as saved. */
  unsaved?: readonly Field[];
  onDiscard(): void;
}

/** Says that a form begins with what was typed before, and takes that away again. */
export function DraftBanner({ typedAt, unsaved = [], onDiscard }: DraftBannerProps) {
  function discard({ currentTarget }: MouseEvent<HTMLElement>): void {
    // The button goes away with the banner: the first field is where one would type next.
    currentTarget.closest('form')?.querySelector<HTMLElement>('.hw-form-fields :is(input, select, textarea)')?.focus();
    onDiscard();
  }
  return (
    <Callout compact role="status" className="hw-draft">
      <span>
        Draft from {timeOf(typedAt)}
        {unsaved.length > 0 && ` · Not saved yet: ${unsaved.map(({ label }) => label).join(', ')}`}
      </span>{' '}
      · <Button size="small" variant="minimal" text="Discard" aria-label="Discard the draft" onClick={discard} />
    </Callout>
  );
}

/** The time of day; with its date where it is not today. */
function timeOf(typedAt: string): string {
  const isToday = new Date(typedAt).toDateString() === new Date().toDateString();
  return isToday ? formatTime(typedAt) : formatInstant(typedAt);
}
