import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Tag } from '@blueprintjs/core';
import { SwapHorizontal, Trash } from '@blueprintjs/icons';
import type { DraggableProvided } from '@hello-pangea/dnd';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, memo } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { sourceName } from '../../entities/lead/lead.ts';
import { formatDay, formatDollars } from '../../ui/format.ts';
import type { LeadActs } from './use-lead-acts.ts';

interface LeadCardProps {
  lead: LeadRecord;
  /** Null for somebody who may only look. */
  acts: LeadActs | null;
  drag: DraggableProvided;
  isDragging: boolean;
  isTouched: boolean;
  isOpen: boolean;
  style?: CSSProperties | undefined;
}

/** One lead on the board. All cards are equally high, so that a column of thousands knows where each one is. */
export const LeadCard = memo(function LeadCard(props: LeadCardProps) {
  const { lead, acts, drag, isDragging, isTouched, isOpen, style } = props;
  const name = lead.name ?? 'Unnamed lead';
  const canConvert = acts !== null && !lead.erased && lead.status !== 'Won' && lead.status !== 'Lost';
  const classes = ['hw-lead', isDragging && 'hw-lead-dragging', isTouched && 'hw-touched', isOpen && 'hw-lead-open'];
  // Not the role of a button, as the library would have it: a card has links and buttons inside.
  const { role: _, ...handle } = drag.dragHandleProps ?? {};
  return (
    <article
      ref={drag.innerRef}
      {...drag.draggableProps}
      {...handle}
      aria-roledescription={acts ? 'card that can be moved' : undefined}
      aria-label={`${name}, ${lead.status}`}
      className={classes.filter(Boolean).join(' ')}
      style={{ ...drag.draggableProps.style, ...style }}
    >
      <div className="hw-lead-head">
        <Link
          to="."
          search={(now) => ({ ...now, lead: lead.id, tab: undefined })}
          className="hw-lead-name"
          draggable={false}
          title={name}
        >
          {name}
        </Link>
        <span className="hw-lead-value">{formatDollars(lead.estimatedValue)}</span>
      </div>
      <div className="hw-lead-line" title={lead.description ?? undefined}>
        {lead.description ?? lead.address ?? lead.phone ?? lead.email ?? 'No details yet'}
      </div>
      <div className="hw-lead-meta">
        {lead.leadSource && <Tag minimal>{sourceName(lead.leadSource)}</Tag>}
        {lead.customerId && (
          <Tag minimal intent="success">
            Customer
          </Tag>
        )}
        <span>{formatDay(lead.createdAt)}</span>
      </div>
      {acts && (
        <div className="hw-lead-acts">
          {canConvert && (
            <Button size="small" text="Convert" aria-label={`Convert ${name}`} onClick={() => acts.convert(lead)} />
          )}
          {!lead.erased && <MoveMenu lead={lead} name={name} acts={acts} />}
          <Button
            size="small"
            variant="minimal"
            icon={<Trash size={14} />}
            aria-label={`Delete ${name}`}
            title="Delete"
            onClick={() => acts.remove(lead)}
          />
        </div>
      )}
    </article>
  );
});

/** The way to move a lead without dragging. */
function MoveMenu({ lead, name, acts }: { lead: LeadRecord; name: string; acts: LeadActs }) {
  return (
    <PopoverNext placement="bottom-start" arrow={false} content={<StatusMenu lead={lead} acts={acts} />}>
      <Button
        size="small"
        variant="minimal"
        icon={<SwapHorizontal size={14} />}
        text="Move to…"
        aria-label={`Move to… ${name}`}
      />
    </PopoverNext>
  );
}

export function StatusMenu({ lead, acts }: { lead: LeadRecord; acts: LeadActs }) {
  return (
    <Menu>
      <MenuDivider title="Move to" />
      {LEAD_STATUSES.map((status) => (
        <MenuItem
          key={status}
          text={status}
          disabled={status === lead.status}
          onClick={() => acts.move(lead, status)}
        />
      ))}
    </Menu>
  );
}
