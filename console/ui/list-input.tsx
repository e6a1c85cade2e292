import { TagInput } from '@blueprintjs/core';
import type { ComponentType } from 'react';
import { type ControlProps, jsonOf, parsed } from './fields.ts';

/** The input of a list of words: each is typed, and ended by Enter, a comma, or leaving the field. */
export function listInput(placeholder: string): ComponentType<ControlProps> {
  return function ListInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
    return (
      <TagInput
        fill
        addOnBlur
        addOnPaste
        separator={/[,\n\r]/}
        intent={isInvalid ? 'danger' : 'none'}
        placeholder={placeholder}
        inputProps={{ id, 'aria-label': label, 'aria-describedby': describedBy }}
        tagProps={{ minimal: true }}
        values={parsed<string[]>(value) ?? []}
        onChange={(words) => onChange(jsonOf([...new Set(words.map((word) => String(word)))]))}
      />
    );
  };
}

/** A list as a person reads it. */
export function formatList(value: unknown): string {
  return ((value ?? []) as string[]).join(', ');
}
