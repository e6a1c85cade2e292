import { Button, Callout } from '@blueprintjs/core';
import type { MouseEvent } from 'react';
import type { Field } from '../ui/fields.ts';
import { formatInstant, formatTime } from '../ui/format.ts';

interface DraftBannerProps {
  /** ISO instant of the last change. */
  typedAt: string;
  /** For an edit: the fields with unsaved changes. */
  unsaved?: readonly Field[];
  onDiscard(): void;
}

/** Says that a form was filled from a draft, and lets the person discard it. */
export function DraftBanner({ typedAt, unsaved = [], onDiscard }: DraftBannerProps) {
  function discard({ currentTarget }: MouseEvent<HTMLElement>): void {
    // The button disappears with the banner: move the focus to the first field, where typing would go on.
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

/** The time; with the date unless it is today. */
function timeOf(typedAt: string): string {
  const isToday = new Date(typedAt).toDateString() === new Date().toDateString();
  return isToday ? formatTime(typedAt) : formatInstant(typedAt);
}
