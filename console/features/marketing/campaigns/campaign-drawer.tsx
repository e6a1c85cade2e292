import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import { CAMPAIGN_MOVES, type CampaignStatus } from '../../../../domain/campaign/terms.ts';
import { CAMPAIGNS, campaignPath, campaignQuery, campaignStatusLabel } from '../../../entities/campaign/campaign.ts';
import { campaignKind } from '../../../entities/campaign/campaign-kind.tsx';
import { campaignTone } from '../../../entities/tones.ts';
import { useAct } from '../../../records/acts/use-act.ts';
import type { OpenRecord } from '../../../records/list/list-page.tsx';
import { RemoveButton } from '../../../records/list/removed.tsx';
import { RecordDrawer } from '../../../records/record/record-drawer.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { MetricLink } from '../metric-link.tsx';

/** The campaign that was selected: details, its next step, edit, history. */
export function CampaignDrawer(open: OpenRecord) {
  const query = useQuery(campaignQuery(open.id));
  const campaign = query.data;
  return (
    <RecordDrawer
      {...open}
      kind={campaignKind}
      record={campaign}
      loading={query}
      saved={{ title: 'Campaign Updated', text: 'The changes have been saved.', intent: 'success' }}
      badge={
        campaign && <StatusTag tone={campaignTone(campaign.status)}>{campaignStatusLabel(campaign.status)}</StatusTag>
      }
      above={campaign && <Outcome campaign={campaign} />}
      actions={open.canChange && campaign && !campaign.removed && <Steps campaign={campaign} />}
    />
  );
}

/** What it brought in; each figure opens its rows. */
function Outcome({ campaign }: { campaign: CampaignRecord }) {
  const { costPerLead, costPerJob } = campaign.metrics;
  return (
    <dl className="hw-details hw-amounts">
      <Told label="Leads">
        <MetricLink campaign={campaign} metric="leads" />
      </Told>
      <Told label="Quotes">
        <MetricLink campaign={campaign} metric="quotes" />
      </Told>
      <Told label="Jobs">
        <MetricLink campaign={campaign} metric="wonJobs" />
      </Told>
      <Told label="Revenue">
        <MetricLink campaign={campaign} metric="revenue" />
      </Told>
      <Told label="Cost per lead">{costPerLead === null ? '—' : <Money amount={costPerLead} />}</Told>
      <Told label="Cost per won job">{costPerJob === null ? '—' : <Money amount={costPerJob} />}</Told>
    </dl>
  );
}

function Told({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="hw-detail">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** On the buttons that lead to a status. */
function stepText(from: string, to: CampaignStatus): string {
  if (to === 'paused') return 'Pause';
  if (to === 'completed') return 'Complete';
  return { draft: 'Activate', paused: 'Resume' }[from] ?? 'Activate again';
}

function Steps({ campaign }: { campaign: CampaignRecord }) {
  const move = useAct<CampaignStatus, CampaignRecord>({
    command: (status) => ({ method: 'PATCH', path: campaignPath(campaign.id), body: { status } }),
    collections: CAMPAIGNS,
    done: (_, status) => ({
      title: 'Campaign Updated',
      text: `${campaign.name} is now ${campaignStatusLabel(status).toLowerCase()}.`,
    }),
    undoneOn: () => ({ category: 'campaign', id: campaign.id }),
  });
  const next = CAMPAIGN_MOVES[campaign.status as CampaignStatus] ?? [];
  return (
    <>
      {next.map((status, index) => (
        <Button
          key={status}
          intent={index === 0 ? 'primary' : 'none'}
          text={stepText(campaign.status, status)}
          disabled={move.isPending}
          onClick={() => move.mutate(status)}
        />
      ))}
      <RemoveButton kind={campaignKind} record={campaign} />
    </>
  );
}
