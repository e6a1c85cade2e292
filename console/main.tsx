import '@blueprintjs/core/lib/css/blueprint.css';
import './main.css';
import { BlueprintProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/query-client.ts';
import { askBeforeLeaving } from './data/unsent.ts';
import { isNotIn } from './entities/account/not-in.ts';
import { router } from './router.tsx';
import { keepFocus } from './ui/keyboard/focus.ts';
import { notePresses } from './ui/keyboard/pressed.ts';
import { keepMissingCodeInside } from './ui/status/missing-code.ts';
import { showFlash } from './ui/status/toaster.tsx';
import { followSystemTheme } from './ui/theme.ts';

keepMissingCodeInside();
followSystemTheme();
keepFocus();
notePresses();
askBeforeLeaving();
showFlash();
const root = createRoot(document.getElementById('root') as HTMLElement, {
  // Being signed out is not an error: the sign-in screen handles it. The same goes for a second factor that is due.
  onCaughtError(error) {
    if (!isNotIn(error)) console.error(error);
  },
});
root.render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider>
        <RouterProvider router={router} />
      </BlueprintProvider>
    </QueryClientProvider>
  </StrictMode>,
);
