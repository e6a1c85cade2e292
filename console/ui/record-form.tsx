import { Button } from '@blueprintjs/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError } from '../data/api.ts';
import { FieldInput } from './field-input.tsx';
import type { Field, Values } from './fields.ts';

interface RecordFormProps {
  fields: readonly Field[];
  values: Values;
  onChange(values: Values): void;
  onSubmit(): void;
  /** Without it the form has no Cancel: it is always there. */
  onCancel?(): void;
  /** Puts the cursor into the first field. */
  autoFocus?: boolean;
  submitText: string;
  /** Whether enough is filled in to be sent. */
  canSubmit?: boolean;
  isBusy: boolean;
  /** Of the last try: what belongs to a field is shown beside it, the rest above the buttons. */
  error: ApiError | null;
  children?: ReactNode;
}

/** A form over a record's fields; the browser's own checks are off, as the rules are the server's. */
export function RecordForm(props: RecordFormProps) {
  const {
    fields,
    values,
    onChange,
    onSubmit,
    onCancel,
    submitText,
    isBusy,
    error,
    children,
    autoFocus = true,
    canSubmit = true,
  } = props;
  const editable = fields.filter((field) => !field.readOnly);
  const marksRequired = editable.some((field) => !field.required);
  const [touchedSince, setTouchedSince] = useState<{ error: ApiError | null; names: readonly string[] }>({
    error,
    names: [],
  });
  const touched = touchedSince.error === error ? touchedSince.names : [];

  const problems = new Map(error?.issues.map(({ path, message }) => [path.split('.', 1)[0] ?? path, message]));
  const belongsToField = editable.some(({ name }) => problems.has(name));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy && canSubmit) onSubmit();
  }

  return (
    <form className="hw-form" noValidate onSubmit={submit}>
      {children}
      <div className="hw-form-fields">
        {editable.map((field, index) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            problem={touched.includes(field.name) ? undefined : problems.get(field.name)}
            marksRequired={marksRequired}
            autoFocus={autoFocus && index === 0}
            onChange={(value) => {
              setTouchedSince({ error, names: [...touched, field.name] });
              onChange({ ...values, [field.name]: value });
            }}
          />
        ))}
      </div>
      {error && !belongsToField && error.code !== 'stale' && (
        <p className="hw-form-error" role="alert">
          {error.message}
        </p>
      )}
      <div className="hw-form-actions">
        {onCancel && <Button text="Cancel" onClick={onCancel} />}
        <Button type="submit" intent="primary" text={submitText} loading={isBusy} disabled={!canSubmit} />
      </div>
    </form>
  );
}
