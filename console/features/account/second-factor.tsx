import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorRecord } from '../../../api/accounts/second-factor.schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { ProofForm } from '../../entities/account/proof-form.tsx';
import { RecoveryCodes } from '../../entities/account/recovery-codes.tsx';
import type { Account } from '../../entities/account/session.ts';
import { SECOND_FACTOR, SetUpSecondFactor, secondFactorQuery } from '../../entities/account/set-up-second-factor.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';

/** One's own second factor: set up, get new recovery codes, turn off. */
export function SecondFactor({ account }: { account: Account }) {
  const query = useQuery(secondFactorQuery);
  return (
    <DataArea
      query={query}
      firstUse={{ title: 'No second factor' }}
      filtered={null}
      isEmpty={() => false}
      skeleton={<SkeletonLines lines={3} />}
    >
      {(factor) => <Factor factor={factor} account={account} />}
    </DataArea>
  );
}

function Factor({ factor, account }: { factor: SecondFactorRecord; account: Account }) {
  const [act, setAct] = useState<'set-up' | 'new-codes' | 'turn-off' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { username } = account;

  function finish(text?: string): void {
    setAct(null);
    setCodes(null);
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    if (text) void showToast({ title: 'Second factor', text, intent: 'success' });
  }

  if (!factor.hasPassword) {
    return <p className="hw-muted">You sign in without a password here, so Heartwood asks for no second factor.</p>;
  }
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => finish('Use the new recovery codes from now on. The old ones no longer work.')}
      />
    );
  if (act === 'set-up') {
    return (
      <SetUpSecondFactor
        username={username}
        onDone={() => finish('It is on. Your next sign-in asks for a code.')}
        onCancel={() => finish()}
      />
    );
  }
  if (act === 'new-codes') {
    return (
      <ProofForm<{ recoveryCodes: string[] }>
        asksFor="code"
        username={username}
        path={`${SECOND_FACTOR}/recovery-codes`}
        submitText="Make new codes"
        onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        onCancel={() => finish()}
      >
        <p>Your current codes will stop working.</p>
      </ProofForm>
    );
  }
  if (act === 'turn-off') {
    return (
      <ProofForm
        asksFor="code"
        username={username}
        path={`${SECOND_FACTOR}/turn-off`}
        submitText="Turn off"
        onDone={() => finish('It is off. Your password alone signs you in.')}
        onCancel={() => finish()}
      >
        <p>
          {factor.isRequired
            ? 'Your company asks owners for a second factor: you will need to set up a new one right away.'
            : 'After that your password alone signs you in.'}
        </p>
      </ProofForm>
    );
  }
  return factor.isOn ? (
    <>
      <p>On. Signing in takes a code from your authenticator app. {codesLeft(factor.recoveryCodesLeft)}</p>
      <ActionBar>
        <Button text="New recovery codes" onClick={() => setAct('new-codes')} />
        <Button text="Turn off" onClick={() => setAct('turn-off')} />
      </ActionBar>
    </>
  ) : (
    <>
      <p>Off. With a second factor, someone who learns your password still cannot sign in as you.</p>
      <ActionBar>
        <Button text="Set up a second factor" onClick={() => setAct('set-up')} />
      </ActionBar>
    </>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery codes are left. Make new ones.';
  return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`;
}
