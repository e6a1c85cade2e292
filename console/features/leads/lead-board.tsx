import { Button } from '@blueprintjs/core';
import { DragDropContext, type DragUpdate, type DropResult, type ResponderProvided } from '@hello-pangea/dnd';
import { type TouchEvent as ReactTouchEvent, useMemo, useRef, useState } from 'react';
import type { LeadFigures, LeadRecord } from '../../../api/leads/schema.ts';
import type { LeadStatus } from '../../../domain/lead/terms.ts';
import { holdChanges } from '../../data/changes.ts';
import type { Paging } from '../../data/paged-query.ts';
import { useTouched } from '../../data/touched.ts';
import { STYLE_NONCE } from '../../ui/style-nonce.ts';
import { LeadColumn } from './lead-column.tsx';
import { columnsOf } from './pipeline.ts';
import type { LeadActs } from './use-lead-acts.ts';
import { useSteadyLeads } from './use-steady-leads.ts';

interface LeadBoardProps {
  /** Newest first. */
  leads: readonly LeadRecord[];
  /** The columns that are shown. */
  statuses: readonly LeadStatus[];
  /** How each column goes on, by status. */
  paging: Readonly<Record<string, Paging>>;
  /** Of all leads that the board is of; undefined before they are there. */
  figures: LeadFigures | undefined;
  acts: LeadActs | null;
  openId: string | undefined;
}

/** The five columns; a card is dragged by mouse, touch and keyboard (Space lifts and drops, arrows move, Esc cancels). */
export function LeadBoard({ leads: latest, statuses, paging, figures, acts: allActs, openId }: LeadBoardProps) {
  const { leads, waiting, show, accept, pointer } = useSteadyLeads(latest);
  const acts = useMemo(() => allActs && accepting(allActs, accept), [allActs, accept]);
  const columns = useMemo(() => columnsOf(leads), [leads]);
  const [arrived, setArrived] = useState<LeadRecord | null>(null);
  const touched = useTouched();
  const letGo = useRef<() => void>(() => {});

  function drop({ draggableId, source: from, destination }: DropResult): void {
    letGo.current();
    const lead = leads.find(({ id }) => id === draggableId);
    if (!lead || !destination || destination.droppableId === from.droppableId) return;
    setArrived({ ...lead, status: destination.droppableId });
    acts?.move(lead, destination.droppableId);
  }

  return (
    <div className="hw-board-frame" {...pointer} onTouchStart={relayTouches}>
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
        dragHandleUsageInstructions="Press Space to lift the lead, the arrow keys to move it, Space to drop it, Escape to cancel."
        onBeforeCapture={() => {
          letGo.current = holdChanges();
        }}
        onDragUpdate={announce}
        onDragEnd={drop}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
        <section className="hw-board" tabIndex={0} aria-label="Pipeline">
          {statuses.map((status) => (
            <LeadColumn
              key={status}
              status={status}
              leads={columns.get(status) ?? NO_LEADS}
              paging={paging[status] ?? NO_MORE}
              sum={figures?.statuses.find((column) => column.status === status)}
              acts={acts}
              touched={touched}
              openId={openId}
              arrived={arrived?.status === status ? arrived : null}
            />
          ))}
        </section>
      </DragDropContext>
    </div>
  );
}

const NO_LEADS: readonly LeadRecord[] = [];
const NO_MORE: Paging = { more: null, isLoading: false, hasFailed: false };

/** What a person does themselves shows at once, also where somebody else was quicker. */
function accepting({ move, convert, remove }: LeadActs, accept: (id: string) => void): LeadActs {
  return {
    move(lead, status) {
      accept(lead.id);
      move(lead, status);
    },
    convert(lead) {
      accept(lead.id);
      convert(lead);
    },
    remove(lead) {
      accept(lead.id);
      remove(lead);
    },
  };
}

/** The place in a column follows from the date, so only the column is worth saying. */
function announce({ destination }: DragUpdate, { announce: say }: ResponderProvided): void {
  say(destination ? `Over ${destination.droppableId}.` : 'Not over a column.');
}

const RELAYED = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Passes a finger's touches on to the window once their target has left the page. A browser sends all touches of a
 * finger to the element where it came down; a virtual list takes that element out when it is lifted (its copy is what
 * moves), and the library, which listens at the window, heard nothing more (hello-pangea/dnd issues 801 and 927).
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

/** @returns false where a listener has taken it for itself */
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
