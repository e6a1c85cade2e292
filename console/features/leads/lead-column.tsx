import { Tag } from '@blueprintjs/core';
import { Draggable, type DraggableProvided, type DraggableStateSnapshot, Droppable } from '@hello-pangea/dnd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import type { Paging } from '../../data/paged-query.ts';
import { formatDollars } from '../../ui/format.ts';
import { LeadCard } from './lead-card.tsx';
import type { LeadActs } from './use-lead-acts.ts';

/** A card and the gap below it, in pixels; the card's own height is in leads.css. */
const CARD_PX = 142;

/** So many cards before the last one that is there the next ones are read. */
const AHEAD = 20;

interface LeadColumnProps {
  status: string;
  /** As far as they were read. */
  leads: readonly LeadRecord[];
  paging: Paging;
  /** Of the whole column; undefined before it is known. */
  sum: { count: number; value: string } | undefined;
  acts: LeadActs | null;
  touched: ReadonlySet<string>;
  openId: string | undefined;
  /** The lead that was just moved here: the column scrolls to it. */
  arrived: LeadRecord | null;
}

/** One status with its leads, of which only those in sight are in the page. */
export const LeadColumn = memo(function LeadColumn(props: LeadColumnProps) {
  const { status, leads, paging, sum, acts, touched, openId, arrived } = props;
  const scroller = useRef<HTMLDivElement | null>(null);
  const count = paging.more ? Math.max(sum?.count ?? 0, leads.length + 1) : leads.length;
  const virtual = useVirtualizer({
    // All of the column has its height, so that the scroll bar tells the truth: what is not read yet is grey.
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => leads[index]?.id ?? index,
    overscan: 4,
  });
  const shown = virtual.getVirtualItems();
  useFurtherCards(leads, paging, shown.at(-1)?.index ?? 0, arrived);

  useEffect(() => {
    const index = arrived === null ? -1 : leads.findIndex(({ id }) => id === arrived.id);
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
      aria-label={sum ? `${status}, ${sum.count}` : status}
      data-testid={`column-${status.toLowerCase()}`}
    >
      <header className={`hw-column-head hw-status-${status.toLowerCase()}`}>
        <h2>{status}</h2>
        <Tag round minimal className="hw-count">
          {sum?.count ?? '…'}
        </Tag>
        <span className="hw-column-sum">{sum && formatDollars(sum.value)}</span>
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
              {shown.map(({ index, start }) => {
                const lead = leads[index];
                if (!lead) return <NotRead key={index} top={start} />;
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

/** Reads on where the person comes near to the end of what was read, and to where the lead lies that they dropped. */
function useFurtherCards(
  leads: readonly LeadRecord[],
  { more, isLoading, hasFailed }: Paging,
  lastShown: number,
  arrived: LeadRecord | null,
): void {
  const last = leads.at(-1);
  const isDeeper = arrived !== null && last !== undefined && last.createdAt > arrived.createdAt;
  const isNear = lastShown >= leads.length - AHEAD;
  const isWanted = more !== null && !isLoading && !hasFailed && (isNear || isDeeper);
  const read = useRef(more);
  read.current = more;
  useEffect(() => {
    if (isWanted) read.current?.();
  }, [isWanted]);
}

/** The place of a card that is still to be read. */
function NotRead({ top }: { top: number }) {
  return (
    <div
      aria-hidden="true"
      className="hw-lead hw-lead-unread"
      style={{ position: 'absolute', top, left: 0, right: 0 }}
    />
  );
}
