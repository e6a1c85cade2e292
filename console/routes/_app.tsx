import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openKept } from '../data/device/kept.ts';
import { sessionQuery } from '../entities/account/session.ts';
import { SecondFactorDue, SignedOut } from '../features/session/not-in.ts';
import { SecondFactorScreen } from '../features/session/second-factor-screen.tsx';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { LoadFailure } from '../ui/loading.tsx';

// Every page for signed-in people is below this: nothing of it is loaded for anybody else.
export const Route = createFileRoute('/_app')({
  async beforeLoad({ context }) {
    const account = await context.queryClient.ensureQueryData(sessionQuery);
    if (account === null) throw new SignedOut();
    if (account.secondFactorDue) throw new SecondFactorDue(account);
    await openKept(account.id);
    return { account };
  },
  component: SignedIn,
  errorComponent(props) {
    const { error } = props;
    if (error instanceof SignedOut) return <SignInScreen />;
    return error instanceof SecondFactorDue ? (
      <SecondFactorScreen account={error.account} />
    ) : (
      <LoadFailure {...props} />
    );
  },
});

function SignedIn() {
  const { account } = Route.useRouteContext();
  const router = useRouter();
  const { data: current } = useQuery(sessionQuery);

  // An owner may have changed this account: every page below is told.
  useEffect(() => {
    if (current && current !== account) void router.invalidate();
  }, [current, account, router]);

  return <Shell account={account} />;
}
