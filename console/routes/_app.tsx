import { createFileRoute } from '@tanstack/react-router';
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
  return <Shell account={Route.useRouteContext().account} />;
}
