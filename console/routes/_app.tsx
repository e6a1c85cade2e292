import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { shownMoment } from '../data/as-of.ts';
import { openKept } from '../data/device/kept.ts';
import { queryClient } from '../data/query-client.ts';
import { isNotIn, NotTheirPage, SecondFactorDue, SignedOut } from '../entities/account/not-in.ts';
import { sessionQuery } from '../entities/account/session.ts';
import { Shell } from '../features/shell/shell.tsx';
import { LoadFailure } from '../ui/status/loading.tsx';

// Signed-in people do not load the sign-in forms.
const SignInScreen = lazy(async () => {
  const { SignInScreen } = await import('../features/session/sign-in-screen.tsx');
  return { default: SignInScreen };
});
const SecondFactorScreen = lazy(async () => {
  const { SecondFactorScreen } = await import('../features/session/second-factor-screen.tsx');
  return { default: SecondFactorScreen };
});

// With the frame of all pages, which those who sign in do not load yet. Once it is here nothing waits for it: each change
// of a page's address passes by.
const loadPages = () => import('../features/shell/not-their-page.tsx');
let pages: Awaited<ReturnType<typeof loadPages>> | undefined;
const NotTheirs = lazy(async () => ({ default: (await loadPages()).NotTheirs }));

// Every page for signed-in people is below this: nobody else loads any of it.
export const Route = createFileRoute('/_app')({
  async beforeLoad({ context, location }) {
    const account = await context.queryClient.ensureQueryData(sessionQuery);
    if (account === null) throw new SignedOut();
    if (account.secondFactorDue) throw new SecondFactorDue(account);
    // What is kept here is of now.
    if (shownMoment === null) await openKept(account.id);
    pages ??= await loadPages();
    pages.requireOpen(account, location.pathname);
    return { account };
  },
  component: SignedIn,
  errorComponent(props) {
    const { error } = props;
    if (!isNotIn(error)) return <LoadFailure {...props} />;
    if (error instanceof NotTheirPage) {
      return (
        <Suspense>
          <NotTheirs account={error.account} label={error.label} />
        </Suspense>
      );
    }
    return (
      <Suspense>
        {error instanceof SignedOut ? <SignInScreen /> : <SecondFactorScreen account={error.account} />}
      </Suspense>
    );
  },
});

function SignedIn() {
  const { account } = Route.useRouteContext();
  const router = useRouter();
  const { data: current } = useQuery(sessionQuery);

  // An owner may have changed this account: update every page below.
  useEffect(() => {
    if (!current || current === account) return;
    // What another role may see was not asked for.
    if (current.role !== account.role) void queryClient.invalidateQueries();
    void router.invalidate();
  }, [current, account, router]);

  return <Shell account={account} />;
}
