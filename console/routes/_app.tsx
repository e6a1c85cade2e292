import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../data/session.ts';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { SignedOut } from '../features/session/signed-out.ts';
import { Shell } from '../features/shell/shell.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';

// Every page for signed-in people is below this: nothing of it is loaded for anybody else.
export const Route = createFileRoute('/_app')({
  async beforeLoad({ context }) {
    const account = await context.queryClient.ensureQueryData(sessionQuery);
    if (account === null) throw new SignedOut();
    return { account };
  },
  component: SignedIn,
  errorComponent: (props) => (props.error instanceof SignedOut ? <SignInScreen /> : <LoadFailure {...props} />),
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
