import { useEffect } from 'react';
import { whenSecondFactorDue, whenSignedOut } from '../../data/api.ts';
import { showToast } from '../../ui/toaster.tsx';

const REDIRECT_AFTER_MS = 500;

/**
 * A page that finds its person signed out says so, and leads to the sign-in; one that is
 * refused because a second factor is due leads to setting it up.
 */
export function useSignedOutNotice(): void {
  useEffect(() => {
    let told = false;
    whenSignedOut(() => {
      if (told) return;
      told = true;
      void showToast({ title: 'Unauthorized', text: 'You are logged out. Logging in again...', intent: 'danger' });
      setTimeout(() => location.assign('/api/login'), REDIRECT_AFTER_MS);
    });
    // The screen that sets it up replaces every page.
    whenSecondFactorDue(() => location.assign('/'));
    return () => {
      whenSignedOut(() => {});
      whenSecondFactorDue(() => {});
    };
  }, []);
}
