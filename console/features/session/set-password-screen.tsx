import { Button, Callout } from '@blueprintjs/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, call } from '../../data/api.ts';
import { newPasswordFields, repeatProblem, UsernameHint } from '../../entities/account/new-password.tsx';
import type { Account } from '../../entities/account/session.ts';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { SkeletonLines } from '../../ui/status/data-area.tsx';
import { showAfterLoad } from '../../ui/status/toaster.tsx';
import { SessionFrame } from './session-frame.tsx';

/** The target of a one-time link: its person sets a password, and is signed in. @param token '' for none */
export function SetPasswordScreen({ token }: { token: string }) {
  const query = useQuery({ ...linkHolderQuery(token), enabled: token !== '' });
  const { data, error } = query;
  if (token === '') {
    return <Frame>{refusal('This link is incomplete. Copy all of it, then open it again.')}</Frame>;
  }
  if (data) {
    return (
      <Frame subtitle={data.username ? `For the account ${data.username}` : 'For your account'}>
        <SetPasswordForm token={token} username={data.username} />
      </Frame>
    );
  }
  if (!error) {
    return (
      <Frame>
        <SkeletonLines lines={4} />
      </Frame>
    );
  }
  const isFinal = error instanceof ApiError && error.status === 410;
  return (
    <Frame>
      {refusal(error.message)}
      {!isFinal && <Button fill size="large" text="Try again" onClick={() => void query.refetch()} />}
    </Frame>
  );
}

function Frame({
  subtitle = 'Professional Tree Service Management',
  children,
}: {
  subtitle?: string;
  children: ReactNode;
}) {
  return (
    <SessionFrame title="Set your password" heading="Set your password" subtitle={subtitle}>
      {children}
      <p className="hw-sign-in-foot">
        <a href="/">Go to sign-in</a>
      </p>
    </SessionFrame>
  );
}

/** What is wrong with the link, and what to do. */
function refusal(message: string) {
  return (
    <Callout intent="warning" compact role="alert">
      {message}
    </Callout>
  );
}

const FIELDS = newPasswordFields('password');

interface SetPasswordFormProps {
  token: string;
  username: string | null;
}

/** A new password, typed twice; then opens the console. */
function SetPasswordForm({ token, username }: SetPasswordFormProps) {
  const [values, setValues] = useState<Values>(() => valuesOf(FIELDS, null));
  const [error, setError] = useState<ApiError | null>(null);
  const set = useMutation<PasswordSet, ApiError, string>({
    gcTime: 0, // keeps no password
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

/** Who the link is for. It is not cached: the token is a secret. */
function linkHolderQuery(token: string) {
  return queryOptions({
    queryKey: ['password-link', token],
    gcTime: 0,
    queryFn: async () =>
      (await call<{ username: string | null }>('POST', '/api/auth/password-link', { body: { token } })).data,
  });
}

/** Not signed in yet if the account has a second factor. */
type PasswordSet = Account & { signedIn: boolean };

/** Sets the password and signs in. @throws ApiError 410 if the link is no longer valid */
async function setPassword(token: string, password: string): Promise<PasswordSet> {
  return (await call<PasswordSet>('POST', '/api/auth/set-password', { body: { token, password } })).data;
}
