import { formatAge, formatAgo, formatInstant } from './format.ts';

interface DurationProps {
  /** The instant from which it is counted until now; it shows on hover. */
  since: string;
  /** What happened then, before it: `Added`. */
  what?: string;
}

/** How old something is, where there is room for a few characters: `3 d`. */
export function Duration({ since, what }: DurationProps) {
  return (
    <time dateTime={since} title={titleOf(since, what)}>
      {formatAge(since)}
    </time>
  );
}

/** How long ago something was: `3 hours ago`. */
export function Ago({ since, what }: DurationProps) {
  return (
    <time dateTime={since} title={titleOf(since, what)}>
      {formatAgo(since)}
    </time>
  );
}

function titleOf(since: string, what: string | undefined): string {
  return what === undefined ? formatInstant(since) : `${what} ${formatInstant(since)}`;
}
