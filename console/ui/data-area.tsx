import { Button, Callout, Card, Classes, NonIdealState, NonIdealStateIconSize } from '@blueprintjs/core';
import { Error as ErrorIcon, Filter, Lock, Offline } from '@blueprintjs/icons';
import { type JSX, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../data/api.ts';
import { EmptyRings } from './rings.tsx';

/** What an area says when it has nothing to show. */
export interface Empty {
  title: string;
  description?: ReactNode;
  icon?: JSX.Element;
  action?: JSX.Element;
}

interface DataAreaProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  /** Where nothing has been recorded yet. */
  firstUse: Empty;
  /** Where a filter leaves nothing; null where there is no filter. */
  filtered: (Empty & { clear(): void }) | null;
  isEmpty(data: Data): boolean;
  /** As large as the content, so that nothing jumps. */
  skeleton: ReactNode;
  /** What could not be loaded, where it is told in another way than elsewhere. */
  failure?(error: Error): ReactNode;
  children(data: Data): ReactNode;
}

/**
 * The one way that data is shown: every area has all six states, first use, empty by filter, loading, error with
 * retry, not allowed and offline (docs/design.md#console). What was loaded stays on the screen while a later fetch
 * fails.
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

/** A flash of grey for an answer that is there at once would only disturb. */
const SKELETON_AFTER_MS = 150;

/** What is still to come, in its size and shape. */
export function Skeleton({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <span className="hw-visually-hidden">Loading…</span>
      {/* Its room is taken from the start. */}
      <div aria-hidden="true" className={isShown ? undefined : 'hw-not-yet'}>
        {children}
      </div>
    </div>
  );
}

/** Grey in place of a text within a line, which is as high as it will be. @param props.length in characters */
export function SkeletonText({ length }: { length: number }) {
  return <span className={`hw-skeleton-text ${Classes.SKELETON}`} style={{ width: `${length}ch` }} />;
}

/** Grey lines in place of text that is not there yet. */
export function SkeletonLines({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
    <div key={line} className={`hw-skeleton-line ${Classes.SKELETON}`} />
  ));
}

/** A section that is not there yet, with its heading and its lines where they will be. */
export function SkeletonSection({ lines }: { lines: number }) {
  return (
    <Card className="hw-section">
      <div className={`hw-skeleton-heading ${Classes.SKELETON}`} />
      <SkeletonLines lines={lines} />
    </Card>
  );
}

/** The rows of a table or a list that are not there yet, each as high as it will be. */
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
  /** Why, where that is told in other words than the server's. */
  text?: string;
  retryText?: string;
}

/** What could not be loaded, and why. */
export function Failure({ error, retry, text = error.message, retryText = 'Try again' }: FailureProps) {
  if (error instanceof ApiError && error.status === 403) {
    return <NotAllowed>{error.message}</NotAllowed>;
  }
  const isOffline = error instanceof ApiError && error.isOffline;
  const Icon = isOffline ? Offline : ErrorIcon;
  return (
    <Nothing
      icon={<Icon size={NonIdealStateIconSize.SMALL} />}
      title={isOffline ? 'Offline' : 'This could not be loaded'}
      description={text}
      action={<Button text={retryText} intent="primary" onClick={retry} />}
    />
  );
}

/** For somebody whose role does not show this; says whose does. */
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
