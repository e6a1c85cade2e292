import { Classes, type Intent } from '@blueprintjs/core';
import { type InputHTMLAttributes, useId, useState } from 'react';

/** What is said in place of a value. */
const NONE = { date: 'No date', time: 'No time', 'datetime-local': 'No date and time', month: 'No month' } as const;

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'> {
  type?: keyof typeof NONE;
  /** As the browser writes it, such as `YYYY-MM-DD` or `HH:MM`; '' while it is empty or not all of it is typed. */
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
  none = NONE[type],
  intent,
  onValueChange,
  onBlur,
  'aria-describedby': describedBy,
  ...rest
}: DateInputProps) {
  const noneId = useId();
  /** It was left with a part of a date, such as a month alone: that has no value, but is not hidden. */
  const [isBegun, setBegun] = useState(false);
  const isEmpty = value === '' && !isBegun;
  const group = [Classes.INPUT_GROUP, 'hw-date', Classes.intentClass(intent), rest.disabled && Classes.DISABLED];
  return (
    <div className={group.filter(Boolean).join(' ')}>
      <input
        {...rest}
        type={type}
        className={Classes.INPUT}
        value={value}
        data-empty={isEmpty || undefined}
        aria-describedby={[describedBy, isEmpty && noneId].filter(Boolean).join(' ') || undefined}
        onChange={({ target }) => onValueChange(target.value)}
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
