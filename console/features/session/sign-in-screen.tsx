import { Button, Callout, Divider, FormGroup, InputGroup } from '@blueprintjs/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../../data/api.ts';
import type { Account } from '../../entities/account/session.ts';
import { showAfterLoad, showToast } from '../../ui/status/toaster.tsx';
import { SessionFrame } from './session-frame.tsx';

/** Why external sign-in failed; the server puts the code in the URL. */
const REFUSED: Readonly<Record<string, string>> = {
  unknown_account: 'You have no active account here. Ask the owner to add one with your email address.',
  not_verified: 'Your email address is not verified there yet. Verify it, then sign in again.',
  cancelled: 'You canceled the sign-in.',
  expired: 'The sign-in took too long. Start it again.',
  provider_unavailable: 'The sign-in service is not answering. Try again, or sign in with your password.',
  failed: 'The sign-in could not be verified. Start it again.',
};

/** The sign-in screen: a password, a code if a second factor is required, or the identity provider. */
export function SignInScreen() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  /** The second factor's code; null unless it is required. */
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const options = useQuery(signInOptionsQuery);
  const external = options.data?.externalSignIn;
  const refused = REFUSED[new URLSearchParams(location.search).get('signIn') ?? ''];

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const account = await signIn(username, password, code ?? undefined);
      const name = account.firstName || account.username || username;
      showAfterLoad({ title: 'Login Successful', text: `Welcome back, ${name}!`, intent: 'success' });
      location.assign('/');
    } catch (cause) {
      setBusy(false);
      await showFailure(cause instanceof ApiError && !cause.isOffline ? cause : null);
    }
  }

  /** @param answer the server's error; null if it could not be reached */
  async function showFailure(answer: ApiError | null): Promise<void> {
    if (answer?.code === 'second_factor_required') return setCode('');
    if (answer?.code === 'wrong_code' || answer?.code === 'code_taken') setCode('');
    const text = answer
      ? String(answer.body['message'] || 'Invalid credentials')
      : 'An error occurred during login. Please try again.';
    setProblem(text);
    await showToast({ title: answer ? 'Login Failed' : 'Error', text, intent: 'danger' });
  }

  return (
    <SessionFrame title="Sign in" heading="Heartwood" subtitle="Professional Tree Service Management">
      {refused && (
        <Callout intent="warning" compact role="alert">
          {refused}
        </Callout>
      )}
      <form onSubmit={(event) => void submit(event)}>
        {code === null ? (
          <Credentials username={username} password={password} onUsername={setUsername} onPassword={setPassword} />
        ) : (
          <CodeStep code={code} onChange={setCode} onBack={() => setCode(null)} />
        )}
        {problem && (
          <p className="hw-form-error" role="alert">
            {problem}
          </p>
        )}
        <Button
          type="submit"
          intent="primary"
          size="large"
          fill
          disabled={isBusy}
          text={isBusy ? 'Signing in...' : 'Sign In'}
        />
      </form>
      {external && code === null && (
        <>
          <Divider />
          <a className="bp6-button bp6-large bp6-fill" href="/api/login">
            Sign In with {external.name}
          </a>
        </>
      )}
      <p className="hw-sign-in-foot">
        <a href="/landing">What Heartwood does</a>
      </p>
    </SessionFrame>
  );
}

interface CredentialsProps {
  username: string;
  password: string;
  onUsername(username: string): void;
  onPassword(password: string): void;
}

function Credentials({ username, password, onUsername, onPassword }: CredentialsProps) {
  return (
    <>
      <FormGroup label="Email or Username" labelFor="username">
        <InputGroup
          id="username"
          size="large"
          required
          autoFocus
          autoComplete="username"
          value={username}
          onChange={(event) => onUsername(event.target.value)}
        />
      </FormGroup>
      <FormGroup label="Password" labelFor="password">
        <InputGroup
          id="password"
          size="large"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      </FormGroup>
    </>
  );
}

interface CodeStepProps {
  code: string;
  onChange(code: string): void;
  /** Back to username and password. */
  onBack(): void;
}

/** The second step of a sign-in: a code from the app, or a recovery code. */
function CodeStep({ code, onChange, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false);

  function change(to: boolean): void {
    setRecovery(to);
    onChange('');
  }

  return (
    <>
      <FormGroup
        label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
        labelFor="code"
        helperText={isRecovery ? 'One of the ten codes you saved. Each works once.' : 'Six digits.'}
      >
        <InputGroup
          key={String(isRecovery)}
          id="code"
          size="large"
          required
          autoFocus
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={20}
          value={code}
          onChange={(event) => onChange(event.target.value)}
        />
      </FormGroup>
      <div className="hw-code-ways">
        <Button
          variant="minimal"
          size="small"
          text={isRecovery ? 'Use the app' : 'Use a recovery code'}
          onClick={() => change(!isRecovery)}
        />
        <Button variant="minimal" size="small" text="Back" onClick={onBack} />
      </div>
    </>
  );
}

/**
 * @param code of the second factor; without it an account that has one is refused with `second_factor_required`
 * @throws ApiError 401 with the server's message
 */
async function signIn(username: string, password: string, code?: string): Promise<Account> {
  return (await call<Account>('POST', '/api/auth/login', { body: { username, password, code } })).data;
}

/** Whether there is external sign-in besides a password, and its name. */
const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: async () => (await call<{ externalSignIn: { name: string } | null }>('GET', '/api/auth/options')).data,
});
