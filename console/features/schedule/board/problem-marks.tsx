import { WarningSign } from '@blueprintjs/icons';
import type { ScheduledJob } from '../../../../api/schedule/schema.ts';
import { countOf, problemAt, problemsOn } from '../../../entities/schedule/problems.ts';
import { formatWallDay, startOfDay } from '../../../entities/schedule/wall-dates.ts';
import { useBoard } from './board.ts';

interface ProblemMarkProps {
  job: ScheduledJob;
  /** Which of its visits. */
  index: number | null;
}

/** The sign on a visit that cannot go as planned, with what stands against it; nothing on any other. */
export function ProblemMark({ job, index }: ProblemMarkProps) {
  const { schedule } = useBoard();
  const against = problemAt(schedule, job, index);
  if (against.length === 0) return null;
  return (
    <span className="hw-visit-problem" title={against.join('\n')}>
      <WarningSign size={12} aria-hidden="true" />
      <span className="hw-visually-hidden">, Problem: {against.join(' ')} </span>
    </span>
  );
}

interface ProblemCountProps {
  /** `YYYY-MM-DD` */
  day: string;
  /** One crew; null for all. */
  crewId: string | null;
  /** Only the number, where there is no space for words; screen readers still get them. */
  isShort?: boolean;
}

/** How many visits of a day cannot go as planned, which opens the list of them; nothing where all can. */
export function ProblemCount({ day, crewId, isShort = false }: ProblemCountProps) {
  const board = useBoard();
  const { length } = problemsOn(board.schedule, day, crewId);
  if (length === 0) return null;
  const whose = crewId === null ? '' : ` for ${board.crewName(crewId)}`;
  const name = `${countOf(length)} on ${formatWallDay(startOfDay(day))}${whose}`;
  return (
    <button
      type="button"
      className="hw-day-problems"
      title={name}
      aria-label={name}
      aria-haspopup="dialog"
      onClick={() => board.showProblems(day, crewId)}
    >
      <WarningSign size={12} aria-hidden="true" />
      {isShort ? length : <ShortWhereNarrow count={length} />}
    </button>
  );
}

/** `2 problems`; `2` in a head that is too narrow for the word. */
function ShortWhereNarrow({ count }: { count: number }) {
  const [number, word] = countOf(count).split(' ');
  return (
    <span>
      {number}
      <span className="hw-day-problems-word"> {word}</span>
    </span>
  );
}
