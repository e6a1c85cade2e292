import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import type { ScheduledJob } from '../../../../api/schedule/schema.ts';
import { PLANNED_ANYWAY, type PlannedAnyway } from '../../../../domain/job/terms.ts';
import type { InsertionAnswer } from '../../../../optimizer/answers/insertions.schema.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { Popover } from '../../../ui/layout/popover.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { drivingWords, jobWords, leftWords, moveWords, whenWords } from './insertion-words.ts';
import type { Inserting } from './use-insertions.ts';

interface InsertionOptionProps {
  insertion: InsertionAnswer;
  inserting: Inserting;
  job: ScheduledJob;
  /** The class of its crew's color. */
  color: string;
  today: string;
  /** It is the first proposal. */
  isFirst: boolean;
  /** The search was for this crew only: its conflicts are shown in full. */
  isWhyNot: boolean;
}

/** One place for the job: crew, time, what it costs and moves, and which rules it breaks. */
export function InsertionOption({ insertion, inserting, job, color, today, isFirst, isWhyNot }: InsertionOptionProps) {
  const { needs, moves, takes_off: off, crew_name: crew } = insertion;
  const breaksRule = needs.length > 0;
  const when = whenWords(insertion, today);
  const isPending = inserting.pending === insertion;
  const label = `${crew}, ${when[0]}`;
  const left = leftWords(job, insertion);
  const button = {
    intent: isFirst ? 'primary' : 'none',
    'aria-label': `Put it here: ${label}`,
    loading: isPending,
    disabled: inserting.pending !== null && !isPending,
  } as const;
  return (
    <li className={`hw-insertion ${color}`} aria-label={label}>
      <h3>
        <span className="hw-crew-mark" /> {crew}
        {breaksRule ? (
          <StatusTag tone="red">Breaks a rule</StatusTag>
        ) : off.length > 0 ? (
          <StatusTag tone="amber">Bumps a job</StatusTag>
        ) : (
          <StatusTag tone="green">Fits</StatusTag>
        )}
      </h3>
      {when.map((part) => (
        <p key={part} className="hw-insertion-when">
          {part}
        </p>
      ))}
      {isWhyNot ? (
        <p>{insertion.text}</p>
      ) : (
        <>
          <p>{drivingWords(insertion.extra_travel_minutes)}</p>
          {left && <p>{left}</p>}
          <Facts title="What it would take" texts={needs.map(({ text }) => text)} />
        </>
      )}
      <Others title="Moves" others={moves.map((move) => ({ ...move, what: moveWords(move) }))} />
      <Others title="Bumped off the day" others={off.map((job) => ({ ...job, what: 'waits for another day' }))} />
      {moves.length + off.length === 0 && <p className="hw-muted">No other job moves.</p>}
      <ActionBar at="start">
        {breaksRule ? (
          <Popover
            content={<Reasons onPick={(reason) => inserting.insert({ insertion, reason })} />}
            placement="top-start"
          >
            <Button {...button} text="Put it here…" aria-haspopup="menu" />
          </Popover>
        ) : (
          <Button {...button} text="Put it here" onClick={() => inserting.insert({ insertion })} />
        )}
      </ActionBar>
    </li>
  );
}

function Facts({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="hw-plan-list">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

interface Other {
  job_id: string;
  job_number: string | null;
  customer_name: string | null;
  is_promised: boolean;
  /** What happens to it. */
  what: string;
}

/** The other jobs affected; those whose customers must be told are marked. */
function Others({ title, others }: { title: string; others: readonly Other[] }) {
  if (others.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="hw-plan-list">
        {others.map((other) => (
          <li key={other.job_id}>
            <strong>{jobWords(other)}</strong> {other.what}{' '}
            {other.is_promised && <StatusTag tone="amber">Promised</StatusTag>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Reasons for breaking a rule: stored with the job. */
function Reasons({ onPick }: { onPick(reason: PlannedAnyway): void }) {
  return (
    <Menu>
      <MenuDivider title="Why anyway?" />
      {(Object.keys(PLANNED_ANYWAY) as PlannedAnyway[]).map((reason) => (
        <MenuItem key={reason} text={PLANNED_ANYWAY[reason]} onClick={() => onPick(reason)} />
      ))}
    </Menu>
  );
}
