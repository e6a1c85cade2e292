import { Button, Drawer, Position } from '@blueprintjs/core';
import { Menu, Search } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { may } from '../../../domain/user/terms.ts';
import { whenSecondFactorDue, whenSignedOut } from '../../data/api.ts';
import { openFilesAsShown, shownMoment } from '../../data/as-of.ts';
import { followChanges } from '../../data/changes.ts';
import { refreshKept } from '../../data/device/kept.ts';
import { openQueue } from '../../data/device/queue.ts';
import { queryClient } from '../../data/query-client.ts';
import { noteRecent } from '../../data/recents.ts';
import { type Account, sessionQuery } from '../../entities/account/session.ts';
import { recordAt } from '../../entities/addresses.ts';
import { todaysJobsQuery } from '../../entities/job/todays-jobs.ts';
import { type ConsolePage, pagesFor } from '../../entities/pages.ts';
import { useFirstSend } from '../../entities/settings/first-send.ts';
import { WholeHistory } from '../../records/record/whole-history.ts';
import { BrandMark } from '../../ui/figures/brand-mark.tsx';
import { pressesOf } from '../../ui/keyboard/keys.ts';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { runToastAction, showToast } from '../../ui/status/toaster.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import { AccountMenu } from './account-menu.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ConnectionState } from './connection-state.tsx';
import { HistoryDamaged } from './history-damaged.tsx';
import { keepConsole } from './keep-console.ts';
import { LogAway } from './log-away.tsx';
import { Navigation, Sidebar } from './navigation.tsx';
import { NotDone } from './not-done.tsx';
import { GoBackInTime, PastBanner } from './past-moment.tsx';
import { useRequestNotices } from './request-notices.ts';
import { ShortcutList } from './shortcut-list.tsx';

/** Asked once in the life of a company. */
const FirstSendDialog = lazy(() => import('./first-send-dialog.tsx'));

interface ShellProps {
  account: Account;
  /** What is shown in place of the page. */
  children?: ReactNode;
}

/** The frame of every page for signed-in people, for what is now or for the earlier moment that the page shows. */
export function Shell(props: ShellProps) {
  return shownMoment === null ? <ShellNow {...props} /> : <ShellThen {...props} moment={shownMoment} />;
}

/** The frame with what keeps its page up to date, and sends what was done offline. */
function ShellNow({ account, children }: ShellProps) {
  const [isConnected, setConnected] = useState(true);
  const [logAwaySince, setLogAwaySince] = useState<string | null>(null);
  const firstSend = useFirstSend();
  const isOwner = account.role === 'owner';

  useRecents(account);
  useRequestNotices(account);
  useEffect(() => {
    let wasLost = false;
    return followChanges((isBack) => {
      setConnected(isBack);
      // While offline, the session query returned the person last seen here.
      if (isBack && wasLost) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      wasLost = !isBack;
    }, setLogAwaySince);
  }, []);
  useAllPages(account.role, isConnected);
  useEffect(() => void keepConsole(), []);
  useEffect(() => void openQueue(account.id), [account.id]);
  // Loaded to be kept on this device for offline use.
  useQuery(todaysJobsQuery(account.id, todayIn(undefined)));
  useEffect(() => {
    if (isConnected) whenIdle(() => void refreshKept());
  }, [isConnected]);

  return (
    <ShellFrame
      account={account}
      status={
        <>
          <ConnectionState isConnected={isConnected} />
          {may(account.role, 'history:read') && <GoBackInTime />}
        </>
      }
      notices={
        <>
          {logAwaySince !== null && <LogAway since={logAwaySince} />}
          <HistoryDamaged isOwner={isOwner} />
          {isOwner && <NotDone />}
        </>
      }
      dialogs={<Suspense>{firstSend && <FirstSendDialog account={account} {...firstSend} />}</Suspense>}
    >
      {children}
    </ShellFrame>
  );
}

/** The frame as of an earlier moment: nothing changes there, and nothing is kept of it. */
function ShellThen({ account, children, moment }: ShellProps & { moment: string }) {
  useEffect(openFilesAsShown, []);
  return (
    <ShellFrame account={account} banner={<PastBanner moment={moment} />}>
      {children}
    </ShellFrame>
  );
}

interface ShellFrameProps extends ShellProps {
  /** Above all pages, across their whole width. */
  banner?: ReactNode;
  /** In the bar, before the account. */
  status?: ReactNode;
  /** Above the page. */
  notices?: ReactNode;
  dialogs?: ReactNode;
}

