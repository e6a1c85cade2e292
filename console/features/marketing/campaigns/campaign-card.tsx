import { ButtonGroup, Classes } from '@blueprintjs/core';
import { Calendar, Dollar, People } from '@blueprintjs/icons';
import { Link } from '@tanstack/react-router';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import { campaignStatusLabel } from '../../../entities/campaign/campaign.ts';
import { campaignKind } from '../../../entities/campaign/campaign-kind.tsx';
import { campaignTone } from '../../../entities/tones.ts';
import { RecordCard } from '../../../records/list/record-cards.tsx';
import { RestoreButton } from '../../../records/list/removed.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { formatDay, formatMoney } from '../../../ui/values/format.ts';
import { MetricLink } from '../metric-link.tsx';

interface CampaignCardProps {
  campaign: CampaignRecord;
  canChange: boolean;
}

/** A campaign among the others; View selects it. */
export function CampaignCard({ campaign, canChange }: CampaignCardProps) {
  const { id, name, status, description, targetAudience, budget, removed } = campaign;
  return (
    <RecordCard
      id={id}
      opens="campaign"
      title={name}
      status={
        removed && canChange ? (
          <RestoreButton kind={campaignKind} record={campaign} isSmall />
        ) : (
          <StatusTag tone={campaignTone(status)}>{campaignStatusLabel(status)}</StatusTag>
        )
      }
      facts={[
        {
          icon: <Dollar size={14} />,
          label: 'Budget',
          text: budget === null ? <span className="hw-muted">No budget</span> : `Budget ${formatMoney(budget)}`,
        },
        { icon: <People size={14} />, label: 'Leads', text: <MetricLink campaign={campaign} metric="leads" /> },
        { icon: <People size={14} />, label: 'Audience', text: targetAudience },
        { icon: <Calendar size={14} />, label: 'Days', text: daysOf(campaign) },
      ]}
      note={description}
      acts={
        <ButtonGroup>
          <Opens id={id} text="View" name={name} />
          {canChange && !removed && <Opens id={id} text="Edit" name={name} part="edit" />}
        </ButtonGroup>
      }
    />
  );
}

/** `Apr 1 to May 31, 2026`. */
function daysOf({ startDate, endDate }: CampaignRecord): string | null {
  if (startDate !== null && endDate !== null) return `${formatDay(startDate)} to ${formatDay(endDate)}`;
  if (startDate !== null) return `From ${formatDay(startDate)}`;
  return endDate && `Until ${formatDay(endDate)}`;
}

interface OpensProps {
  id: string;
  text: string;
  name: string;
  part?: 'edit';
}

function Opens({ id, text, name, part }: OpensProps) {
  return (
    <Link
      to="."
      search={(now) => ({ ...now, campaign: id, part })}
      className={Classes.BUTTON}
      aria-label={`${text} ${name}`}
    >
      {text}
    </Link>
  );
}
