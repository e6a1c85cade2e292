import { settingsInForce } from '../../domain/company/company.ts';
import { ASKED_WITHIN_DAYS, isTimeToAsk } from '../../domain/job/review-request.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { commandTimer, type Timer } from '../../platform/commands/timers.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { type Clock, isoNow } from '../../platform/runtime/clock.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { jobs } from '../../projections/jobs.ts';
import { jobKind } from '../jobs/record.ts';
import { dayOf } from '../kit/company-time.ts';
import { findRecord } from '../kit/records.ts';
import type { SuppressionContext } from '../suppressions/suppressed.ts';
import { reviewableOf, whyNotAsked } from './askable.ts';

/**
 * Asks the customers of finished and paid jobs for a review, where the company does so automatically. Which those are follows
 * from settings and invoices, which may change at any time: the read model only tells which jobs were finished lately and
 * asked about never, and they stay in the query.
 * @param known.isEmailSetUp without it nobody is asked: the letter would go nowhere
 * @param known.hasPublicUrl without it neither: the link in the letter would
 */
export function requestReviews(
  commands: CommandHandler,
  known: SuppressionContext & { clock: Clock; hasPublicUrl: boolean; isEmailSetUp(): Promise<boolean> },
): Timer {
  const { streams, clock } = known;
  return commandTimer(
    {
      name: 'request-reviews',
      collection: jobs.collection,
      where: { removed: null },
      dueAt: 'reviewFrom',
      forMs: ASKED_WITHIN_DAYS * 24 * 60 * 60_000,
      async command({ id, completedAt }) {
        const settings = settingsInForce(await readCompany(streams));
        const { reviewRequests, reviewRequestDays: days, timeZone: zone, workingHours } = settings;
        if (reviewRequests !== 'automatic' || completedAt === null || !known.hasPublicUrl) return null;
        const finishedOn = dayOf(Date.parse(completedAt), zone);
        if (addDays(finishedOn, days) > dayOf(clock(), zone)) return null;
        const job = await findRecord(known, jobKind, id);
        const paidOn = job && (await reviewableOf(known, job)).paidOn;
        if (!job || !paidOn) return null;
        const now = isoNow(clock);
        if (!isTimeToAsk({ finishedOn, paidOn }, { days, opensAt: workingHours.start, zone }, now)) return null;
        if (!(await known.isEmailSetUp()) || (await whyNotAsked(known, job, now)).why !== null) return null;
        const command = { type: 'RequestReview', requestId: uuidv5(id, 'review-request'), isAutomatic: true, now };
        return { category: 'job', id, command, eventId: id, role: 'RequestReview', body: {} };
      },
    },
    commands,
  );
}