/** Navigation, command palette and shortcuts around the page. */
function ShellFrame({ account, children, banner, status, notices, dialogs }: ShellFrameProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const isSmall = useIsSmall();

  useSignedOutNotice();
  useShellShortcuts(account, { openPalette: () => setOpen('palette'), openShortcuts: () => setOpen('shortcuts') });

  const brand = (
    <div className="hw-brand">
      <BrandMark size={28} />
      <div>
        <strong>Heartwood</strong>
        <span>Professional Tree Service Management</span>
      </div>
    </div>
  );

  return (
    <div className="hw-shell">
      <a className="hw-skip" href="#content">
        Skip to main content
      </a>
      {!isSmall && <Sidebar account={account} brand={brand} />}
      <div className="hw-main">
        {banner}
        <header className="hw-bar">
          {isSmall && (
            <Button variant="minimal" icon={<Menu />} aria-label="Open menu" onClick={() => setMenuOpen(true)} />
          )}
          {isSmall && <BrandMark size={24} />}
          <Button className="hw-bar-search" icon={<Search />} onClick={() => setOpen('palette')}>
            <span className="hw-bar-search-text">Find or go to…</span> <kbd>{pressesOf('$mod+k').join(' ')}</kbd>
          </Button>
          <span className="hw-bar-space" />
          {status}
          <AccountMenu account={account} openShortcuts={() => setOpen('shortcuts')} />
        </header>
        <div className="hw-work">
          <main id="content" tabIndex={-1}>
            {notices}
            <WholeHistory value={may(account.role, 'history:read')}>{children ?? <Outlet />}</WholeHistory>
          </main>
          {/* A page's drawer opens beside it, in here. */}
          <div className="hw-dock" id="dock" />
        </div>
      </div>
      {isSmall && (
        <Drawer
          isOpen={isMenuOpen}
          onClose={() => setMenuOpen(false)}
          position={Position.LEFT}
          size="280px"
          title={brand}
          className="hw-menu"
        >
          <Navigation account={account} onChoose={() => setMenuOpen(false)} />
        </Drawer>
      )}
      {open === 'palette' && (
        <CommandPalette account={account} onClose={() => setOpen(null)} openShortcuts={() => setOpen('shortcuts')} />
      )}
      {open === 'shortcuts' && <ShortcutList onClose={() => setOpen(null)} />}
      {dialogs}
    </div>
  );
}

/** Remembers opened records, for the command palette. */
function useRecents({ id }: Account): void {
  const open = useLocation({
    select({ pathname, search }) {
      const record = recordAt(pathname, search);
      return record && `${record.category}/${record.id}`;
    },
  });
  useEffect(() => {
    if (open !== null) noteRecent(id, open);
  }, [id, open]);
}

/** The shortcuts that work on every page. */
function useShellShortcuts(
  { role }: Account,
  { openPalette, openShortcuts }: { openPalette(): void; openShortcuts(): void },
): void {
  const navigate = useNavigate();
  const pages = pagesFor(role).filter(({ key }) => key !== undefined);
  useShortcuts([
    { keys: '$mod+k', label: 'Find, go to or add', run: openPalette },
    { keys: 'Shift+?', label: 'Keyboard shortcuts', run: openShortcuts },
    { keys: 'z', label: 'Undo the last change', run: runToastAction },
    ...pages.map(({ key, label, path, isPublic }) => ({
      keys: `g ${key}`,
      label: `Go to ${label}`,
      run: () => (isPublic ? location.assign(path) : void navigate({ to: path })),
    })),
  ]);
}

/** Safari cannot tell when it is idle. */
const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));

/** How long a page must be open to count as read, not just passed through. */
const AT_REST_AFTER_MS = 1_000;

/** The browser's data-saver setting; Safari does not have it. */
type Metered = Navigator & { connection?: { saveData?: boolean } };

/** The pages whose data is worth preloading. */
function readAhead(role: string): ConsolePage[] {
  if ((navigator as Metered).connection?.saveData) return [];
  return pagesFor(role).filter(({ isPublic }) => !isPublic);
}

/**
 * Once the first page is at rest, loads the code of all pages, one after another, and then their data: they then open
 * at once, even offline. @param isConnected what failed to load is retried when it is true again
 */
function useAllPages(role: string, isConnected: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isConnected) return;
    let isOver = false;
    const idle = () => new Promise<void>((resolve) => whenIdle(() => resolve()));
    async function load(): Promise<void> {
      await idle();
      for (const route of Object.values(router.routesById)) if (!isOver) await router.loadRouteChunk(route);
      await new Promise((resolve) => setTimeout(resolve, AT_REST_AFTER_MS));
      for (const { path } of readAhead(role)) {
        await idle();
        // Its data area shows the error.
        if (!isOver) await router.preloadRoute({ to: path }).catch(() => {});
      }
    }
    void load();
    return () => {
      isOver = true;
    };
  }, [role, isConnected, router]);
}

const REDIRECT_AFTER_MS = 500;

/**
 * When a call finds the person signed out, says so and goes to the sign-in; when one is refused because a second factor
 * is due, goes to the screen that sets it up.
 */
function useSignedOutNotice(): void {
  useEffect(() => {
    let told = false;
    whenSignedOut(() => {
      if (told) return;
      told = true;
      const text = 'You are logged out. Logging in again...';
      void showToast({ title: 'Unauthorized', text, intent: 'danger', isLast: true });
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
