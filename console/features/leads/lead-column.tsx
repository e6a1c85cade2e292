import { Button, Tag } from '@blueprintjs/core';
import { ChevronRight } from '@blueprintjs/icons';
import { Draggable, type DraggableProvided, type DraggableStateSnapshot, Droppable } from '@hello-pangea/dnd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import type { Paging } from '../../data/paged-query.ts';
import { leadTone } from '../../entities/tones.ts';
import { Money } from '../../ui/money.tsx';
import { toneClass } from '../../ui/tone.ts';
import { useIsPrinting } from '../../ui/use-media.ts';
import { LeadCard } from './lead-card.tsx';
import type { LeadActs } from './use-lead-acts.ts';

/** Below each card. */
const GAP_PX = 8;

/** From one card to the next, in pixels: the style says how high they are, which is more where a finger points. */
function cardStep(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--hw-lead-card')) + GAP_PX;
}

/** So many cards before the last one that is there the next ones are read. */
const AHEAD = 20;

/** How many leads are in a column, and what they are worth. */
export type ColumnSum = LeadFigures['statuses'][number];

/** The card that a column scrolls to: one that was just moved there, or that the person goes to by keys. */
export interface Sought {
  lead: LeadRecord;
  /** It gets the focus as well. */
  isFocused: boolean;
}

interface LeadColumnProps {
  status: string;
  /** As far as they were read. */
  leads: readonly LeadRecord[];
  paging: Paging;
  /** Of the whole column; undefined before it is known. */
  sum: ColumnSum | undefined;
  acts: LeadActs | null;
  touched: ReadonlySet<string>;
  openId: string | undefined;
  sought: Sought | null;
  isTouch: boolean;
  /** The pointer decides which column takes the card, and not the library. */
  isPassedOver: boolean;
  /** It is this one. */
  isOver: boolean;
  open(id: string): void;
  /** Makes the column slim; null where it stays open. */
  onSlim: (() => void) | null;
}

/** One status with its leads, of which only those in sight are in the page. */
export const LeadColumn = memo(function LeadColumn(props: LeadColumnProps) {
  const { status, leads, paging, sum, acts, touched, openId, sought, isTouch, isPassedOver, isOver } = props;
  const { open, onSlim } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style follows what points
  const step = useMemo(cardStep, [isTouch]);
  const scroller = useRef<HTMLDivElement | null>(null);
  const count = paging.more ? Math.max(sum?.count ?? 0, leads.length + 1) : leads.length;
  const virtual = useVirtualizer({
    // All of the column has its height, so that the scroll bar tells the truth: what is not read yet is grey.
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => step,
    getItemKey: (index) => leads[index]?.id ?? index,
    overscan: 2,
  });
  const isPrinting = useIsPrinting();
  const shown = isPrinting ? leads.map((_, index) => ({ index, start: index * step })) : virtual.getVirtualItems();
  useFurtherCards(leads, paging, isPrinting ? 0 : (shown.at(-1)?.index ?? 0), sought?.lead);

  const hasFocused = useRef<Sought>(null);
  useEffect(() => {
    if (sought === null || hasFocused.current === sought) return;
    const index = leads.findIndex(({ id }) => id === sought.lead.id);
    if (index !== -1) virtual.scrollToIndex(index, { align: 'auto' });
  }, [sought, leads, virtual]);
  useEffect(() => {
    if (!sought?.isFocused || hasFocused.current === sought) return;
    // It comes into the page once the column has scrolled there.
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
            <div
              style={{
                position: 'relative',
                height:
                  (isPrinting ? leads.length * step : virtual.getTotalSize()) +
                  (snapshot.isUsingPlaceholder ? step : 0),
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

/** A lead's card, where it is in the page. */
export function cardElement(within: ParentNode | null, id: string): HTMLElement | null {
  return within?.querySelector(`[data-rfd-draggable-id="${CSS.escape(id)}"]`) ?? null;
}

/** Reads on where the person comes near to the end of what was read, and to where the lead lies that they dropped. */
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
