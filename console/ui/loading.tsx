import { Button } from '@blueprintjs/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Nothing } from './data-area.tsx';

/** Shown until it is known whether somebody is signed in. */
export function Loading() {
  return (
    <p className="hw-loading" role="status">
      Loading Heartwood…
    </p>
  );
}

/** A page, or the console itself, that could not be loaded at all. */
export function LoadFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  function retry(): void {
    reset();
    void router.invalidate();
  }
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
