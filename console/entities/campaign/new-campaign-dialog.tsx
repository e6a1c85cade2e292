import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { CAMPAIGNS, CAMPAIGNS_PATH } from './campaign.ts';
import { CAMPAIGN_FIELDS } from './campaign-kind.tsx';

const KIND = { category: 'campaign', collections: CAMPAIGNS, fields: CAMPAIGN_FIELDS };

/** The dialog that creates a campaign, as a draft. */
export function NewCampaignDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<CampaignRecord>
      title="Create Marketing Campaign"
      submitText="Create"
      kind={KIND}
      path={CAMPAIGNS_PATH}
      canSubmit={({ name = '' }) => name.trim() !== ''}
      saved={() => ({ title: 'Campaign Created', text: 'Your marketing campaign has been created successfully.' })}
      failed="Failed to create campaign. Please try again."
      onClose={onClose}
    />
  );
}
