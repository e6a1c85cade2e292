import { Classes, type Intent } from '@blueprintjs/core';
import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react';

const NAMES = { date: 'date', time: 'time', 'datetime-local': 'date and time', month: 'month' } as const;
type Type = keyof typeof NAMES;

/** A browser reports `0002-01-05` after the first digit of 2027, and takes a fifth one. */
const ODD_YEAR = /^(0|\d{5})\d*-/;

/** All of it is typed, but the year has a digit too many. */
const LONG_YEAR = /^(\d{5,})-/;

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'> {
  type?: Type;
  /**
   * As the browser writes it, such as `YYYY-MM-DD` or `HH:MM`; '' while it is empty or not all of it is typed, which a year
   * without its four digits is too: so nobody computes with a part of a date.
   */
  value: string;
  /** What is said while it is empty, if not that there is none. */
  none?: string;
  intent?: Intent;
  onValueChange(value: string): void;
}

/**
 * The one input for dates and times. Browsers show an empty one as if it had a value (Safari writes today in it) or as
 * nothing at all: as long as it is empty, and nobody types in it, it says so instead.
 */
export function DateInput({
  type = 'date',
  value,
  none = `No ${NAMES[type]}`,
  intent,
  onValueChange,
  onBlur,
  'aria-describedby': describedBy,
  ...rest
}: DateInputProps) {
  const noneId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ text: value, value });
  // A new value from outside replaces what was typed.
  if (typed.value !== value) setTyped({ text: value, value });
  /** It was left with a part of a date, such as a month alone: that has no value, but is not hidden. */
  const [isBegun, setBegun] = useState(false);
  const isEmpty = typed.text === '' && !isBegun;
  const isPart = typed.text !== typed.value;
  // It is found by halfTypedIn, and not sent by a form that the browser checks.
  const problem = isPart ? (aboutYear(typed.text) ?? `Enter the full ${NAMES[type]}.`) : '';
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  const group = [Classes.INPUT_GROUP, 'hw-date', Classes.intentClass(intent), rest.disabled && Classes.DISABLED];
  return (
    <div className={group.filter(Boolean).join(' ')}>
      <input
        {...rest}
        ref={input}
        type={type}
        className={Classes.INPUT}
        value={typed.text}
        data-empty={isEmpty || undefined}
        aria-describedby={[describedBy, isEmpty && noneId].filter(Boolean).join(' ') || undefined}
        onChange={({ target: { value: text } }) => {
          const next = ODD_YEAR.test(text) ? '' : text;
          setTyped({ text, value: next });
          onValueChange(next);
        }}
        onBlur={(event) => {
          setBegun(event.target.validity.badInput);
          onBlur?.(event);
        }}
      />
      {isEmpty && (
        // Read as the input's description; beside it, it would be read twice.
        <span id={noneId} className="hw-date-none" aria-hidden="true">
          {none}
        </span>
      )}
    </div>
  );
}

/**
 * The same for a value that comes back late, as from the URL, or not at all while it cannot be used: what is typed is shown
 * until it is left.
 */
export function HeldDateInput({ value, onValueChange, ...rest }: Omit<DateInputProps, 'onBlur'>) {
  const [held, setHeld] = useState<string | null>(null);
  return (
    <DateInput
      {...rest}
      value={held ?? value}
      onValueChange={(typed) => {
        setHeld(typed);
        onValueChange(typed);
      }}
      onBlur={() => setHeld(null)}
    />
  );
}

/** The first date or time in an element that is typed in part: it has no value, and would be sent as none. */
export function halfTypedIn(element: ParentNode): HTMLInputElement | undefined {
  const inputs = [...element.querySelectorAll<HTMLInputElement>('.hw-date > input')];
  return inputs.find(({ validity }) => validity.badInput || validity.customError);
}

function aboutYear(text: string): string | undefined {
  const [, year] = LONG_YEAR.exec(text) ?? [];
  return year && `${year} is not a year: enter its four digits.`;
}

/** What to do about a date or time that is typed in part, or with a year that is none. */
export function askForAll({ type, value }: HTMLInputElement, canBeEmpty: boolean): string {
  const wrongYear = aboutYear(value);
  if (wrongYear) return wrongYear;
  return `Enter the full ${NAMES[type as Type]}${canBeEmpty ? ', or clear it' : ''}.`;
}
