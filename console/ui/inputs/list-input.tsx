import { TagInput } from '@blueprintjs/core';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { isComposing } from '../keyboard/keys.ts';
import { type ControlProps, jsonOf, parsed } from './fields.ts';

const SEPARATOR = /[,\n\r]/;

/** A list whose last words are still in the input. */
interface Typing {
  text: string;
  /** The words before it. */
  ended: readonly string[];
  /** The list with it, as JSON. */
  value: string;
}

/**
 * An input for a list of words: each is typed, and ended by Enter, a comma, or leaving the field. What is still being
 * typed is part of the value, so that it is saved whatever comes next.
 */
export function listInput(placeholder: string): ComponentType<ControlProps> {
  return function ListInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
    const [typing, setTyping] = useState<Typing>();
    // The value may come from elsewhere: a draft that was discarded, or what somebody else has saved.
    const isTyping = typing?.value === value;
    const { text, ended } = isTyping ? typing : { text: '', ended: parsed<string[]>(value) ?? [] };

    function put(words: readonly string[], rest: string): void {
      const next = jsonOf([...new Set([...words, ...wordsIn(rest)])]);
      setTyping({ text: rest, ended: [...new Set(words)], value: next });
      if (next !== value) onChange(next);
    }

    const end = () => put([...ended, ...wordsIn(text)], '');

    function type(typed: string, isComposed: boolean): void {
      const words = isComposed ? typed.split(SEPARATOR) : [typed];
      const rest = words.pop() ?? '';
      put([...ended, ...wordsIn(words.join())], rest);
    }

    /** Before Blueprint, which leaves Enter to the form as well. */
    function press(event: KeyboardEvent): void {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
      if (!isComposing(event)) end();
    }

    return (
      <TagInput
        fill
        addOnPaste
        separator={SEPARATOR}
        intent={isInvalid ? 'danger' : 'none'}
        placeholder={placeholder}
        inputValue={text}
        onInputChange={({ target, nativeEvent }) => type(target.value, !(nativeEvent as InputEvent).isComposing)}
        inputProps={{
          id,
          value: text,
          onBlur: end,
          onKeyDownCapture: press,
          'aria-label': label,
          'aria-describedby': describedBy,
        }}
        tagProps={{ minimal: true }}
        values={ended}
        onAdd={(pasted) => put([...ended, ...pasted], text)}
        onRemove={(_, index) => put(ended.toSpliced(index, 1), text)}
      />
    );
  };
}

function wordsIn(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** A list as text. */
export function formatList(value: unknown): string {
  return ((value ?? []) as string[]).join(', ');
}
