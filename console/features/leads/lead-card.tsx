import { Classes, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Document, More, SwapHorizontal, Trash } from '@blueprintjs/icons';
import type { DraggableProvided } from '@hello-pangea/dnd';
import {
  type ButtonHTMLAttributes,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactElement,
  useState,
} from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { requestedService, sourceName } from '../../entities/lead/lead.ts';
import { OpenLink } from '../../records/record/record-link.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Duration } from '../../ui/values/duration.tsx';
import { Money } from '../../ui/values/money.tsx';
import type { LeadActs } from './use-lead-acts.ts';

interface LeadCardProps {
  lead: LeadRecord;
  /** Null for somebody who can only view. */
  acts: LeadActs | null;
  drag: DraggableProvided;
  isDragging: boolean;
  isTouched: boolean;
  isOpen: boolean;
  /** Acts that normally show on hover are in a menu instead. */
  isTouch: boolean;
  /** The same function each time. */
  open(id: string): void;
  /** Its position in the column; a dragged clone has none. */
  top?: number | undefined;
  /** Dropped on another column: it disappears at once. */
  isTaken?: boolean;
}

/** One lead on the board. All cards have the same height, so that a column of thousands knows where each one is. */
export const LeadCard = memo(function LeadCard(props: LeadCardProps) {
  const { lead, acts, drag, isDragging, isTouched, isOpen, isTouch, open, top, isTaken } = props;
  const name = lead.name ?? 'Unnamed lead';
  const classes = ['hw-lead', isDragging && 'hw-lead-dragging', isTouched && 'hw-touched', isOpen && 'hw-lead-open'];
  // Without the button role that the library sets: a card contains links and buttons.
  const { role: _, ...handle } = drag.dragHandleProps ?? {};
  return (
    <article
      ref={drag.innerRef}
      {...drag.draggableProps}
      {...handle}
      aria-roledescription={acts ? 'card that can be moved' : undefined}
      aria-label={`${name}, ${lead.status}`}
      className={classes.filter(Boolean).join(' ')}
      style={{ ...drag.draggableProps.style, ...(top === undefined ? isTaken && TAKEN : { ...IN_COLUMN, top }) }}
      onClick={(event) => isOwnClick(event) && open(lead.id)}
      onKeyDown={(event) => isOwnEnter(event) && open(lead.id)}
    >
      <LeadFace lead={lead} name={name} acts={acts} isTouch={isTouch} />
    </article>
  );
});

interface FaceProps extends Pick<LeadCardProps, 'lead' | 'acts' | 'isTouch'> {
  name: string;
}

const IN_COLUMN: CSSProperties = { position: 'absolute', left: 0, right: 0 };
/** Skips the library's animation when a card is dropped on a slim column. */
const TAKEN: CSSProperties = { opacity: 0, transitionDuration: '1ms' };

/** A card's content, which is not rendered again while cards are dragged. */
const LeadFace = memo(function LeadFace({ lead, name, acts, isTouch }: FaceProps) {
  return (
    <>
      <div className="hw-lead-head">
        <OpenLink id={lead.id} opens="lead" className="hw-lead-name" draggable={false} title={name}>
          {name}
        </OpenLink>
        <span className="hw-lead-value">
          <Money amount={lead.estimatedValue} isRounded />
        </span>
      </div>
      <div className="hw-lead-line" title={lead.description ?? undefined}>
        {lead.description ?? requestedService(lead) ?? lead.address ?? lead.phone ?? lead.email ?? 'No details yet'}
      </div>
      <div className="hw-lead-foot">
        <div className="hw-lead-meta">
          <Duration since={lead.createdAt} what="Added" />
          {lead.leadSource && <span className="hw-lead-source">{sourceName(lead.leadSource)}</span>}
          {isUrgent(lead) && <StatusTag tone="red">Urgent</StatusTag>}
          {lead.customerId && <StatusTag tone="green">Customer</StatusTag>}
        </div>
        {acts && <Acts lead={lead} name={name} acts={acts} isTouch={isTouch} />}
      </div>
    </>
  );
});

/** A click on the card itself: not on a link or button, not the end of a drag, not in a menu above it. */
function isOwnClick({ target, currentTarget, defaultPrevented }: MouseEvent): boolean {
  const element = target as Element;
  return !defaultPrevented && currentTarget.contains(element) && !element.closest('a, button');
}

