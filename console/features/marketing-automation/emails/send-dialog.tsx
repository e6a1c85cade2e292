import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import type { SendingOutlook } from '../../../../api/email-campaigns/sending/outlook.schema.ts';
import { read } from '../../../data/query-client.ts';
import { useCommand } from '../../../data/use-command.ts';
import { campaignPath } from '../../../entities/campaign/campaign.ts';
import { AudienceCount } from '../../../entities/email-campaign/audience-size.tsx';
import { EMAIL_CAMPAIGNS } from '../../../entities/email-campaign/email-campaign.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { Failure, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { showToast } from '../../../ui/status/toaster.tsx';

interface SendDialogProps {
  campaign: CampaignRecord;
  onClose(): void;
}

/** Says what will happen before a campaign is sent: to how many, from whom, and how long it takes. */
export function SendDialog({ campaign, onClose }: SendDialogProps) {
  const { id, name } = campaign;
  // What a colleague changes from here on, nobody has looked at yet.
  const [revision] = useState(campaign.revision);
  const outlook = useQuery({
    queryKey: ['campaign-outlook', id],
    meta: { collections: ['customers', 'suppressions', 'company', 'jobs', ...EMAIL_CAMPAIGNS] },
    queryFn: (context) => read<SendingOutlook>(`${campaignPath(id)}/outlook`, context),
  });
  const send = useCommand<void, CampaignRecord>({
    command: () => ({ method: 'POST', path: `${campaignPath(id)}/send`, body: { expectedRevision: revision } }),
    collections: EMAIL_CAMPAIGNS,
    onSuccess() {
      void showToast({
        title: 'Campaign Sent',
        text: 'It goes out in the background. You can pause it at any time.',
        intent: 'success',
      });
      onClose();
    },
    onError() {
      void showToast({ title: 'Error', text: 'Failed to send campaign', intent: 'danger' });
    },
  });
  const { data } = outlook;
  const canSend = data !== undefined && data.problem === null && data.recipients > 0;
  return (
    <Dialog isOpen onClose={onClose} title={`Send ${name}`} className="hw-dialog">
      <DialogBody>
        {outlook.error ? (
          <Failure error={outlook.error} retry={() => void outlook.refetch()} />
        ) : data ? (
          <Outlook outlook={data} />
        ) : (
          <SkeletonRows rows={3} />
        )}
        {send.error && (
          <Callout compact intent="danger" icon={null} role="alert">
            {send.error.message}
          </Callout>
        )}
        <ActionBar>
          <Button text="Cancel" onClick={onClose} />
          <Button
            intent="primary"
            text={canSend ? `Send to ${data.recipients.toLocaleString('en-US')}` : 'Send'}
            disabled={!canSend}
            loading={send.isPending}
            onClick={() => send.mutate()}
          />
        </ActionBar>
      </DialogBody>
    </Dialog>
  );
}

function Outlook({ outlook }: { outlook: SendingOutlook }) {
  const { recipients: size, first, leftOut, from, ratePerMinute, problem } = outlook;
  if (problem !== null) {
    return (
      <Callout compact intent="warning" icon={null}>
        {problem}
      </Callout>
    );
  }
  return (
    <dl className="hw-details">
      <Told label="Recipients">
        <AudienceCount audience={{ size, first, leftOut }} />
      </Told>
      <Told label="From">{from}</Told>
      <Told label="How long it takes">
        {durationOf(size, ratePerMinute)}
        <p className="hw-muted">At most {people(ratePerMinute, 'email', 'emails')} a minute.</p>
      </Told>
      <Told label="Who gets it">
        Decided when the sending begins, and kept. What has gone out cannot be taken back; the rest can be paused and
        cancelled.
      </Told>
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

function people(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** `About 3 hours`, at full speed. */
function durationOf(recipients: number, ratePerMinute: number): string {
  const minutes = Math.ceil(recipients / ratePerMinute);
  if (minutes <= 1) return 'About a minute';
  if (minutes < 90) return `About ${minutes} minutes`;
  return `About ${Math.round(minutes / 60)} hours`;
}
