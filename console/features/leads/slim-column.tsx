import { Tag } from '@blueprintjs/core';
import { ChevronLeft } from '@blueprintjs/icons';
import { Droppable } from '@hello-pangea/dnd';
import { memo } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { leadTone } from '../../entities/tones.ts';
import { toneClass } from '../../ui/status/tone.ts';
import { Money } from '../../ui/values/money.tsx';
import type { ColumnSum } from './lead-column.tsx';

interface SlimColumnProps {
  status: string;
  /** Of the whole column; undefined while loading, and if the column is only a drop target. */
  sum: ColumnSum | undefined;
  /** A card is being dragged over it. */
  isOver: boolean;
  isDropDisabled: boolean;
  /** The lead just moved here. */
  arrived: LeadRecord | null;
  /** Null if it is only a drop target. */
  onOpen: (() => void) | null;
}

/** A column that shows only its totals, opens on a click, and accepts drops. */
export const SlimColumn = memo(function SlimColumn(props: SlimColumnProps) {
  const { status, sum, isOver, isDropDisabled, arrived, onOpen } = props;
  const name = status.toLowerCase();
  return (
    <Droppable droppableId={status} mode="virtual" isDropDisabled={isDropDisabled} renderClone={() => null}>
      {(drop, { isDraggingOver }) => (
        <section
          ref={drop.innerRef}
          {...drop.droppableProps}
          className={`hw-column hw-column-slim ${toneClass(leadTone(status))}${isOver || isDraggingOver ? ' hw-column-over' : ''}`}
          aria-label={sum ? `${status}, ${sum.count}` : status}
          data-testid={`column-${name}`}
          data-status={status}
        >
          {/* A new element for each arrival, so that each is highlighted. */}
          <div key={arrived?.id} className={arrived ? 'hw-slim hw-touched' : 'hw-slim'}>
            {onOpen && (
              <button
                type="button"
                className="hw-slim-open"
                aria-label={`Show ${status}`}
                title={`Show ${status}`}
                onClick={onOpen}
              >
                <ChevronLeft />
              </button>
            )}
            {sum && (
              <Tag round minimal className="hw-count">
                {sum.count}
              </Tag>
            )}
            <h2>{status}</h2>
            {sum && (
              <span className="hw-column-sum">
                <Money amount={sum.value} isRounded />
              </span>
            )}
            {(!sum || sum.count === 0) && <span className="hw-slim-empty">Drop leads here</span>}
          </div>
        </section>
      )}
    </Droppable>
  );
});
