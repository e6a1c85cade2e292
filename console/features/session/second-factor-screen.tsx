import { Button } from '@blueprintjs/core';
import { type Account, signOut } from '../../entities/account/session.ts';
import { SetUpSecondFactor } from '../../entities/account/set-up-second-factor.tsx';
import { SessionFrame } from './session-frame.tsx';

/** Shown to an owner after signing in, if the company requires a second factor and they have none. */
export function SecondFactorScreen({ account }: { account: Account }) {
  return (
    <SessionFrame
      title="Second factor"
      heading="One more step"
      subtitle="Your company asks owners for a second factor. Set yours up to continue."
    >
      <SetUpSecondFactor username={account.username} onDone={() => location.reload()} />
      <p className="hw-sign-in-foot">
        <Button variant="minimal" size="small" text="Sign out" onClick={() => void signOut()} />
      </p>
    </SessionFrame>
  );
}
