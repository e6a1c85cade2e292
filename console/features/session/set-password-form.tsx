import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../data/api.ts';
import { type Values, valuesOf } from '../../ui/fields.ts';
import { showAfterLoad } from '../../ui/flash.ts';
import { newPasswordFields, repeatProblem } from '../../ui/new-password.ts';
import { RecordForm } from '../../ui/record-form.tsx';
import { UsernameHint } from '../../ui/username-hint.tsx';
import { type PasswordSet, setPassword } from './set-password.ts';

const FIELDS = newPasswordFields('password');

interface SetPasswordFormProps {
  token: string;
  username: string | null;
}

/** A new password, twice; leads into the console. */
export function SetPasswordForm({ token, username }: SetPasswordFormProps) {
  const [values, setValues] = useState<Values>(() => valuesOf(FIELDS, null));
  const [error, setError] = useState<ApiError | null>(null);
  const set = useMutation<PasswordSet, ApiError, string>({
    gcTime: 0, // a password is not kept
    mutationFn: (password) => setPassword(token, password),
    onSuccess({ firstName, username: name, signedIn }) {
      const text = signedIn ? `You are signed in as ${firstName || name}.` : 'Sign in with it and your second factor.';
      showAfterLoad({ title: 'Password set', text, intent: 'success' });
      location.assign('/');
    },
    onError: setError,
  });

  function submit(): void {
    const problem = repeatProblem(values, 'password');
    setError(problem);
    if (!problem) set.mutate(values['password'] ?? '');
  }

  return (
    <RecordForm
      fields={FIELDS}
      values={values}
      onChange={setValues}
      onSubmit={submit}
      submitText="Set password"
      isBusy={set.isPending || set.isSuccess}
      error={error}
    >
      <UsernameHint username={username} />
    </RecordForm>
  );
}
