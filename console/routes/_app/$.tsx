import { createFileRoute } from '@tanstack/react-router';
import { PageNotFound } from '../../features/shell/page-not-found.tsx';

// Every path without a route of its own: shown in the shell, or the sign-in screen to strangers.
export const Route = createFileRoute('/_app/$')({ component: PageNotFound });
