import { Tag } from '@blueprintjs/core';
import { Draggable, type DraggableProvided, type DraggableStateSnapshot, Droppable } from '@hello-pangea/dnd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { formatDollars } from '../../ui/format.ts';
import { LeadCard } from './lead-card.tsx';
import { sumOf } from './pipeline.ts';
import type { LeadActs } from './use-lead-acts.ts';

/** A card and the gap below it, in pixels; the card's own height is in leads.css. */
const CARD_PX = 142;

interface LeadColumnProps {
  status: string;
  leads: readonly LeadRecord[];
  acts: LeadActs | null;
  touched: ReadonlySet<string>;
  openId: string | undefined;
  /** The lead that was just moved here: the column scrolls to it. */
  arrived: string | null;
}

/** One status with its leads, of which only those in sight are in the page. */
export const LeadColumn = memo(function LeadColumn({ status, leads, acts, touched, openId, arrived }: LeadColumnProps) {
  const scroller = useRef<HTMLDivElement | null>(null);
  const virtual = useVirtualizer({
    count: leads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => leads[index]?.id ?? index,
    overscan: 4,
  });

  useEffect(() => {
    const index = arrived === null ? -1 : leads.findIndex(({ id }) => id === arrived);
    if (index !== -1) virtual.scrollToIndex(index, { align: 'auto' });
  }, [arrived, leads, virtual]);

  function card(lead: LeadRecord, drag: DraggableProvided, snapshot: DraggableStateSnapshot, top?: number) {
    return (
      <LeadCard
        key={lead.id}
        lead={lead}
        acts={acts}
        drag={drag}
        isDragging={snapshot.isDragging}
        isTouched={touched.has(lead.id)}
        isOpen={lead.id === openId}
        style={top === undefined ? undefined : { position: 'absolute', top, left: 0, right: 0 }}
      />
    );
  }

  return (
    <section
      className="hw-column"
      aria-label={`${status}, ${leads.length}`}
      data-testid={`column-${status.toLowerCase()}`}
    >
      <header className={`hw-column-head hw-status-${status.toLowerCase()}`}>
        <h2>{status}</h2>
        <Tag round minimal className="hw-count">
          {leads.length}
        </Tag>
        <span className="hw-column-sum">{formatDollars(sumOf(leads))}</span>
      </header>
      <Droppable
        droppableId={status}
        mode="virtual"
        isDropDisabled={acts === null}
        renderClone={(drag, snapshot, { source }) => card(leads[source.index] as LeadRecord, drag, snapshot)}
      >
        {(drop, snapshot) => (
          <div
            ref={(element) => {
              drop.innerRef(element);
              scroller.current = element;
            }}
            {...drop.droppableProps}
            className={snapshot.isDraggingOver ? 'hw-column-body hw-column-over' : 'hw-column-body'}
          >
            <div
              style={{
                position: 'relative',
                height: virtual.getTotalSize() + (snapshot.isUsingPlaceholder ? CARD_PX : 0),
              }}
            >
              {virtual.getVirtualItems().map(({ index, start }) => {
                const lead = leads[index];
                if (!lead) return null;
                return (
                  <Draggable
                    key={lead.id}
                    draggableId={lead.id}
                    index={index}
                    isDragDisabled={acts === null || lead.erased}
                  >
                    {(drag, state) => card(lead, drag, state, start)}
                  </Draggable>
                );
              })}
            </div>
            {leads.length === 0 && !snapshot.isDraggingOver && <p className="hw-column-empty">Drop leads here</p>}
          </div>
        )}
      </Droppable>
    </section>
  );
});
