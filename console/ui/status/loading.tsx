import { Button, NonIdealStateIconSize } from '@blueprintjs/core';
import { Offline } from '@blueprintjs/icons';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../data/api.ts';
import { whenReachable } from '../../data/connection.ts';
import { Page } from '../layout/page.tsx';
import { Nothing } from './data-area.tsx';
import { isMissingCode, reloadForCode } from './missing-code.ts';

/** Shown until it is known whether somebody is signed in. */
export function Loading() {
  return (
    <p className="hw-loading" role="status">
      Loading Heartwood…
    </p>
  );
}

/**
 * Shown if a page, or the console itself, could not be loaded at all. When offline, it retries once the network is
 * back.
 */
export function LoadFailure({ error }: ErrorComponentProps) {
  const retry = useRetry();
  const isOffline = error instanceof ApiError && error.isOffline;
  useEffect(() => (isOffline ? whenReachable(retry) : undefined), [isOffline, retry]);
  if (isMissingCode(error)) return <NotLoaded />;
  return (
    <div className="hw-alone">
      <Nothing
        title="Heartwood could not be loaded"
        description={error instanceof Error ? error.message : String(error)}
        action={<Button intent="primary" text="Try again" onClick={retry} />}
      />
    </div>
  );
}

/** Reloads the page, and the queries that failed on it. */
function useRetry(): () => void {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  return useCallback(() => {
    reset();
    void router.invalidate();
  }, [router, reset]);
}

/**
 * Shown instead of a page whose code failed to load. It opens once the code is available and a reload would lose
 * nothing.
 */
function NotLoaded() {
  const [held, setHeld] = useState<'unsent' | 'gone' | null>(null);
  useEffect(() => whenReachable(() => setHeld(reloadForCode())), []);
  return (
    <Page title="Not loaded yet">
      <Nothing
        icon={<Offline size={NonIdealStateIconSize.SMALL} />}
        title={NOT_LOADED[held ?? 'offline'].title}
        description={NOT_LOADED[held ?? 'offline'].description}
        {...(held && {
          action: (
            <Button
              intent="primary"
              text={held === 'unsent' ? 'Load it anyway' : 'Try again'}
              onClick={() => location.reload()}
            />
          ),
        })}
      />
    </Page>
  );
}

const NOT_LOADED = {
  offline: {
    title: 'Offline',
    description: 'This page has not been loaded yet, and there is no network. It opens when the network is back.',
  },
  unsent: {
    title: 'Not everything has been sent yet',
    description:
      'To open this page, Heartwood has to reload, and photos that are not sent yet would be lost. Send them first, on the page where you added them.',
  },
  gone: {
    title: 'This page could not be loaded',
    description: 'A part of Heartwood is missing on the server. Tell whoever runs it.',
  },
} as const;
