import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiError, call } from '../../data/api.ts';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { UsernameHint } from './new-password.tsx';

/** A code if there is a second factor, otherwise the password. */
const FIELDS: Readonly<Record<'password' | 'code', readonly Field[]>> = {
  password: [
    { name: 'password', label: 'Your password', kind: 'password', autoComplete: 'current-password', required: true },
  ],
  code: [
    {
      name: 'code',
      label: 'Code',
      kind: 'text',
      autoComplete: 'one-time-code',
      maxLength: 50,
      required: true,
      help: 'The six digits that your authenticator app shows now, or a recovery code. Without either, ask an owner to remove your second factor.',
    },
  ],
};

interface ProofFormProps<Data> {
  asksFor: 'password' | 'code';
  username: string | null;
  /** The path to which the password or code is posted. */
  path: string;
  submitText: string;
  onDone(data: Data): void;
  onCancel?(): void;
  /** What it is for. */
  children: ReactNode;
}

/** Confirms a person's identity before their second factor changes. */
export function ProofForm<Data>(props: ProofFormProps<Data>) {
  const { asksFor, username, path, submitText, onDone, onCancel, children } = props;
  const fields = FIELDS[asksFor];
  const [values, setValues] = useState<Values>(() => valuesOf(fields, null));
  const prove = useMutation<Data, ApiError, Values>({
    gcTime: 0, // keeps neither a password nor a code
    mutationFn: async (typed) => (await call<Data>('POST', path, { body: { [asksFor]: typed[asksFor] } })).data,
    onSuccess: onDone,
  });
  return (
    <RecordForm
      fields={fields}
      values={values}
      onChange={setValues}
      onSubmit={() => prove.mutate(values)}
      {...(onCancel && { onCancel })}
      submitText={submitText}
      isBusy={prove.isPending}
      error={prove.error}
    >
      {children}
      <UsernameHint username={username} />
    </RecordForm>
  );
}
