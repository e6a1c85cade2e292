import { createFileRoute } from '@tanstack/react-router';
import { PageNotFound } from '../../features/shell/page-not-found.tsx';

// Every path that no other route takes: inside the shell, and to a stranger the sign-in screen.
export const Route = createFileRoute('/_app/$')({ component: PageNotFound });
