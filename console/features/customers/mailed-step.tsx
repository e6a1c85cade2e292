import { Link } from '@tanstack/react-router';
import type { CampaignMailing } from '../../../api/email-campaigns/mailings.schema.ts';
import { RECIPIENT_END_LABELS } from '../../../domain/campaign-part/terms.ts';
import { recipientTone } from '../../entities/tones.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { Ago } from '../../ui/values/duration.tsx';

interface MailedStepProps {
  mailing: CampaignMailing;
  /** When the recipients were chosen, ISO UTC. */
  begunAt: string;
}

/** A campaign that a customer was emailed, in their timeline: how it ended, and what they did then. */
export function MailedStep({ mailing: { campaignId, name, end, endedAt, opened, clicked }, begunAt }: MailedStepProps) {
  const at = endedAt ?? begunAt;
  return (
    <li className="hw-step">
      <div className="hw-step-head">
        <strong>Email campaign</strong>
        <Link to="/marketing-automation" search={{ campaign: campaignId }}>
          {name ?? 'Campaign'}
        </Link>
        <span className="hw-step-ago">
          <Ago since={at} />
        </span>
      </div>
      <p className="hw-step-who">
        <StatusTag tone={recipientTone(end)}>{RECIPIENT_END_LABELS[end] ?? 'Waiting'}</StatusTag> <Instant iso={at} />
      </p>
      {(opened ?? clicked) && (
        <dl className="hw-changes">
          {opened && <Did label="Opened" did={opened} />}
          {clicked && <Did label="Followed a link" did={clicked} />}
        </dl>
      )}
    </li>
  );
}

function Did({ label, did: { by, at } }: { label: string; did: NonNullable<CampaignMailing['opened']> }) {
  return (
    <div className="hw-change">
      <dt>{label}</dt>
      <dd>
        <Instant iso={at} />
        {by === 'machines' && ', by a machine'}
      </dd>
    </div>
  );
}
