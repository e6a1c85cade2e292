import { RECIPIENT_ENDS } from '../../domain/campaign-part/terms.ts';
import { averageRate } from '../../domain/campaign-response/rates.ts';
import { monthOf } from '../../domain/kit/times.ts';
import { emailCampaigns } from '../../projections/email-campaigns.ts';
import { allOf } from '../../store/read-pages.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import type { EmailFigures } from './figures.schema.ts';
import { emailCampaignKind } from './record.ts';

type Month = EmailFigures['months'][number];

const NONE = { sent: 0, bounced: 0, refused: 0, suppressed: 0, gone: 0, uncertain: 0 };

/** What the campaigns by email that were not removed come to. */
export async function emailFiguresOf(context: ApiContext): Promise<EmailFigures> {
  const models = context.readModels.current();
  const [found, zone] = await Promise.all([
    allOf(models, emailCampaigns.collection, {
      where: { removed: null },
      order: { field: 'createdAt', direction: 'desc' },
    }),
    companyZone(context),
  ]);
  const shown = await emailCampaignKind.show(context, found);
  const begun = shown
    .flatMap(({ sending, ...campaign }) =>
      sending === null ? [] : [{ ...campaign, sending, month: monthOf(dayOf(Date.parse(sending.begunAt), zone)) }],
    )
    .sort((one, other) => (one.sending.begunAt < other.sending.begunAt ? 1 : -1));
  const months = new Map<string, Month>();
  for (const { sending, month } of begun) {
    const before = months.get(month) ?? { month, ...NONE };
    for (const end of RECIPIENT_ENDS) before[end] += sending[end];
    months.set(month, before);
  }
  const campaignsSent = begun.filter(({ status }) => status === 'sent').length;
  return {
    campaignsSent,
    averageOpenRate: averageRate(
      shown.map(({ openRate }) => openRate),
      campaignsSent,
    ),
    averageClickRate: averageRate(
      shown.map(({ clickRate }) => clickRate),
      campaignsSent,
    ),
    reached: begun.reduce((sum, { sending }) => sum + sending.sent, 0),
    months: [...months.values()],
    campaigns: begun,
  };
}
