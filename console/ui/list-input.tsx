import { TagInput } from '@blueprintjs/core';
import { type ComponentType, useState } from 'react';
import { type ControlProps, jsonOf, parsed } from './fields.ts';

const SEPARATOR = /[,\n\r]/;

/** An input for a list of words: each is typed, and ended by Enter, a comma, or leaving the field. */
export function listInput(placeholder: string): ComponentType<ControlProps> {
  return function ListInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
    const [typed, setTyped] = useState('');
    const words = parsed<string[]>(value) ?? [];
    const put = (next: readonly unknown[]) => onChange(jsonOf([...new Set(next.map((word) => String(word)))]));

    // Immediately: Blueprint itself would add it a frame later, after a tap on the form's button has already sent the
    // form.
    function addTyped(): void {
      const more = typed.split(SEPARATOR).map((word) => word.trim());
      if (more.some((word) => word !== '')) put([...words, ...more.filter((word) => word !== '')]);
      setTyped('');
    }

    return (
      <TagInput
        fill
        addOnPaste
        separator={SEPARATOR}
        intent={isInvalid ? 'danger' : 'none'}
        placeholder={placeholder}
        inputValue={typed}
        onInputChange={({ target }) => setTyped(target.value)}
        inputProps={{ id, 'aria-label': label, 'aria-describedby': describedBy, onBlur: addTyped }}
        tagProps={{ minimal: true }}
        values={words}
        onAdd={() => setTyped('')}
        onChange={put}
      />
    );
  };
}

/** A list as text. */
export function formatList(value: unknown): string {
  return ((value ?? []) as string[]).join(', ');
}
