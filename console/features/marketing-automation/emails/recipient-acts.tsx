import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core';
import { useState } from 'react';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import type { CampaignRecipients } from '../../../../api/email-campaigns/sending/recipients.schema.ts';
import { useCommand } from '../../../data/use-command.ts';
import { campaignPath } from '../../../entities/campaign/campaign.ts';
import { EMAIL_CAMPAIGNS } from '../../../entities/email-campaign/email-campaign.ts';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { showToast } from '../../../ui/status/toaster.tsx';

export type CampaignRecipient = CampaignRecipients['recipients'][number];

interface Asked {
  /** The path of the call. */
  act: 'send-again' | 'came-back';
  title: string;
  question: string;
  submit: string;
  done: { title: string; text: string };
}

const AGAIN: Asked = {
  act: 'send-again',
  title: 'Send it again?',
  question:
    'Nobody can tell whether the mail server took the email the first time. If it did, they get it twice. It is sent again once, and only if the address still gets marketing.',
  submit: 'Send again',
  done: { title: 'Sent Again', text: 'It goes out in the background, and ends like any other.' },
};

const CAME_BACK: Asked = {
  act: 'came-back',
  title: 'Did this email come back?',
  question:
    'It then counts as one that reached nobody, and no more marketing goes to the address. If the address works again, lift that under Suppressed.',
  submit: 'It came back',
  done: { title: 'Email Came Back', text: 'No more marketing goes to this address.' },
};

interface RecipientActsProps {
  campaign: Pick<CampaignRecord, 'id' | 'status'>;
  recipient: CampaignRecipient;
}

/** What a person knows of one recipient, or does for them: that the email came back, and to send it again where nobody knows. */
export function RecipientActs({ campaign, recipient }: RecipientActsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { end, isAgain } = recipient;
  const who = nameOf(recipient);
  const canSendAgain = end === 'uncertain' && !isAgain && campaign.status !== 'cancelled';
  if (end !== 'sent' && end !== 'uncertain') return null;
  return (
    <span className="hw-recipient-acts">
      {canSendAgain && (
        <Button size="small" text="Send again…" aria-label={`Send again to ${who}…`} onClick={() => setAsked(AGAIN)} />
      )}
      <Button
        size="small"
        variant="minimal"
        text="Came back…"
        aria-label={`The email to ${who} came back…`}
        onClick={() => setAsked(CAME_BACK)}
      />
      {asked && (
        <AskDialog asked={asked} campaignId={campaign.id} recipient={recipient} onClose={() => setAsked(null)} />
      )}
    </span>
  );
}

interface AskDialogProps {
  asked: Asked;
  campaignId: string;
  recipient: CampaignRecipient;
  onClose(): void;
}

function AskDialog({ asked, campaignId, recipient, onClose }: AskDialogProps) {
  const { act, title, question, submit, done } = asked;
  const command = useCommand<void, null>({
    command: () => ({ method: 'POST', path: `${campaignPath(campaignId)}/recipients/${recipient.place}/${act}` }),
    collections: [...EMAIL_CAMPAIGNS, 'campaign_parts'],
    onSuccess() {
      void showToast({ ...done, intent: 'success' });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={title} className="hw-dialog">
      <DialogBody>
        <p>
          {nameOf(recipient)}
          {recipient.address !== null && <span className="hw-muted hw-recipient-address">{recipient.address}</span>}
        </p>
        <p>{question}</p>
        {command.error && (
          <Callout compact intent="danger" icon={null} role="alert">
            {command.error.message}
          </Callout>
        )}
        <ActionBar>
          <Button text="Cancel" onClick={onClose} />
          <Button intent="primary" text={submit} loading={command.isPending} onClick={() => command.mutate()} />
        </ActionBar>
      </DialogBody>
    </Dialog>
  );
}

function nameOf({ customers, address }: CampaignRecipient): string {
  return customers.flatMap(({ name }) => name ?? []).join(', ') || (address ?? 'this recipient');
}
