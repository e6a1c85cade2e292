import { Button } from '@blueprintjs/core';
import { DragDropContext, type DragUpdate, type DropResult, type ResponderProvided } from '@hello-pangea/dnd';
import {
  type KeyboardEvent,
  type TouchEvent as ReactTouchEvent,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES, type LeadStatus } from '../../../domain/lead/terms.ts';
import { holdChanges } from '../../data/changes.ts';
import type { Paging } from '../../data/paged-query.ts';
import { useTouched } from '../../data/touched.ts';
import { holdFocus } from '../../ui/keyboard/focus.ts';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { useIsTouch } from '../../ui/layout/use-media.ts';
import { type OnSearch, useOnSearch } from '../../ui/search.ts';
import { STYLE_NONCE } from '../../ui/style-nonce.ts';
import { cardElement, LeadColumn, type Sought } from './lead-column.tsx';
import type { LeadsSearch } from './leads-search.ts';
import { cardBeside, columnsOf, type Step } from './pipeline.ts';
import { SlimColumn } from './slim-column.tsx';
import type { SlimColumns } from './slim-columns.ts';
import type { LeadActs } from './use-lead-acts.ts';
import { usePointerColumn } from './use-pointer-column.ts';
import { useSteadyLeads } from './use-steady-leads.ts';

interface LeadBoardProps {
  /** Newest first. */
  leads: readonly LeadRecord[];
  /** The columns shown; the others are only drop targets. */
  statuses: readonly LeadStatus[];
  slim: SlimColumns;
  /** How to load more of each column, by status. */
  paging: Readonly<Record<string, Paging>>;
  /** Of all leads that match the filter; undefined while loading. */
  figures: LeadFigures | undefined;
  acts: LeadActs | null;
  openId: string | undefined;
}

/**
 * The five columns. A click opens a card; cards are dragged by mouse, touch and keyboard (Space lifts and drops, arrows
 * move, Esc cancels). J and K move from card to card, and so do the arrows.
 */
export function LeadBoard({ leads: latest, statuses, slim, paging, figures, acts: allActs, openId }: LeadBoardProps) {
  const { leads, waiting, show, accept, pointer } = useSteadyLeads(latest);
  const columns = useMemo(() => columnsOf(leads), [leads]);
  const [sought, setSought] = useState<Sought | null>(null);
  const touched = useTouched();
  const isTouch = useIsTouch();
  const letGo = useRef<() => void>(() => {});
  const board = useRef<HTMLElement>(null);
  const dragged = usePointerColumn(board);
  const onSearch = useOnSearch() as OnSearch<LeadsSearch>;
  const open = useCallback((lead: string) => onSearch({ lead, tab: undefined }), [onSearch]);
  const isOpen = (status: LeadStatus) => statuses.includes(status) && !slim.isSlim(status);
  const openColumns = LEAD_STATUSES.filter(isOpen).map((status) => columns.get(status) ?? NO_LEADS);

  // The same acts each time, so that unchanged cards are not rendered again.
  const follow = useRef<(lead: LeadRecord, status: string | null) => void>(() => {});
  follow.current = (lead, status) => {
    if (isTouch) return;
    const stays = status !== null && openColumns.some((column) => column === columns.get(status));
    const next = stays ? { ...lead, status } : neighbor(openColumns, lead.id);
    setSought(next ? { lead: next, isFocused: true } : null);
  };
  const acts = useMemo(() => allActs && accepting(allActs, accept, follow), [allActs, accept]);

  function go(step: Step): void {
    const lead = cardBeside(openColumns, focusedId() ?? openId, step);
    if (lead) setSought({ lead, isFocused: true });
  }
  const ofFocused = (act: (lead: LeadRecord) => void) => () => {
    const lead = leads.find(({ id }) => id === focusedId());
    if (lead) act(lead);
  };
  useShortcuts([
    { keys: 'j', label: 'Next lead', run: () => go('next') },
    { keys: 'k', label: 'Previous lead', run: () => go('before') },
    ...(acts
      ? [
          { keys: 'm', label: 'Move the lead to…', run: ofFocused(({ id }) => openMoveMenu(id)) },
          { keys: 'Delete', label: 'Delete the lead', run: ofFocused((lead) => acts.remove(lead)) },
        ]
      : []),
  ]);

  function drop({ draggableId, source: from, destination, reason }: DropResult): void {
    letGo.current();
    const over = dragged.letGo();
    const to = reason === 'DROP' ? (over ?? destination?.droppableId) : undefined;
    const lead = leads.find(({ id }) => id === draggableId);
    if (!lead || !to || to === from.droppableId) return;
    setSought({ lead: { ...lead, status: to }, isFocused: false });
    accept(lead.id);
    allActs?.move(lead, to);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards inside have the focus
    <div
      className="hw-board-frame"
      {...pointer}
      onTouchStart={relayTouches}
      onKeyDown={(event) => goByArrow(event, go)}
    >
      {waiting > 0 && (
        <Button
          className="hw-waiting"
          size="small"
          intent="primary"
          text={waiting === 1 ? '1 change by others. Show it' : `${waiting} changes by others. Show them`}
          onClick={show}
        />
      )}
      <DragDropContext
        nonce={STYLE_NONCE}
        dragHandleUsageInstructions="Press Enter to open the lead. Press Space to lift it, the arrow keys to move it, Space to drop it, Escape to cancel."
        onBeforeCapture={() => {
          const [letChanges, letFocus] = [holdChanges(), holdFocus()];
          letGo.current = () => {
            letChanges();
            letFocus();
          };
        }}
        onDragStart={({ mode }) => mode === 'FLUID' && dragged.follow()}
        onDragUpdate={announce}
        onDragEnd={drop}
      >
        <section
          ref={board}
          className={dragged.isFollowing ? 'hw-board hw-board-dragging' : 'hw-board'}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
          tabIndex={0}
          aria-label="Pipeline"
          data-scroll-restoration-id="board"
        >
          {LEAD_STATUSES.map((status) => {
            const isShown = statuses.includes(status);
            const sum = isShown ? figures?.statuses.find((column) => column.status === status) : undefined;
            const here = sought?.lead.status === status ? sought : null;
            if (isOpen(status))
              return (
                <LeadColumn
                  key={status}
                  status={status}
                  leads={columns.get(status) ?? NO_LEADS}
                  paging={paging[status] ?? NO_MORE}
                  sum={sum}
                  acts={acts}
                  touched={touched}
                  openId={openId}
                  sought={here}
                  isTouch={isTouch}
                  isPassedOver={dragged.over !== null}
                  isOver={dragged.over === status}
                  open={open}
                  onSlim={slim.toggle(status)}
                />
              );
            if (!isShown && !acts) return null;
            return (
              <SlimColumn
                key={status}
                status={status}
                sum={sum}
                isOver={dragged.over === status}
                isDropDisabled={acts === null || dragged.isFollowing}
                arrived={here?.lead ?? null}
                onOpen={isShown ? slim.toggle(status) : null}
              />
            );
          })}
        </section>
      </DragDropContext>
    </div>
  );
}

