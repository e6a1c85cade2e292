import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../data/api.ts';
import { tellOwnChange } from '../../data/use-command.ts';
import { newPasswordFields, repeatProblem, UsernameHint } from '../../entities/account/new-password.tsx';
import type { Account } from '../../entities/account/session.ts';
import { SESSIONS } from '../../entities/account/session-list.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';

const FIELDS: readonly Field[] = [
  {
    name: 'currentPassword',
    label: 'Current password',
    kind: 'password',
    autoComplete: 'current-password',
    required: true,
  },
  ...newPasswordFields('newPassword'),
];
const EMPTY = valuesOf(FIELDS, null);

/** Changes one's own password, which signs out all other sessions. */
export function ChangePassword({ account }: { account: Account }) {
  const [values, setValues] = useState<Values>(EMPTY);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const change = useMutation<unknown, ApiError, Values>({
    gcTime: 0, // keeps no password
    mutationFn: ({ currentPassword, newPassword }) =>
      call('POST', '/api/auth/change-password', { body: { currentPassword, newPassword } }),
    onSuccess() {
      tellOwnChange(null, SESSIONS);
      setValues(EMPTY);
      void showToast({
        title: 'Password changed',
        text: 'You are signed out everywhere else.',
        intent: 'success',
      });
    },
    onError: (error) => setRefused(besideField(error)),
  });

  function submit(): void {
    const problem = repeatProblem(values, 'newPassword');
    setRefused(problem);
    if (!problem) change.mutate(values);
  }

  return (
    <RecordForm
      fields={FIELDS}
      values={values}
      onChange={setValues}
      onSubmit={submit}
      submitText="Change password"
      isBusy={change.isPending}
      error={refused}
      autoFocus={false}
    >
      <UsernameHint username={account.username} />
    </RecordForm>
  );
}

/** The error of a wrong current password, moved to its field. */
function besideField(error: ApiError): ApiError {
  if (error.code !== 'wrong_password') return error;
  return new ApiError(error.status, { ...error.body, issues: [{ path: 'currentPassword', message: error.message }] });
}
