import { formatAge, formatAgo, formatInstant } from './format.ts';

interface DurationProps {
  /** The instant to count from; it shows on hover. */
  since: string;
  /** What happened then, as a prefix: `Added`. */
  what?: string;
}

/** How old something is, in a few characters: `3 d`. */
export function Duration({ since, what }: DurationProps) {
  return (
    <time dateTime={since} title={titleOf(since, what)}>
      {formatAge(since)}
    </time>
  );
}

/** How long ago something happened: `3 hours ago`. */
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
