import { Envelope, Phone } from '@blueprintjs/icons';
import { phoneLink } from '../../../../domain/kit/phone-links.ts';
import type { ReplanMove } from '../../../../optimizer/answers/replan.schema.ts';
import { formatWallDay, formatWallTime, wallDate } from '../../../entities/schedule/wall-dates.ts';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { mailLink } from '../../../ui/values/contact-links.ts';
import { JobButton } from '../plans/plan-crew.tsx';

interface ReplanMovesProps {
  moves: readonly ReplanMove[];
  openJob(id: string): void;
}

/** Which scheduled jobs move where, and who must be told: the most important ones first. */
export function ReplanMoves({ moves, openJob }: ReplanMovesProps) {
  if (moves.length === 0) return null;
  return (
    <section aria-label="Who to tell" className="hw-plan hw-plan-left hw-plan-tell">
      <h4>Who to tell</h4>
      <ul>
        {moves.map((move) => (
          <li key={move.job_id}>
            <Move move={move} openJob={openJob} />
            <Contacts move={move} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Move({ move, openJob }: { move: ReplanMove; openJob(id: string): void }) {
  const { from, to, is_promised: isPromised } = move;
  return (
    <div>
      <p>
        <JobButton job={move} openJob={openJob} /> {isPromised && <StatusTag tone="amber">Promised</StatusTag>}{' '}
        <LaterTag move={move} />
      </p>
      <p className="hw-plan-way-to">
        <span className="hw-muted">{formatPlace(from)}</span> <span aria-hidden="true">→</span>
        <span className="hw-visually-hidden"> to</span>{' '}
        {to === null ? 'Back to the unscheduled jobs: there is no room for it' : formatPlace(to)}
      </p>
    </div>
  );
}

function LaterTag({ move: { to, days_later: days } }: { move: ReplanMove }) {
  if (to === null) return <StatusTag tone="red">Taken off its day</StatusTag>;
  if (!days) return <StatusTag tone="green">Same day</StatusTag>;
  return <StatusTag tone="blue">{days === 1 ? '1 day later' : `${days} days later`}</StatusTag>;
}

/** `Mon, Jun 16, 8:00 AM, Crew 1` */
function formatPlace({ start, crew_name: crew }: { start: string; crew_name: string | null }): string {
  const at = wallDate(start);
  return [formatWallDay(at), formatWallTime(at), crew ?? 'Unassigned'].join(', ');
}

function Contacts({ move: { phone, email } }: { move: ReplanMove }) {
  if (!phone && !email) return <p className="hw-muted">No phone or email</p>;
  return (
    <p className="hw-plan-contacts">
      {phone && (
        <a href={phoneLink(phone)}>
          <Phone size={14} /> {phone}
        </a>
      )}
      {email && (
        <a href={mailLink(email)}>
          <Envelope size={14} /> {email}
        </a>
      )}
    </p>
  );
}
