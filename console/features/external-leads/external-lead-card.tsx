import { Button, Classes } from '@blueprintjs/core';
import { MapMarker, Person, Phone, Time } from '@blueprintjs/icons';
import type { ExternalLeadRecord } from '../../../api/external-leads/schema.ts';
import { EXTERNAL_LEAD_STATUS_LABELS, EXTERNAL_OUTCOME_LABELS } from '../../../domain/external-lead/terms.ts';
import { phoneLink } from '../../../domain/kit/phone-links.ts';
import { externalLeadKind } from '../../entities/external-lead/external-lead-kind.ts';
import { sourceName } from '../../entities/lead/lead.ts';
import { externalLeadTone, priorityTone } from '../../entities/tones.ts';
import { RecordCard } from '../../records/list/record-cards.tsx';
import { RestoreButton } from '../../records/list/removed.tsx';
import { OpenLink } from '../../records/record/record-link.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Duration } from '../../ui/values/duration.tsx';
import { capitalized } from '../../ui/values/format.ts';

interface ExternalLeadCardProps {
  lead: ExternalLeadRecord;
  canChange: boolean;
  /** Assigns a professional; null for somebody who can only view. */
  onAssign: ((id: string) => void) | null;
}

/** An external lead's card. */
export function ExternalLeadCard({ lead, canChange, onAssign }: ExternalLeadCardProps) {
  const { id, title, customer, assignment, createdAt, leadSource, description } = lead;
  return (
    <RecordCard
      id={id}
      opens="lead"
      title={title}
      above={sourceName(leadSource) ?? ''}
      status={<StatusTags lead={lead} />}
      facts={[
        { icon: <MapMarker size={14} />, label: 'Address', text: customer.address },
        {
          icon: <Phone size={14} />,
          label: 'Phone',
          text: customer.phone && <a href={phoneLink(customer.phone)}>{customer.phone}</a>,
        },
        {
          icon: <Person size={14} />,
          label: 'Local professional',
          text: assignment && namesOf(assignment),
        },
        {
          icon: <Time size={14} />,
          label: 'Came in',
          text: <Duration since={createdAt} what="Came in" />,
        },
      ]}
      note={description}
      acts={
        <>
          <OpenLink
            id={id}
            opens="lead"
            className={`${Classes.BUTTON} ${Classes.SMALL}`}
            aria-label={`View Details of ${title}`}
          >
            View Details
          </OpenLink>
          {onAssign && mayAssign(lead) && (
            <Button
              size="small"
              intent="primary"
              text="Find Local Pro"
              aria-label={`Find Local Pro for ${title}`}
              onClick={() => onAssign(id)}
            />
          )}
          {canChange && lead.removed && <RestoreButton kind={externalLeadKind} record={lead} isSmall />}
        </>
      }
    />
  );
}

/** Who does the work: `Pat Moss, Moss & Sons`. */
export function namesOf({ name, company }: NonNullable<ExternalLeadRecord['assignment']>): string {
  return [...new Set([name, company].filter(Boolean))].join(', ');
}

/** Whether it still needs a professional. */
export function mayAssign({ status, removed, erased }: ExternalLeadRecord): boolean {
  return status === 'pending' && !removed && !erased;
}

/** Its status, and its priority until it has ended. */
export function StatusTags({ lead: { status, priority, outcome } }: { lead: ExternalLeadRecord }) {
  return (
    <span className="hw-tags">
      {status !== 'completed' && <StatusTag tone={priorityTone(priority)}>{capitalized(priority)}</StatusTag>}
      <StatusTag tone={externalLeadTone(status)}>
        {outcome === null
          ? (EXTERNAL_LEAD_STATUS_LABELS[status] ?? status)
          : (EXTERNAL_OUTCOME_LABELS[outcome] ?? outcome)}
      </StatusTag>
    </span>
  );
}