/** The lead whose card has the focus, or contains it. */
function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('.hw-lead')?.dataset['rfdDraggableId'];
}

const NEAREST: readonly Step[] = ['next', 'before', 'left', 'right'];

/** The card that gets the focus when another one leaves its column. */
function neighbor(columns: readonly (readonly LeadRecord[])[], id: string): LeadRecord | undefined {
  return NEAREST.map((step) => cardBeside(columns, id, step)).find((found) => found !== undefined && found.id !== id);
}

function openMoveMenu(id: string): void {
  cardElement(document, id)?.querySelector<HTMLElement>('.hw-lead-move')?.click();
}

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowDown: 'next',
  ArrowUp: 'before',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Starts at the focused card; on a lifted card the library handles the arrows. */
function goByArrow(event: KeyboardEvent, go: (step: Step) => void): void {
  const step = ARROWS[event.key];
  const isOnCard = (event.target as Element).matches('.hw-lead');
  if (!step || !isOnCard || event.defaultPrevented) return;
  event.preventDefault();
  go(step);
}

const NO_LEADS: readonly LeadRecord[] = [];
const NO_MORE: Paging = { more: null, isLoading: false, hasFailed: false };

/**
 * A person's own act shows at once, even if somebody else acted first, and the focus follows the card, or goes to the
 * one that replaces it.
 * @param follow called with the card's new status; null if it leaves the board
 */
function accepting(
  { move, convert, quote, remove }: LeadActs,
  accept: (id: string) => void,
  follow: RefObject<(lead: LeadRecord, status: string | null) => void>,
): LeadActs {
  return {
    move(lead, status) {
      accept(lead.id);
      follow.current(lead, status);
      move(lead, status);
    },
    convert(lead) {
      accept(lead.id);
      follow.current(lead, 'Won');
      convert(lead);
    },
    quote,
    remove(lead) {
      accept(lead.id);
      follow.current(lead, null);
      remove(lead);
    },
  };
}

/** A lead's place in a column depends on its date, so only the column needs announcing. */
function announce({ destination }: DragUpdate, { announce: say }: ResponderProvided): void {
  say(destination ? `Over ${destination.droppableId}.` : 'Not over a column.');
}

const RELAYED = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Relays a finger's touches to the window once their target has left the page. A browser sends all touches of a finger
 * to the element where it first touched; a virtual list removes that element when it is lifted (a clone moves instead),
 * and the library, which listens on the window, would hear no more (hello-pangea/dnd issues 801 and 927).
 */
function relayTouches(event: ReactTouchEvent): void {
  const target = event.target as HTMLElement;
  const done = new AbortController();
  for (const type of RELAYED) {
    target.addEventListener(
      type,
      (touch) => {
        if (!target.isConnected && !relay(touch)) touch.preventDefault();
        if (type !== 'touchmove') done.abort();
      },
      { passive: false, signal: done.signal },
    );
  }
}

/** @returns false if a listener prevented the default */
function relay({ type, touches, changedTouches, targetTouches }: TouchEvent): boolean {
  return window.dispatchEvent(
    new TouchEvent(type, {
      bubbles: true,
      cancelable: true,
      touches: [...touches],
      targetTouches: [...targetTouches],
      changedTouches: [...changedTouches],
    }),
  );
}
