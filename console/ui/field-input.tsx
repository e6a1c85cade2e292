import { FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { useId } from 'react';
import type { Field } from './fields.ts';

interface FieldInputProps {
  field: Field;
  value: string;
  /** What is wrong with it, shown beside it. */
  problem?: string | undefined;
  /** Says beside the label that a required field is one; pointless where all of them are. */
  marksRequired?: boolean;
  /** Holds what was typed before and is not saved; said beside the label. */
  isUnsaved?: boolean;
  disabled?: boolean;
  /** Takes no typing for now, and keeps the focus. */
  isFrozen?: boolean;
  autoFocus?: boolean;
  onChange(value: string): void;
  /** Where it was typed and is left. */
  onLeave?(): void;
}

const INPUT_TYPES = {
  text: 'text',
  email: 'email',
  tel: 'tel',
  // The browser tells nothing of what it cannot read as a number: it would be sent as no value.
  money: 'text',
  number: 'text',
  decimal: 'text',
  date: 'date',
  password: 'password',
  structured: 'text',
} as const;

/** Which keys a phone shows for figures. */
const KEYBOARDS: Partial<Record<Field['kind'], 'decimal' | 'numeric'>> = {
  money: 'decimal',
  decimal: 'decimal',
  number: 'numeric',
};

/** One labelled field of a form, with what is wrong with it beside it. */
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
      label={field.label}
      labelFor={id}
      labelInfo={[field.required && marksRequired && '(required)', isUnsaved && '(not saved)']
        .filter(Boolean)
        .join(' ')}
      intent={problem === undefined ? 'none' : 'danger'}
      helperText={helper === undefined ? undefined : <span id={helperId}>{helper}</span>}
      className={[
        'hw-field',
        (field.kind === 'multiline' || field.kind === 'structured') && 'hw-field-wide',
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
          {...{ id, value, isInvalid, onChange }}
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
    return (
      <InputGroup
        {...shared}
        type={INPUT_TYPES[field.kind]}
        readOnly={isFrozen}
        intent={problem === undefined ? 'none' : 'danger'}
        maxLength={field.maxLength}
        autoComplete={field.autoComplete ?? 'off'}
        {...(field.kind === 'money' && { leftElement: <span className="hw-dollar">$</span> })}
        {...(field.kind in KEYBOARDS && { inputMode: KEYBOARDS[field.kind] })}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
}

/** The choices, and the chosen value where it is no longer one of them. */
function choicesWith(value: string, choices: readonly string[]): readonly string[] {
  return value === '' || choices.includes(value) ? choices : [...choices, value];
}