/** On a lifted card the library handles the key. */
function isOwnEnter({ key, target, currentTarget, defaultPrevented }: KeyboardEvent): boolean {
  return key === 'Enter' && target === currentTarget && !defaultPrevented;
}

interface ActsProps extends FaceProps {
  acts: LeadActs;
}

/** Looks like Blueprint's Button, which is too expensive for the hundreds on a board. */
const QUIET = `${Classes.BUTTON} ${Classes.MINIMAL}`;

/** Convert is always shown; the others while the card is hovered or focused, or on touch screens in its menu. */
function Acts({ lead, name, acts, isTouch }: ActsProps) {
  const canConvert = isUndecided(lead);
  const convert = canConvert && (
    <button
      type="button"
      className={`${Classes.BUTTON} ${Classes.SMALL}`}
      aria-label={`Convert ${name}`}
      onClick={() => acts.convert(lead)}
    >
      Convert
    </button>
  );
  if (isTouch)
    return (
      <div className="hw-lead-acts">
        {convert}
        <CardMenu
          content={() => <LeadMenu lead={lead} acts={acts} />}
          button={{ className: QUIET, children: <More />, 'aria-label': `More for ${name}` }}
        />
      </div>
    );
  return (
    <div className="hw-lead-acts">
      <div className="hw-lead-quiet">
        {canConvert && (
          <button
            type="button"
            className={`${QUIET} ${Classes.SMALL}`}
            aria-label={`Create Quote for ${name}`}
            title="Create Quote"
            onClick={() => acts.quote(lead)}
          >
            <Document size={14} />
          </button>
        )}
        {!lead.erased && (
          <CardMenu
            content={() => <StatusMenu lead={lead} acts={acts} />}
            button={{
              className: `${QUIET} ${Classes.SMALL} hw-lead-move`,
              children: <SwapHorizontal size={14} />,
              'aria-label': `Move to… ${name}`,
              title: 'Move to… (M)',
            }}
          />
        )}
        <button
          type="button"
          className={`${QUIET} ${Classes.SMALL}`}
          aria-label={`Delete ${name}`}
          title="Delete (Del)"
          onClick={() => acts.remove(lead)}
        >
          <Trash size={14} />
        </button>
      </div>
      {convert}
    </div>
  );
}

/** Marked urgent, and nobody has answered yet. */
function isUrgent({ request, status, erased }: LeadRecord): boolean {
  return request?.urgency === 'urgent' && status === 'New' && !erased;
}

/** Neither won nor lost. */
export function isUndecided({ erased, status }: LeadRecord): boolean {
  return !erased && status !== 'Won' && status !== 'Lost';
}

interface CardMenuProps {
  content(): ReactElement;
  button: ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string };
}

/** A menu built when it is opened: each of hundreds of cards has one, and hardly any is opened. */
function CardMenu({ content, button }: CardMenuProps) {
  const [isMade, setMade] = useState(false);
  if (!isMade) return <button type="button" aria-haspopup="menu" {...button} onClick={() => setMade(true)} />;
  return (
    <Popover defaultIsOpen content={content()}>
      <button type="button" {...button} />
    </Popover>
  );
}

interface MenuProps {
  lead: LeadRecord;
  acts: LeadActs;
}

/** Moves a lead without dragging. */
export function StatusMenu(props: MenuProps) {
  return (
    <Menu>
      <MoveItems {...props} />
    </Menu>
  );
}

/** Everything that hovering a card would show. */
function LeadMenu({ lead, acts }: MenuProps) {
  return (
    <Menu className="hw-lead-menu">
      {isUndecided(lead) && <MenuItem icon={<Document />} text="Create Quote" onClick={() => acts.quote(lead)} />}
      {!lead.erased && <MoveItems lead={lead} acts={acts} />}
      <MenuDivider />
      <MenuItem icon={<Trash />} intent="danger" text="Delete" onClick={() => acts.remove(lead)} />
    </Menu>
  );
}

export function MoveItems({ lead, acts }: MenuProps) {
  return (
    <>
      <MenuDivider title="Move to" />
      {LEAD_STATUSES.map((status) => (
        <MenuItem
          key={status}
          text={status}
          disabled={status === lead.status}
          onClick={() => acts.move(lead, status)}
        />
      ))}
    </>
  );
}
