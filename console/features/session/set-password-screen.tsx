import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../data/api.ts';
import { SkeletonLines } from '../../ui/data-area.tsx';
import { SessionFrame } from './session-frame.tsx';
import { linkHolderQuery } from './set-password.ts';
import { SetPasswordForm } from './set-password-form.tsx';

/** Where a one-time link leads: its person chooses a password, and is signed in. @param token '' for none */
export function SetPasswordScreen({ token }: { token: string }) {
  const query = useQuery({ ...linkHolderQuery(token), enabled: token !== '' });
  const { data, error } = query;
  if (token === '') {
    return <Frame>{refusal('The link is not complete. Copy all of it, then open it again.')}</Frame>;
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
        <a href="/">Go to the sign-in</a>
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
