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
  disabled?: boolean;
  autoFocus?: boolean;
  onChange(value: string): void;
}

const INPUT_TYPES = {
  text: 'text',
  email: 'email',
  tel: 'tel',
  money: 'number',
  number: 'number',
  date: 'date',
  password: 'password',
  structured: 'text',
} as const;

/** One labelled field of a form, with what is wrong with it beside it. */
export function FieldInput({
  field,
  value,
  problem,
  marksRequired = true,
  disabled,
  autoFocus,
  onChange,
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
    'aria-invalid': problem !== undefined,
    'aria-required': field.required,
    'aria-describedby': helper === undefined ? undefined : helperId,
  };
  return (
    <FormGroup
      label={field.label}
      labelFor={id}
      labelInfo={field.required && marksRequired ? '(required)' : undefined}
      intent={problem === undefined ? 'none' : 'danger'}
      helperText={helper === undefined ? undefined : <span id={helperId}>{helper}</span>}
      className={field.kind === 'multiline' || field.kind === 'structured' ? 'hw-field hw-field-wide' : 'hw-field'}
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
          maxLength={field.maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    }
    return (
      <InputGroup
        {...shared}
        type={INPUT_TYPES[field.kind]}
        intent={problem === undefined ? 'none' : 'danger'}
        maxLength={field.maxLength}
        autoComplete={field.autoComplete ?? 'off'}
        {...(field.kind === 'money' && {
          min: 0,
          step: '0.01',
          inputMode: 'decimal' as const,
          leftElement: <span className="hw-dollar">$</span>,
        })}
        {...(field.kind === 'number' && { min: 0, step: '1', inputMode: 'numeric' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
}

/** The choices, and the chosen value where it is no longer one of them. */
function choicesWith(value: string, choices: readonly string[]): readonly string[] {
  return value === '' || choices.includes(value) ? choices : [...choices, value];
}
