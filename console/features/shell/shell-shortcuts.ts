import { useNavigate } from '@tanstack/react-router';
import { MAIN_PAGES, MORE_PAGES, PEOPLE_PAGES } from '../../ui/pages.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { runToastAction } from '../../ui/toaster.tsx';

/** What the keyboard can do on every page. */
export function useShellShortcuts({
  openPalette,
  openShortcuts,
}: {
  openPalette(): void;
  openShortcuts(): void;
}): void {
  const navigate = useNavigate();
  const pages = [...MAIN_PAGES, ...MORE_PAGES, ...PEOPLE_PAGES].filter(({ key }) => key !== undefined);
  useShortcuts([
    { keys: '$mod+k', label: 'Find, go to or create', run: openPalette },
    { keys: 'Shift+?', label: 'Keyboard shortcuts', run: openShortcuts },
    { keys: 'z', label: 'Undo, while it is offered', run: runToastAction },
    ...pages.map(({ key, label, path }) => ({
      keys: `g ${key}`,
      label: `Go to ${label}`,
      run: () => void navigate({ to: path }),
    })),
  ]);
}
