import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { SignInScreen } from '../features/session/sign-in-screen.tsx';
import { PageNotFound } from '../features/shell/page-not-found.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => <PageNotFound signIn={<SignInScreen />} />,
});
