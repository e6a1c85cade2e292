import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorRecord, SecondFactorSecret } from '../../../api/accounts/second-factor.schema.ts';
import { type ApiError, call } from '../../data/api.ts';
import { read } from '../../data/query-client.ts';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { QrCode } from '../../ui/values/qr-code.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export const SECOND_FACTOR = '/api/auth/second-factor';

/** The person's own second factor; no event announces a change, so it is always refetched. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  meta: { collections: ['second-factor'] },
  staleTime: 0,
  queryFn: (context) => read<SecondFactorRecord>(SECOND_FACTOR, context),
});

interface SetUpSecondFactorProps {
  username: string | null;
  /** Called once the recovery codes are saved. */
  onDone(): void;
  onCancel?(): void;
}

/** Sets up a second factor: password, app, first code, recovery codes. */
export function SetUpSecondFactor({ username, onDone, onCancel }: SetUpSecondFactorProps) {
  const [begun, setBegun] = useState<SecondFactorSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun) return <ScanStep begun={begun} onConfirmed={setCodes} {...(onCancel && { onCancel })} />;
  return (
    <ProofForm<SecondFactorSecret>
      asksFor="password"
      username={username}
      path={`${SECOND_FACTOR}/begin`}
      submitText="Continue"
      onDone={setBegun}
      {...(onCancel && { onCancel })}
    >
      <p>
        From then on, you sign in with your password and the six digits that an authenticator app shows. Have the app
        ready on your phone or in your password manager.
      </p>
    </ProofForm>
  );
}

const FIELDS: readonly Field[] = [
  {
    name: 'code',
    label: 'Code',
    kind: 'text',
    autoComplete: 'one-time-code',
    maxLength: 7,
    required: true,
    help: 'The six digits that the app shows now.',
  },
];

interface ScanStepProps {
  begun: SecondFactorSecret;
  onConfirmed(codes: readonly string[]): void;
  onCancel?(): void;
}

function ScanStep({ begun, onConfirmed, onCancel }: ScanStepProps) {
  const [values, setValues] = useState<Values>(() => valuesOf(FIELDS, null));
  const confirm = useMutation<readonly string[], ApiError, Values>({
    gcTime: 0, // keeps neither the code nor the response
    mutationFn: async ({ code }) => {
      const body = { code: code ?? '' };
      return (await call<{ recoveryCodes: string[] }>('POST', `${SECOND_FACTOR}/confirm`, { body })).data.recoveryCodes;
    },
    onSuccess: onConfirmed,
  });
  return (
    <RecordForm
      fields={FIELDS}
      values={values}
      onChange={setValues}
      onSubmit={() => confirm.mutate(values)}
      {...(onCancel && { onCancel })}
      submitText="Turn on"
      isBusy={confirm.isPending}
      error={confirm.error}
    >
      <p>Scan this with your authenticator app:</p>
      <QrCode text={begun.uri} label="QR code for your authenticator app" />
      <p>
        <a href={begun.uri}>Open it in an app on this device</a>
      </p>
      <p>
        Or type this key there: <code className="hw-secret">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
    </RecordForm>
  );
}
