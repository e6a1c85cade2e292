import type { Query } from '@tanstack/react-query';
import { call } from './api.ts';
import { waitAfter } from './connection.ts';
import { refreshKeptSoon } from './device/kept.ts';
import type { Notice, ServerNotice } from './notice.ts';
import { isOlder, sawPosition, startPositionsAt, toldUpTo } from './positions.ts';
import { queryClient, watches } from './query-client.ts';
import { forgetTold } from './told.ts';
import { markTouched } from './touched.ts';

/** Notices within this time cause one refetch. */
const GATHER_MS = 100;

let held = 0;
let waiting: Notice[] = [];
let toRead: ((query: Query) => boolean)[] = [];
let isGathering = false;

/**
 * Holds changes back, so that nothing moves under the pointer during a drag, and our own command is not mistaken for
 * somebody else's. @returns releases them
 */
export function holdChanges(): () => void {
  held += 1;
  let released = false;
  return () => {
    if (released) return;
    released = true;
    held -= 1;
    gather();
  };
}

/** Takes a notice from the server, or one about our own command. */
export function notice(told: Notice): void {
  waiting.push(told);
  gather();
}

/** Refetches queries whether or not they are older than something known, once nothing is held. */
export function readAgain(which: (query: Query) => boolean): void {
  toRead.push(which);
  gather();
}

function gather(): void {
  if (held > 0 || waiting.length + toRead.length === 0 || isGathering) return;
  isGathering = true;
  setTimeout(() => {
    isGathering = false;
    if (held === 0) apply();
  }, GATHER_MS);
}

function apply(): void {
  const [notices, asked] = [waiting, toRead];
  [waiting, toRead] = [[], []];
  for (const told of notices) {
    if ('reset' in told) {
      startPositionsAt(told.position);
      forgetTold();
    } else {
      sawPosition(told.position);
      if ('history' in told) toldUpTo(told.position);
    }
  }
  for (const told of notices) if (!('reset' in told)) markTouched(told);
  const isOld = (query: Query) => notices.some((told) => makesOld(told, query));
  const loading = queryClient.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && isOld(query),
  });
  void queryClient.invalidateQueries({ predicate: (query) => isOld(query) || asked.some((which) => which(query)) });
  for (const query of loading) void readAgainOnceLoaded(query, isOld);
  refreshKeptSoon();
}

/** Invalidating does not start a first load anew: its response may be from before the change. */
async function readAgainOnceLoaded(query: Query, isOld: (query: Query) => boolean): Promise<void> {
  await query.promise?.catch(() => {});
  const { queryKey } = query;
  if (isOld(query)) void queryClient.invalidateQueries({ queryKey, exact: true });
}

function makesOld(told: Notice, query: Query): boolean {
  const { collections, anyOf = [], id } = query.meta ?? {};
  if (!collections) return false;
  if ('reset' in told) return true;
  if (!isOlder(query.queryHash, told.position)) return false;
  // A notice without changes marks where the stream begins: older queries may have missed a change they depend on.
  if (told.changes.length === 0) return collections.length > 0;
  return told.changes.some(
    (change) =>
      anyOf.includes(change.collection) ||
      (watches({ collections }, change.collection) && (id === undefined || change.all || change.id === id)),
  );
}

/** Refetches what a notice made stale but the network kept from loading: no second notice will come for it. */
function readFailedAgain(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state, meta }) => state.status === 'error' && meta !== undefined,
  });
}

/**
 * Follows the server's stream of changes while the page is visible: six streams would use up a browser's connections
 * (docs/design/read-models.md#changes). A page that becomes visible again catches up from where it left off.
 * @param onLog told since when the server's log has been away (ISO UTC), or null that it is there
 * @returns stops it
 */
export function followChanges(
  onConnection: (isConnected: boolean) => void,
  onLog: (awaySince: string | null) => void,
): () => void {
  let stream: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let last: ServerNotice | null = null;

  function open(): void {
    if (stream || document.visibilityState !== 'visible') return;
    const from = last && new URLSearchParams({ after: last.position, history: last.history });
    const opened = new EventSource(`/api/changes${from ? `?${from}` : ''}`);
    stream = opened;
    opened.onopen = () => {
      failures = 0;
      onConnection(true);
      onLog(null);
    };
    opened.addEventListener('log', ({ data }: MessageEvent<string>) => onLog(JSON.parse(data).awaySince));
    opened.onmessage = (event: MessageEvent<string>) => {
      const told = JSON.parse(event.data) as ServerNotice;
      last = told;
      notice(told);
    };
    opened.onerror = () => {
      close();
      retry = setTimeout(comeBack, waitAfter(failures++));
    };
  }

  /** An EventSource does not say why it failed; a call does, and notices when the session has ended. */
  function comeBack(): void {
    call('GET', '/api/auth/user-working').then(
      () => {
        open();
        readFailedAgain();
      },
      () => {
        onConnection(false);
        retry = setTimeout(comeBack, waitAfter(failures++));
      },
    );
  }

  /** The network came back or dropped: a stream open at that moment may be dead without knowing it. */
  function reconnect(): void {
    close();
    comeBack();
  }

  function close(): void {
    clearTimeout(retry);
    stream?.close();
    stream = null;
  }

  function showOrHide(): void {
    if (document.visibilityState === 'visible') open();
    else close();
  }

  document.addEventListener('visibilitychange', showOrHide);
  window.addEventListener('online', reconnect);
  window.addEventListener('offline', reconnect);
  open();
  return () => {
    document.removeEventListener('visibilitychange', showOrHide);
    window.removeEventListener('online', reconnect);
    window.removeEventListener('offline', reconnect);
    close();
  };
}
