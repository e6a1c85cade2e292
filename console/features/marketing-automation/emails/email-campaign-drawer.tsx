import { Button, Callout, ProgressBar } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import { useNewest } from '../../../data/told.ts';
import { campaignPath } from '../../../entities/campaign/campaign.ts';
import {
  EMAIL_CAMPAIGNS,
  emailCampaignQuery,
  emailStatusLabel,
} from '../../../entities/email-campaign/email-campaign.ts';
import { emailCampaignKind } from '../../../entities/email-campaign/email-campaign-kind.ts';
import { Begins, useCompanyZone } from '../../../entities/job/job-tags.tsx';
import { emailCampaignTone } from '../../../entities/tones.ts';
import { useAct } from '../../../records/acts/use-act.ts';
import type { OpenRecord } from '../../../records/list/list-page.tsx';
import { RemoveButton } from '../../../records/list/removed.tsx';
import { RecordDrawer } from '../../../records/record/record-drawer.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { Recipients } from './recipients.tsx';
import { campaignLinksQuery, Responses } from './responses.tsx';
import { SendDialog } from './send-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

/** Which of its recipients are shown. */
type Shown = Pick<ComponentProps<typeof Recipients>, 'end' | 'onEnd'>;

/** One campaign: how far its sending has come, what can be done about it, details, edit, history. */
export function EmailCampaignDrawer({ end, onEnd, ...open }: OpenRecord & Shown) {
  const query = useQuery(emailCampaignQuery(open.id));
  const known = useNewest(query.data);
  const isBegun = known !== undefined && known.sending !== null;
  // Also of a draft: when its sending begins with the drawer open, nothing has to wait for them.
  const links = useQuery(campaignLinksQuery(open.id));
  // Together with its links, so that nothing moves when they come.
  const campaign = links.isPending ? undefined : known;
  return (
    <RecordDrawer
      {...open}
      kind={isBegun ? BEGUN : emailCampaignKind}
      record={campaign}
      loading={known && !campaign ? links : query}
      saved={{ title: 'Campaign Updated', text: 'The changes have been saved.', intent: 'success' }}
      badge={
        campaign && <StatusTag tone={emailCampaignTone(campaign.status)}>{emailStatusLabel(campaign.status)}</StatusTag>
      }
      above={
        campaign && (
          <>
            {!open.canChange && <PreviewButton campaign={campaign} canTest={false} />}
            {isBegun && <Progress campaign={campaign} />}
            {isBegun && <Responses campaign={campaign} links={links.data ?? []} />}
          </>
        )
      }
      actions={open.canChange && campaign && !campaign.removed && <Acts campaign={campaign} />}
      below={
        isBegun &&
        campaign && (
          <>
            <Disclosure summary="Text of the email" className="hw-drawer-section">
              <div className="hw-letter-text">{campaign.content}</div>
            </Disclosure>
            <Recipients campaign={campaign} canChange={open.canChange && !campaign.removed} end={end} onEnd={onEnd} />
          </>
        )
      }
    />
  );
}

/** Once its sending has begun it stays as it is, and what became of it comes before its long text. */
const BEGUN = {
  ...emailCampaignKind,
  fields: emailCampaignKind.fields.map((field) => ({
    ...field,
    readOnly: true,
    ...(field.name === 'scheduledDate' && { nothing: 'Sent by hand' }),
    ...(field.name === 'content' && { onlyInHistory: true }),
  })),
};

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;

/** How far it has come, and what has stopped it. */
function Progress({ campaign: { status, sending, totalRecipients } }: { campaign: CampaignRecord }) {
  const zone = useCompanyZone();
  if (sending === null) return null;
  const { waiting, begunAt, endedAt, why } = sending;
  const done = totalRecipients - waiting;
  const isOver = status === 'sent' || status === 'cancelled';
  return (
    <section className="hw-sending" aria-label="Progress">
      {!isOver && (
        <ProgressBar
          aria-label="Recipients done"
          value={totalRecipients === 0 ? 0 : done / totalRecipients}
          intent={status === 'paused' ? 'warning' : 'primary'}
          animate={status === 'sending'}
          stripes={status === 'sending'}
        />
      )}
      <p role="status">
        {totalRecipients === 0 && !isOver
          ? 'The recipients are being chosen.'
          : `${done.toLocaleString('en-US')} of ${counted(totalRecipients, 'recipient')} done`}
      </p>
      <p className="hw-muted">
        Begun <Begins at={begunAt} zone={zone} />
        {endedAt && (
          <>
            , {status === 'cancelled' ? 'cancelled' : 'done'} <Begins at={endedAt} zone={zone} />
          </>
        )}
      </p>
      {status === 'paused' && (
        <Callout compact intent="warning" icon={null}>
          {why === null ? 'It is paused. Nobody is emailed until you resume it.' : `It has stopped: ${why}`}
        </Callout>
      )}
    </section>
  );
}

function Acts({ campaign }: { campaign: CampaignRecord }) {
  const [isSending, setSending] = useState(false);
  const { status } = campaign;
  return (
    <>
      {status === 'draft' && <Button intent="primary" text="Send…" onClick={() => setSending(true)} />}
      <PreviewButton campaign={campaign} canTest />
      <SendingActs campaign={campaign} />
      {status !== 'sending' && <RemoveButton kind={emailCampaignKind} record={campaign} />}
      {isSending && <SendDialog campaign={campaign} onClose={() => setSending(false)} />}
    </>
  );
}

function PreviewButton({ campaign, canTest }: { campaign: CampaignRecord; canTest: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button text="Preview" onClick={() => setOpen(true)} />
      {isOpen && <TestDialog campaign={campaign} canTest={canTest} onClose={() => setOpen(false)} />}
    </>
  );
}

function SendingActs({ campaign: { id, status } }: { campaign: CampaignRecord }) {
  const act = (name: string) => () => ({ method: 'POST' as const, path: `${campaignPath(id)}/${name}` });
  const undoneOn = () => ({ category: 'email_campaign', id });
  const pause = useAct<void, CampaignRecord>({
    command: act('pause'),
    collections: EMAIL_CAMPAIGNS,
    done: () => ({ title: 'Campaign Paused', text: 'Nobody else is emailed until you resume it.' }),
    undoneOn,
  });
  const resume = useAct<void, CampaignRecord>({
    command: act('resume'),
    collections: EMAIL_CAMPAIGNS,
    done: () => ({ title: 'Campaign Resumed', text: 'It goes on where it was.', intent: 'success' }),
    undoneOn,
  });
  const cancel = useAct<void, CampaignRecord>({
    command: act('cancel'),
    collections: EMAIL_CAMPAIGNS,
    done: () => ({ title: 'Campaign Cancelled', text: 'Whoever had no email by then gets none.' }),
  });
  const button = (text: string, { isPending, mutate }: typeof pause, isPrimary = false): ReactNode => (
    <Button text={text} intent={isPrimary ? 'primary' : 'none'} disabled={isPending} onClick={() => mutate()} />
  );
  return (
    <>
      {status === 'sending' && button('Pause', pause)}
      {status === 'paused' && button('Resume', resume, true)}
      {(status === 'sending' || status === 'paused') && button('Cancel the rest', cancel)}
    </>
  );
}
