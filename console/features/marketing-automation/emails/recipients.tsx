import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import type { CampaignRecipients } from '../../../../api/email-campaigns/sending/recipients.schema.ts';
import { RECIPIENT_END_LABELS, RECIPIENT_ENDS } from '../../../../domain/campaign-part/terms.ts';
import { pagingOf } from '../../../data/paged-query.ts';
import { read } from '../../../data/query-client.ts';
import { campaignPath } from '../../../entities/campaign/campaign.ts';
import { responseWords } from '../../../entities/email-campaign/email-campaign.ts';
import { recipientTone } from '../../../entities/tones.ts';
import { Choice, labeled } from '../../../ui/inputs/choice.tsx';
import { More } from '../../../ui/layout/more.tsx';
import { Failure, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import type { MarketingAutomationSearch } from '../marketing-automation-search.ts';
import { type CampaignRecipient, RecipientActs } from './recipient-acts.tsx';

const STEP_LABELS: Readonly<Record<string, string>> = { waiting: 'Waiting', ...RECIPIENT_END_LABELS };
const STEPS = ['waiting', ...RECIPIENT_ENDS] as const;
const PAGE = 50;

interface RecipientsProps {
  campaign: CampaignRecord;
  canChange: boolean;
  /** Only those who stand there. */
  end: MarketingAutomationSearch['end'];
  onEnd(end: MarketingAutomationSearch['end']): void;
}

/** Who gets a campaign, and how it ended for each. */
export function Recipients({ campaign, canChange, end, onEnd }: RecipientsProps) {
  const { id, sending } = campaign;
  const query = useInfiniteQuery({
    queryKey: ['campaign-recipients', id, end ?? ''],
    meta: { collections: ['campaign_parts', 'campaign_responses', 'customers'] },
    initialPageParam: null as string | null,
    queryFn(context) {
      const asked = new URLSearchParams({ limit: String(PAGE) });
      if (end) asked.set('end', end);
      if (context.pageParam !== null) asked.set('after', context.pageParam);
      return read<CampaignRecipients>(`${campaignPath(id)}/recipients?${asked}`, context);
    },
    getNextPageParam: ({ next }) => next,
  });
  if (sending === null) return null;
  const counted = labeled(STEPS, STEP_LABELS).filter(([step]) => sending[step as keyof typeof sending] || step === end);
  const pages = query.data?.pages ?? [];
  return (
    <section className="hw-drawer-section" aria-label="Recipients">
      <h3>Recipients</h3>
      {sending.uncertain > 0 && (
        <p>
          {sending.uncertain === 1 ? '1 email' : `${sending.uncertain.toLocaleString('en-US')} emails`} may or may not
          have arrived, as the mail server gave no answer. Nothing is sent again by itself.
        </p>
      )}
      <Choice
        label="Show recipients"
        value={end}
        choices={counted.map(([step, label]) => [
          step,
          `${label} (${Number(sending[step as keyof typeof sending]).toLocaleString('en-US')})`,
        ])}
        none="All recipients"
        onChoice={onEnd}
      />
      {query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={6} />
      ) : (
        <ul className="hw-recipients">
          {pages.flatMap(({ recipients }, page) =>
            recipients.map((recipient, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: who is in it, and where, stays so
              <li key={`${page} ${place}`}>
                <Recipient recipient={recipient} />
                {canChange && <RecipientActs campaign={campaign} recipient={recipient} />}
              </li>
            )),
          )}
        </ul>
      )}
      {!query.isPending && pages.every(({ recipients }) => recipients.length === 0) && (
        <p className="hw-muted">Nobody yet.</p>
      )}
      <More paging={pagingOf(query)} label="recipients" />
    </section>
  );
}

function Recipient({
  recipient: { customers, address, end, code, opened, clicked },
}: {
  recipient: CampaignRecipient;
}) {
  return (
    <>
      <span className="hw-recipient">
        {customers.length === 0 && <span className="hw-muted">No longer a customer</span>}
        {customers.map(({ id, name }, place) => (
          <span key={id}>
            {place > 0 && ', '}
            <Link to="/customers/$id" params={{ id }} className="hw-in-text">
              {name ?? 'A customer'}
            </Link>
          </span>
        ))}
        {address !== null && <span className="hw-muted hw-recipient-address">{address}</span>}
        {(opened ?? clicked) && <span className="hw-recipient-address">{responseWords({ opened, clicked })}</span>}
      </span>
      <StatusTag tone={recipientTone(end)}>
        {code === null ? (STEP_LABELS[end] ?? end) : `${STEP_LABELS[end] ?? end}, ${code}`}
      </StatusTag>
    </>
  );
}
