import { Button, Tag } from '@blueprintjs/core';
import { ChevronRight } from '@blueprintjs/icons';
import { Draggable, type DraggableProvided, type DraggableStateSnapshot, Droppable } from '@hello-pangea/dnd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import type { Paging } from '../../data/paged-query.ts';
import { leadTone } from '../../entities/tones.ts';
import { useIsPrinting } from '../../ui/layout/use-media.ts';
import { toneClass } from '../../ui/status/tone.ts';
import { Money } from '../../ui/values/money.tsx';
import { LeadCard } from './lead-card.tsx';
import type { LeadActs } from './use-lead-acts.ts';

/** Between cards. */
const GAP_PX = 8;

/** From one card to the next, in pixels: CSS sets their height, which is larger for touch. */
function cardStep(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--hw-lead-card')) + GAP_PX;
}

/** How many cards before the last loaded one the next ones are loaded. */
const AHEAD = 20;

/** The number and value of a column's leads. */
export type ColumnSum = LeadFigures['statuses'][number];

/** The card to scroll to: one just moved there, or reached by keyboard. */
export interface Sought {
  lead: LeadRecord;
  /** It also gets the focus. */
  isFocused: boolean;
}

interface LeadColumnProps {
  status: string;
  /** As far as loaded. */
  leads: readonly LeadRecord[];
  paging: Paging;
  /** Of the whole column; undefined while loading. */
  sum: ColumnSum | undefined;
  acts: LeadActs | null;
  touched: ReadonlySet<string>;
  openId: string | undefined;
  sought: Sought | null;
  isTouch: boolean;
  /** The pointer, not the library, decides which column takes the card. */
  isPassedOver: boolean;
  /** The pointer is over this column. */
  isOver: boolean;
  open(id: string): void;
  /** Makes the column slim; null if it always stays open. */
  onSlim: (() => void) | null;
}

/** One status with its leads, of which only those in view are rendered. */
export const LeadColumn = memo(function LeadColumn(props: LeadColumnProps) {
  const { status, leads, paging, sum, acts, touched, openId, sought, isTouch, isPassedOver, isOver } = props;
  const { open, onSlim } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height in CSS depends on the pointer
  const step = useMemo(cardStep, [isTouch]);
  const scroller = useRef<HTMLDivElement | null>(null);
  const count = paging.more ? Math.max(sum?.count ?? 0, leads.length + 1) : leads.length;
  const virtual = useVirtualizer({
    // The column has its full height, so that the scroll bar is right: cards not loaded yet are gray.
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => step,
    getItemKey: (index) => leads[index]?.id ?? index,
    overscan: 2,
  });
  const isPrinting = useIsPrinting();
  const shown = isPrinting ? leads.map((_, index) => ({ index, start: undefined })) : virtual.getVirtualItems();
  useFurtherCards(leads, paging, isPrinting ? 0 : (shown.at(-1)?.index ?? 0), sought?.lead);

  const hasFocused = useRef<Sought>(null);
  useEffect(() => {
    if (sought === null || hasFocused.current === sought) return;
    const index = leads.findIndex(({ id }) => id === sought.lead.id);
    if (index !== -1) virtual.scrollToIndex(index, { align: 'auto' });
  }, [sought, leads, virtual]);
  useEffect(() => {
    if (!sought?.isFocused || hasFocused.current === sought) return;
    // It is rendered once the column has scrolled there.
    const found = cardElement(scroller.current, sought.lead.id);
    if (!found) return;
    hasFocused.current = sought;
    found.focus();
  });

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
        isTouch={isTouch}
        open={open}
        top={top}
        isTaken={snapshot.isDropAnimating && isPassedOver}
      />
    );
  }

  return (
    <section
      className="hw-column"
      aria-label={sum ? `${status}, ${sum.count}` : status}
      data-status={status}
      data-testid={`column-${status.toLowerCase()}`}
    >
      <header className={`hw-column-head ${toneClass(leadTone(status))}`}>
        <h2>{status}</h2>
        <Tag round minimal className="hw-count">
          {sum?.count ?? '…'}
        </Tag>
        <span className="hw-column-sum">{sum && <Money amount={sum.value} isRounded />}</span>
        {onSlim && (
          <Button
            size="small"
            variant="minimal"
            icon={<ChevronRight />}
            aria-label={`Make ${status} slim`}
            title={`Make ${status} slim`}
            onClick={onSlim}
          />
        )}
      </header>
      <Droppable
        droppableId={status}
        mode="virtual"
        isDropDisabled={acts === null || isPassedOver}
        renderClone={(drag, snapshot, { source }) => card(leads[source.index] as LeadRecord, drag, snapshot)}
      >
        {(drop, snapshot) => (
          <div
            ref={(element) => {
              drop.innerRef(element);
              scroller.current = element;
            }}
            {...drop.droppableProps}
            data-scroll-restoration-id={status}
            className={snapshot.isDraggingOver || isOver ? 'hw-column-body hw-column-over' : 'hw-column-body'}
          >
            {/* On paper they follow one another, so that no page cuts one. */}
            <div
              className="hw-column-cards"
              style={
                isPrinting
                  ? undefined
                  : {
                      position: 'relative',
                      height: virtual.getTotalSize() + (snapshot.isUsingPlaceholder ? step : 0),
                    }
              }
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

/** A lead's card, if it is rendered. */
export function cardElement(within: ParentNode | null, id: string): HTMLElement | null {
  return within?.querySelector(`[data-rfd-draggable-id="${CSS.escape(id)}"]`) ?? null;
}

/** Loads more when the person comes near the end, or drops a lead further down. */
function useFurtherCards(
  leads: readonly LeadRecord[],
  { more, isLoading, hasFailed }: Paging,
  lastShown: number,
  sought: LeadRecord | undefined,
): void {
  const last = leads.at(-1);
  const isDeeper = sought !== undefined && last !== undefined && last.createdAt > sought.createdAt;
  const isNear = lastShown >= leads.length - AHEAD;
  const isWanted = more !== null && !isLoading && !hasFailed && (isNear || isDeeper);
  const read = useRef(more);
  read.current = more;
  useEffect(() => {
    if (isWanted) read.current?.();
  }, [isWanted]);
}

/** A placeholder for a card not loaded yet. */
function NotRead({ top }: { top: number | undefined }) {
  return (
    <div
      aria-hidden="true"
      className="hw-lead hw-lead-unread"
      style={{ position: 'absolute', top, left: 0, right: 0 }}
    />
  );
}
