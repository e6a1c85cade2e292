import { FormGroup, HTMLSelect, InputGroup, type Intent, TextArea } from '@blueprintjs/core';
import { useId } from 'react';
import { DateInput } from './date-input.tsx';
import type { Field } from './fields.ts';

interface FieldInputProps {
  field: Field;
  value: string;
  /** What is wrong with it, shown below it. */
  problem?: string | undefined;
  /** Marks required fields in their labels; pointless if all of them are. */
  marksRequired?: boolean;
  /** Holds restored, unsaved input; the label says so. */
  isUnsaved?: boolean;
  disabled?: boolean;
  /** Read-only for now, but keeps the focus. */
  isFrozen?: boolean;
  autoFocus?: boolean;
  onChange(value: string): void;
  /** Called when the person leaves it after typing. */
  onLeave?(): void;
}

const INPUT_TYPES = {
  text: 'text',
  email: 'email',
  tel: 'tel',
  // The browser hides what it cannot parse as a number: it would be sent as no value.
  money: 'text',
  number: 'text',
  decimal: 'text',
  password: 'password',
  structured: 'text',
} as const;

/** Which keyboard a phone shows for figures. */
const KEYBOARDS: Partial<Record<Field['kind'], 'decimal' | 'numeric'>> = {
  money: 'decimal',
  decimal: 'decimal',
  number: 'numeric',
};

/** One form field with its label, and what is wrong with it. */
export function FieldInput({
  field,
  value,
  problem,
  marksRequired = true,
  isUnsaved = false,
  disabled,
  isFrozen = false,
  autoFocus,
  onChange,
  onLeave,
}: FieldInputProps) {
  const id = useId();
  const helperId = `${id}-helper`;
  const helper = problem ?? field.help;
  const intent: Intent = problem === undefined ? 'none' : 'danger';
  const shared = {
    id,
    value,
    disabled,
    autoFocus,
    name: field.name,
    onBlur: onLeave,
    'aria-invalid': problem !== undefined,
    'aria-required': field.required,
    'aria-describedby': helper === undefined ? undefined : helperId,
  };
  return (
    <FormGroup
      data-field={field.name}
      label={field.label}
      labelFor={id}
      labelInfo={[field.required && marksRequired && '(required)', isUnsaved && '(not saved)']
        .filter(Boolean)
        .join(' ')}
      intent={intent}
      helperText={helper === undefined ? undefined : <span id={helperId}>{helper}</span>}
      className={[
        'hw-field',
        (field.row === 'whole' || field.kind === 'multiline' || field.kind === 'structured') && 'hw-field-wide',
        field.row === 'start' && 'hw-field-start',
        field.section === field.label && 'hw-field-part',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {control()}
    </FormGroup>
  );

  function control() {
    if (field.control) {
      const isInvalid = problem !== undefined;
      return (
        <field.control
          id={id}
          value={value}
          isInvalid={isInvalid}
          onChange={onChange}
          label={field.label}
          describedBy={shared['aria-describedby']}
        />
      );
    }
    if (field.kind === 'choice') {
      return (
        <HTMLSelect {...shared} fill onChange={(event) => onChange(event.target.value)}>
          {!(field.required && value !== '') && <option value="">{field.placeholder ?? 'None'}</option>}
          {choicesWith(value, field.choices ?? []).map((choice) => (
            <option key={choice} value={choice}>
              {field.labels?.[choice] ?? choice}
            </option>
          ))}
        </HTMLSelect>
      );
    }
    if (field.kind === 'multiline') {
      return (
        <TextArea
          {...shared}
          fill
          rows={3}
          readOnly={isFrozen}
          maxLength={field.maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    }
    const line = { ...shared, intent, readOnly: isFrozen, autoComplete: field.autoComplete ?? 'off' };
    if (field.kind === 'date') return <DateInput {...line} onValueChange={onChange} />;
    return (
      <InputGroup
        {...line}
        type={INPUT_TYPES[field.kind]}
        maxLength={field.maxLength}
        {...(field.kind === 'money' && { leftElement: <span className="hw-dollar">$</span> })}
        {...(field.kind in KEYBOARDS && { inputMode: KEYBOARDS[field.kind] })}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
}

/** The choices, plus the current value if it is no longer one of them. */
function choicesWith(value: string, choices: readonly string[]): readonly string[] {
  return value === '' || choices.includes(value) ? choices : [...choices, value];
}
