import { instantAt, instantsAt } from '../../ui/wall-time.ts';
import { WhichTime } from '../../ui/which-time.tsx';
import { momentsOf, offsetAt, type TypedVisit } from './typed-visit.ts';

interface WhichTimesProps {
  typed: TypedVisit;
  zone: string | undefined;
  /** Which of several visits: ` of day 2`. */
  which?: string;
  onChange(part: Partial<TypedVisit>): void;
}

/** On the days on which clocks change: which of two equal times a visit begins or ends at. */
export function WhichTimes({ typed, zone, which = '', onChange }: WhichTimesProps) {
  const { day, end, startOffset = '', endOffset = '' } = typed;
  const begins = `${day}T${typed.start}`;
  const sameDay = `${day}T${end}`;
  // An end before the start by the clock may be on the same day, if the clock goes back in between.
  const isTwice = instantsAt(sameDay, zone).length > 1;
  const ends = isTwice ? sameDay : (momentsOf({ ...typed, endOffset: '' }, zone)?.end ?? '');
  return (
    <>
      <WhichTime
        what={`it begins at${which}`}
        wall={begins}
        zone={zone}
        chosen={instantAt(begins + startOffset, zone) ?? ''}
        onChoose={(instant) => onChange({ startOffset: offsetAt(instant, zone) })}
      />
      <WhichTime
        what={`it is over at${which}`}
        wall={ends}
        zone={zone}
        chosen={instantAt(ends + endOffset, zone) ?? ''}
        onChoose={(instant) => onChange({ endOffset: offsetAt(instant, zone) })}
      />
    </>
  );
}
