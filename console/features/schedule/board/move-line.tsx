import { Button } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { JOB_STATUS_LABELS } from '../../../../domain/job/terms.ts';
import type { Slot } from '../../../entities/schedule/placing.ts';
import { scheduledName } from '../../../entities/schedule/schedule.ts';
import { formatWallSpan } from '../../../entities/schedule/wall-dates.ts';
import { jobTone } from '../../../entities/tones.ts';
import { focusKey } from '../../../ui/keyboard/focus.ts';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { eventKey, type Lane, useBoard, useMoving } from './board.ts';

/** The statuses on the calendar, in legend order. */
const LEGEND = ['scheduled', 'in_progress', 'completed', 'cancelled', 'on_hold'];

interface MoveLineProps {
  /** The crews whose colors need a name: none where each lane or row has its own. */
  lanes: readonly Lane[];
  /** The visit being moved by keyboard. */
  carried: Slot | null;
  onKey(event: KeyboardEvent): void;
  onDrop(): void;
  onCancel(): void;
}

/**
 * Below the calendar: what its colors mean, and while a visit is moved, where it would go, which screen readers
 * announce.
 */
export function MoveLine({ lanes, carried, onKey, onDrop, onCancel }: MoveLineProps) {
  const dragged = useMoving();
  const slot = carried ?? dragged;
  return (
    <div className="hw-move-line">
      {slot === null && (
        <ul className="hw-legend" aria-label="Legend">
          {LEGEND.map((status) => (
            <li key={status}>
              <StatusTag tone={jobTone(status)}>{JOB_STATUS_LABELS[status]}</StatusTag>
            </li>
          ))}
        </ul>
      )}
      {slot === null && lanes.length > 0 && <CrewColors lanes={lanes} />}
      {carried && <Carrier carried={carried} onKey={onKey} onDrop={onDrop} onCancel={onCancel} />}
      <output className="hw-move-where" aria-live="assertive">
        {slot && <Where slot={slot} />}
      </output>
    </div>
  );
}

function CrewColors({ lanes }: Pick<MoveLineProps, 'lanes'>) {
  const { colorOf } = useBoard();
  return (
    <ul className="hw-legend" aria-label="Colors of crews">
      {lanes.map(({ id, name }) => (
        <li key={id} className={`hw-legend-crew ${colorOf(id)}`}>
          <span className="hw-crew-mark" /> {name}
        </li>
      ))}
    </ul>
  );
}

function Where({ slot }: { slot: Slot }) {
  const { job, start, end, crewId } = slot;
  const board = useBoard();
  const against = board.against(slot);
  return (
    <>
      <strong>{scheduledName(job)}</strong> {formatWallSpan(start, end)}, {board.crewName(crewId)}.{' '}
      {against.length > 0 && (
        <span className="hw-against">
          <WarningSign size={14} aria-hidden="true" />{' '}
          {against.length === 1 ? '1 warning' : `${against.length} warnings`}: {against.join(' ')}
        </span>
      )}
    </>
  );
}

interface CarrierProps extends Pick<MoveLineProps, 'onKey' | 'onDrop' | 'onCancel'> {
  carried: Slot;
}

/**
 * Has the focus while a visit is moved by keyboard, which is rendered anew at each step, and leaves it to the visit where
 * that ends.
 */
function Carrier({ carried: { job, index }, onKey, onDrop, onCancel }: CarrierProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.focus(), []);
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Move: the arrow keys move the visit, Enter drops it, Escape cancels"
      tabIndex={-1}
      className="hw-carrier"
      {...focusKey(eventKey(job.id, index))}
      onKeyDown={onKey}
    >
      <Button size="small" intent="primary" text="Drop (Enter)" onClick={onDrop} />
      <Button size="small" text="Cancel (Esc)" onClick={onCancel} />
      <span className="hw-muted">Arrow keys move it</span>
    </div>
  );
}
