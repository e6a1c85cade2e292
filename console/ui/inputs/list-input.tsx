import { TagInput } from '@blueprintjs/core';
import { type ComponentType, type KeyboardEvent, useId, useState } from 'react';
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

interface ListInputProps extends ControlProps {
  /** Words that are offered while somebody types. */
  suggestions?: readonly string[];
}

/**
 * An input for a list of words: each is typed, and ended by Enter, a comma, or leaving the field. What is still being
 * typed is part of the value, so that it is saved whatever comes next.
 * @param keyOf what tells a double, if not the word itself
 */
export function listInput(placeholder: string, keyOf = (word: string) => word): ComponentType<ListInputProps> {
  const distinct = (words: readonly string[]) =>
    words.filter((word, at) => words.findIndex((other) => keyOf(other) === keyOf(word)) === at);

  return function ListInput(props: ListInputProps) {
    const { id, label, value, describedBy, isInvalid, suggestions = [], onChange } = props;
    const suggestionsId = useId();
    const [typing, setTyping] = useState<Typing>();
    // The value may come from elsewhere: a draft that was discarded, or what somebody else has saved.
    const isTyping = typing?.value === value;
    const { text, ended } = isTyping ? typing : { text: '', ended: parsed<string[]>(value) ?? [] };

    function put(words: readonly string[], rest: string): void {
      const next = jsonOf(distinct([...words, ...wordsIn(rest)]));
      setTyping({ text: rest, ended: distinct(words), value: next });
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

    const offered = suggestions.filter((word) => !ended.some((other) => keyOf(other) === keyOf(word)));
    return (
      <>
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
            ...(offered.length > 0 && { list: suggestionsId }),
            'aria-label': label,
            'aria-describedby': describedBy,
          }}
          tagProps={{ minimal: true }}
          values={ended}
          onAdd={(pasted) => put([...ended, ...pasted], text)}
          onRemove={(_, index) => put(ended.toSpliced(index, 1), text)}
        />
        {offered.length > 0 && (
          <datalist id={suggestionsId}>
            {offered.map((word) => (
              <option key={word} value={word} />
            ))}
          </datalist>
        )}
      </>
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
