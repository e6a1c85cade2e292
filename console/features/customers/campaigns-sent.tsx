import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CampaignMailing } from '../../../api/email-campaigns/mailings.schema.ts';
import { RECIPIENT_END_LABELS } from '../../../domain/campaign-part/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { read } from '../../data/query-client.ts';
import { responseWords } from '../../entities/email-campaign/email-campaign.ts';
import { recipientTone } from '../../entities/tones.ts';
import { Section } from '../../ui/layout/section.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Day } from '../../ui/values/day.tsx';

/** Which campaigns by email a customer was sent, and how each ended; nothing where there is none. */
export function CampaignsSent({ customerId, role }: { customerId: string; role: string }) {
  const { data = [] } = useQuery({
    queryKey: ['campaigns-sent', customerId],
    meta: {
      collections: ['campaign_mailings'],
      id: customerId,
      anyOf: ['campaign_parts', 'campaign_responses', 'email_campaigns'],
    },
    queryFn: (context) =>
      read<CampaignMailing[]>(`/api/customers/${encodeURIComponent(customerId)}/email-campaigns`, context),
    enabled: may(role, 'marketing:read'),
  });
  if (data.length === 0) return null;
  return (
    <Section title="Email campaigns">
      <ul className="hw-recipients">
        {data.map(({ campaignId, name, begunAt, opened, clicked, end }) => (
          <li key={campaignId}>
            <span className="hw-recipient">
              <Link to="/marketing-automation" search={{ campaign: campaignId }} className="hw-in-text">
                {name}
              </Link>
              {begunAt !== null && (
                <span className="hw-muted">
                  , <Day iso={begunAt} />
                </span>
              )}
              {(opened ?? clicked) && (
                <span className="hw-recipient-address">{responseWords({ opened, clicked })}</span>
              )}
            </span>
            <StatusTag tone={recipientTone(end)}>{RECIPIENT_END_LABELS[end] ?? 'Waiting'}</StatusTag>
          </li>
        ))}
      </ul>
    </Section>
  );
}
