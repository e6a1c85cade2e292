import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiError, call } from '../data/api.ts';
import { type Field, type Values, valuesOf } from './fields.ts';
import { RecordForm } from './record-form.tsx';
import { UsernameHint } from './username-hint.tsx';

const FIELDS: readonly Field[] = [
  { name: 'password', label: 'Your password', kind: 'password', autoComplete: 'current-password', required: true },
];

interface PasswordProofProps<Data> {
  username: string | null;
  /** The call that wants the password once more. */
  path: string;
  submitText: string;
  onDone(data: Data): void;
  onCancel?(): void;
  /** What it is for. */
  children: ReactNode;
}

/** Asks for the password once more before the second factor changes. */
export function PasswordProof<Data>(props: PasswordProofProps<Data>) {
  const { username, path, submitText, onDone, onCancel, children } = props;
  const [values, setValues] = useState<Values>(() => valuesOf(FIELDS, null));
  const prove = useMutation<Data, ApiError, Values>({
    gcTime: 0, // a password is not kept
    mutationFn: async ({ password }) => (await call<Data>('POST', path, { body: { password } })).data,
    onSuccess: onDone,
  });
  return (
    <RecordForm
      fields={FIELDS}
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
