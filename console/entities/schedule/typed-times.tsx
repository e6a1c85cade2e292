import { useRef } from 'react';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { WhichTime } from '../../ui/inputs/which-time.tsx';
import { instantAt } from '../../ui/values/wall-time.ts';
import { momentsOf, offsetAt, type TypedVisit, withEnd, withStart } from './typed-visit.ts';
import { formatWallDay, wallDate } from './wall-dates.ts';

interface TypedTimesProps {
  typed: TypedVisit;
  zone: string | undefined;
  /** Which of several visits: ` of day 2`. */
  which?: string;
  /** The end follows from something else. */
  hasNoEnd?: boolean;
  onChange(next: TypedVisit): void;
}

/**
 * When a visit starts and ends: its end follows its start, an end on another day says so, and on the days on which clocks
 * change it is asked which of two equal times is meant.
 */
export function TypedTimes({ typed, zone, which = '', hasNoEnd = false, onChange }: TypedTimesProps) {
  const begun = useRef<TypedVisit>(null);
  const change = (part: Partial<TypedVisit>) => onChange({ ...typed, ...part });
  return (
    <>
      <DateInput
        type="time"
        aria-label={`Start${which}`}
        value={typed.start}
        // Typed as 9 and then AM, it is 9 PM in between: its duration is the one before all that.
        onValueChange={(start) => {
          begun.current ??= typed;
          onChange(withStart(begun.current, start, zone));
        }}
        onBlur={() => {
          begun.current = null;
        }}
      />
      {!hasNoEnd && (
        <>
          <span>to</span>
          <DateInput
            type="time"
            aria-label={`End${which}`}
            value={typed.end}
            onValueChange={(end) => onChange(withEnd(typed, end, zone))}
          />
          <End typed={typed} zone={zone} which={which} change={change} />
        </>
      )}
    </>
  );
}

interface EndProps extends Pick<TypedTimesProps, 'typed' | 'zone'> {
  which: string;
  change(part: Partial<TypedVisit>): void;
}

/** What the times alone do not say: on which day it ends, and which of two equal times are meant. */
function End({ typed, zone, which, change }: EndProps) {
  const { day, start, startOffset = '' } = typed;
  const begins = `${day}T${start}`;
  const from = instantAt(begins + startOffset, zone) ?? '';
  const moments = momentsOf(typed, zone);
  const ends = moments && wallDate(moments.end);
  return (
    <>
      {ends && !moments.end.startsWith(day) && <span className="hw-muted">on {formatWallDay(ends)}</span>}
      <WhichTime
        what={`it begins at${which}`}
        wall={begins}
        zone={zone}
        chosen={from}
        onChoose={(instant) => change({ startOffset: offsetAt(instant, zone) })}
      />
      {moments && (
        <WhichTime
          what={`it is over at${which}`}
          wall={moments.end.slice(0, begins.length)}
          zone={zone}
          after={from}
          chosen={instantAt(moments.end, zone) ?? ''}
          onChoose={(instant) => change({ endOffset: offsetAt(instant, zone) })}
        />
      )}
    </>
  );
}
