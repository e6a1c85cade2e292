import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import type { CampaignTest } from '../../../../api/email-campaigns/preview.schema.ts';
import { type ApiError, call, type Reply } from '../../../data/api.ts';
import { campaignPath } from '../../../entities/campaign/campaign.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { CampaignPreview } from './campaign-preview.tsx';

interface TestDialogProps {
  campaign: CampaignRecord;
  /** Whether they may send it, and so also to themselves. */
  canTest: boolean;
  onClose(): void;
}

/** How a campaign reads, for any customer, and a way to get it oneself. */
export function TestDialog({ campaign, canTest, onClose }: TestDialogProps) {
  const [customerId, setCustomerId] = useState('');
  const test = useMutation<Reply<CampaignTest>, ApiError, void>({
    mutationFn: () => call('POST', `${campaignPath(campaign.id)}/test`, { body: { customerId: customerId || null } }),
  });
  const answered = test.data?.data;
  return (
    <Dialog isOpen onClose={onClose} title={`Preview ${campaign.name}`} className="hw-dialog hw-dialog-tall">
      <DialogBody>
        <CampaignPreview
          subject={campaign.subject ?? ''}
          content={campaign.content ?? ''}
          customerId={customerId}
          onCustomer={setCustomerId}
        />
        <div role="status">
          {test.error && (
            <Callout compact intent="warning" icon={null}>
              {test.error.message}
            </Callout>
          )}
          {answered && (
            <Callout compact intent={answered.sent ? 'success' : 'danger'} icon={null}>
              {answered.sent ? `Sent to ${answered.to}.` : `Not sent to ${answered.to}: ${answered.answer}`}
            </Callout>
          )}
        </div>
        <ActionBar at="end">
          {canTest && <Button text="Email it to me" loading={test.isPending} onClick={() => test.mutate()} />}
          <Button intent="primary" text="Done" onClick={onClose} />
        </ActionBar>
      </DialogBody>
    </Dialog>
  );
}
