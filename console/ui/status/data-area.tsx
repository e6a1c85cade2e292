import { Button, Callout, Card, Classes, NonIdealState, NonIdealStateIconSize } from '@blueprintjs/core';
import { Error as ErrorIcon, Filter, Lock, Offline } from '@blueprintjs/icons';
import { type JSX, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../data/api.ts';
import { EmptyRings } from '../figures/rings.tsx';

/** What an area shows when it is empty. */
export interface Empty {
  title: string;
  description?: ReactNode;
  icon?: JSX.Element;
  action?: JSX.Element;
}

interface DataAreaProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  /** When nothing has been recorded yet. */
  firstUse: Empty;
  /** When a filter leaves nothing; null without a filter. */
  filtered: (Empty & { clear(): void }) | null;
  isEmpty(data: Data): boolean;
  /** As large as the content, so that nothing jumps. */
  skeleton: ReactNode;
  /** How to show a loading error, if not in the usual way. */
  failure?(error: Error): ReactNode;
  children(data: Data): ReactNode;
}

/**
 * The one way to show data: every area has all six states, first use, empty by filter, loading, error with retry, not
 * allowed and offline (docs/design/console.md#console). Loaded data stays on the screen when a later fetch fails.
 */
export function DataArea<Data>(props: DataAreaProps<Data>) {
  const { query, firstUse, filtered, isEmpty, skeleton, children } = props;
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  const { failure = (cause) => <Failure error={cause} retry={retry} /> } = props;
  if (data === undefined) return error ? failure(error) : <Skeleton>{skeleton}</Skeleton>;
  return (
    <>
      {error && <StaleNotice error={error} retry={retry} />}
      {isEmpty(data) ? filtered ? <Nothing {...clearable(filtered)} /> : <Nothing {...firstUse} /> : children(data)}
    </>
  );
}

function clearable({ clear, ...empty }: Empty & { clear(): void }): Empty {
  return {
    icon: <Filter size={NonIdealStateIconSize.SMALL} />,
    action: <Button text="Clear filters" onClick={clear} />,
    ...empty,
  };
}

export function Nothing({ title, description, icon = <EmptyRings />, action }: Empty) {
  return (
    <NonIdealState
      title={title}
      description={description}
      icon={icon}
      action={action}
      iconSize={NonIdealStateIconSize.SMALL}
    />
  );
}

/** If the data arrives at once, a flash of gray would only disturb. */
const SKELETON_AFTER_MS = 150;

/** Placeholders for content, in its size and shape. */
export function Skeleton({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <span className="hw-visually-hidden">Loading…</span>
      {/* Its space is reserved from the start. */}
      <div aria-hidden="true" inert className={isShown ? undefined : 'hw-not-yet'}>
        {children}
      </div>
    </div>
  );
}

/** A gray placeholder for text within a line, as high as the text. @param props.length in characters */
export function SkeletonText({ length }: { length: number }) {
  return <span className={`hw-skeleton-text ${Classes.SKELETON}`} style={{ width: `${length}ch` }} />;
}

/** Gray placeholder lines for text. */
export function SkeletonLines({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
    <div key={line} className={`hw-skeleton-line ${Classes.SKELETON}`} />
  ));
}

/** A placeholder for a section, with heading and lines where they will be. */
export function SkeletonSection({ lines }: { lines: number }) {
  return (
    <Card className="hw-section">
      <div className={`hw-skeleton-heading ${Classes.SKELETON}`} />
      <SkeletonLines lines={lines} />
    </Card>
  );
}

/** Placeholders for the rows of a table or a list, each as high as it will be. */
export function SkeletonRows({ rows }: { rows: number }) {
  return (
    <div className="hw-table-frame">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <div key={row} className="hw-skeleton-row">
          <div className={Classes.SKELETON} />
        </div>
      ))}
    </div>
  );
}

interface FailureProps {
  error: Error;
  retry(): void;
  /** The reason, if not in the server's words. */
  text?: string;
  /** The reason, when offline. */
  offlineText?: string;
  retryText?: string;
}

/** What could not be loaded, and why. */
export function Failure({
  error,
  retry,
  text = error.message,
  offlineText = error.message,
  retryText = 'Try again',
}: FailureProps) {
  if (error instanceof ApiError && error.status === 403) {
    return <NotAllowed>{error.message}</NotAllowed>;
  }
  if (error instanceof ApiError && error.code === 'only_now') {
    return <Nothing title="Only known as it is now" description={error.message} />;
  }
  const isOffline = error instanceof ApiError && error.isOffline;
  const Icon = isOffline ? Offline : ErrorIcon;
  return (
    <Nothing
      icon={<Icon size={NonIdealStateIconSize.SMALL} />}
      title={isOffline ? 'Offline' : 'This could not be loaded'}
      description={isOffline ? offlineText : text}
      action={<Button text={retryText} intent="primary" onClick={retry} />}
    />
  );
}

/** For somebody whose role may not see this; says whose may. */
export function NotAllowed({ children }: { children: ReactNode }) {
  return <Nothing icon={<Lock size={NonIdealStateIconSize.SMALL} />} title="Not allowed" description={children} />;
}

function StaleNotice({ error, retry }: { error: Error; retry(): void }) {
  return (
    <Callout className="hw-stale" intent="warning" compact title="Showing what was last loaded">
      {error.message} <Button size="small" variant="minimal" text="Try again" onClick={retry} />
    </Callout>
  );
}
