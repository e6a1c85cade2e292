import { Button, Callout } from '@blueprintjs/core';
import type { MouseEvent, ReactNode } from 'react';
import type { Field } from '../../ui/inputs/fields.ts';
import { formatInstant, formatTime } from '../../ui/values/format.ts';

interface DraftBannerProps {
  /** ISO instant of the last change. */
  typedAt: string;
  /** For an edit: the fields with unsaved changes. */
  unsaved?: readonly Field[];
  onDiscard(): void;
}

/** Says that a form was filled from a draft, and lets the person discard it. */
export function DraftBanner({ typedAt, unsaved = [], onDiscard }: DraftBannerProps) {
  return (
    <Callout compact role="status" className="hw-draft">
      <span>
        Draft from {timeOf(typedAt)}
        {unsaved.length > 0 && ` · Not saved yet: ${unsaved.map(({ label }) => label).join(', ')}`}
      </span>{' '}
      · <Discard what="the draft" onDiscard={onDiscard} />
    </Callout>
  );
}

interface OtherDraftBannerProps {
  /** ISO instant of the last change. */
  typedAt: string;
  /** Whom or what it is for. */
  whose: ReactNode;
  onOpen(): void;
  onDiscard(): void;
}

/** Offers a draft that the form was not filled from, as it is for somebody else. */
export function OtherDraftBanner({ typedAt, whose, onOpen, onDiscard }: OtherDraftBannerProps) {
  return (
    <Callout compact role="status" className="hw-draft">
      <span>
        A draft from {timeOf(typedAt)} is for {whose}
      </span>{' '}
      · <Button size="small" variant="minimal" text="Open it" onClick={onOpen} />
      <Discard what="the other draft" onDiscard={onDiscard} />
    </Callout>
  );
}

function Discard({ what, onDiscard }: { what: string; onDiscard(): void }) {
  function discard(event: MouseEvent<HTMLElement>): void {
    goOnTyping(event);
    onDiscard();
  }
  return <Button size="small" variant="minimal" text="Discard" aria-label={`Discard ${what}`} onClick={discard} />;
}

/** The button disappears with its banner: moves the focus to the first field, where typing would go on. */
function goOnTyping({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('form')?.querySelector<HTMLElement>('.hw-form-fields :is(input, select, textarea)')?.focus();
}

/** The time; with the date unless it is today. */
function timeOf(typedAt: string): string {
  const isToday = new Date(typedAt).toDateString() === new Date().toDateString();
  return isToday ? formatTime(typedAt) : formatInstant(typedAt);
}
