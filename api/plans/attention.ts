import type { PlanDocument } from '../../projections/plans.ts';
import { attention } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';
import { planKind } from './record.ts';
import { WAITING } from './schema.ts';

/** Plans for coming days that were made automatically or kept for later; the next day first. */
export const plansToApprove = attention<PlanDocument>({
  id: 'plans-to-approve',
  label: 'Plans to approve',
  kind: planKind,
  query: ({ today }) => ({
    where: { ...WAITING, to: { gte: today } },
    order: { field: 'from', direction: 'asc' },
  }),
  title: ({ from }) => `The plan for ${shownDay(from)} is waiting for approval`,
  waiting: ({ createdAt }, { zone }) => ({ note: 'Made', day: dayOf(Date.parse(createdAt), zone) }),
});

/** `Tuesday, June 16`. */
function shownDay(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
}
