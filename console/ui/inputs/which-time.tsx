import { HTMLSelect } from '@blueprintjs/core';
import { formatTimeIn, formatWhich } from '../values/format.ts';
import { instantAt, instantsAt } from '../values/wall-time.ts';

interface WhichTimeProps {
  /** What the time is of: `it begins at`. */
  what: string;
  /** As typed, `2026-11-01T01:30`. */
  wall: string;
  /** An IANA name. */
  zone: string | undefined;
  /** The instant that is meant, ISO UTC. */
  chosen: string;
  /** It can only be later than this instant. */
  after?: string;
  onChoose(instant: string): void;
}

/** On the days on which clocks change: asks which of two equal times is meant, and says what a skipped one becomes. */
export function WhichTime({ what, wall, zone, chosen, after = '', onChoose }: WhichTimeProps) {
  const instants = instantsAt(wall, zone);
  const instead = instants.length === 0 && instantAt(wall, zone);
  if (instead) {
    return <span className="hw-muted">The clocks skip that time: it becomes {formatTimeIn(instead, zone)}.</span>;
  }
  if (instants.length < 2) return null;
  return (
    <HTMLSelect
      aria-label={`Which ${formatTimeIn(chosen, zone)} ${what}`}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      options={instants
        .map((value, index) => ({
          value,
          label: `${index === 0 ? 'First' : 'Second'} ${formatTimeIn(value, zone)}${formatWhich(value, zone)}`,
        }))
        .filter(({ value }) => value > after)}
    />
  );
}
