import { quantile } from 'simple-statistics';
import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import type { LeadStatus } from '../../domain/lead/terms.ts';
import type { Facts } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { calendarOf } from './kit/calendar.ts';
import { doneAfterAll, evidenceOf, type Late, lastSince, worthOf } from './kit/late-list.ts';
import { severityOf } from './kit/severity.ts';
import { FEWEST } from './kit/usual-wait.ts';
import { counted } from './kit/words.ts';

/** How far back the company's own past counts. */
const PAST_DAYS = 365;
/** Whoever asked before has found another company: it is no use to answer now. */
const OLDEST_DAYS = 30;
/** Four of five won leads were answered within. */
const MOST_WON = 0.8;
/** What happens to one in twenty leads anyway is no news. */
const MOST_LEADS = 0.95;
/** Open hours: nobody is late on the day on which they were asked. */
const LEAST_HOURS = 24;
const LEAST_COUNT = 3;
const HOURS_A_DAY = 24;

/** New leads that wait for their first answer longer than those that were won. */
export const slowLeads: Detector = {
  name: 'slow_leads',
  reads: ['leads', 'leadSteps', 'invoices', 'company'],
  needs: 'Twenty won leads of the last year whose first answer is known.',
  find(facts) {
    const answers = usualAnswer(facts);
    if (answers === null) return null;
    const { usual, limit } = answers;
    const late = waitingLeads(facts, limit);
    if (late.length < LEAST_COUNT) return [];
    const worth = worthOf(late);
    const leads = counted(late.length, 'lead');
    const came = `came in by ${dayText(lastSince(late))}`;
    const estimated = worth > 0 ? `, estimated at ${dollarText(worth)} together` : '';
    return [
      {
        subject: 'all',
        insightType: 'recommendation',
        category: 'customer',
        severity: severityOf(worth, facts),
        title: `${leads} ${late.length === 1 ? 'has' : 'have'} waited longer for a first answer than those you won`,
        description: `${leads} that ${came} are still new${estimated}. The leads you won were answered sooner. Begin with {0}.`,
        actionItems: [
          'Call these leads today, the most valuable first.',
          'Mark those you will not serve as lost.',
          'Give one person the new leads of each day.',
        ],
        basis: `4 of 5 won leads of the last year were answered within ${waitText(usual)}; ${leads} that ${came} wait more than ${waitText(limit)}. Days on which the company is closed do not count.`,
        evidence: evidenceOf(late),
        opens: 'message',
        measure: late.length,
        worth: worth > 0 ? worth : null,
      },
    ];
  },
  // That they wait is certain; that it costs the work is what the company's past says.
  prior: 0.75,
  horizonDays: 30,
  rightIf: 'more of these leads were lost or still without an answer 30 days later than won',
  provedRight: (finding, later) =>
    doneAfterAll(finding, (id) => {
      const lead = later.leads.get(id);
      if (!lead || lead.removed) return false;
      if (lead.status === ('Won' satisfies LeadStatus)) return false;
      return lead.status === ('New' satisfies LeadStatus) || lead.status === ('Lost' satisfies LeadStatus)
        ? true
        : null;
    }),
};

/** When a lead came in, and after how many open hours it had its first answer. */
const answered = perRecord('leads', ({ id, createdAt, status }, facts) => {
  const { dayOf, openHours } = calendarOf(facts);
  const answeredAt = facts.leadSteps.get(id)?.answeredAt;
  if (!answeredAt) return null;
  const hours = Math.max(0, openHours(createdAt, answeredAt));
  return { since: dayOf(createdAt), hours, isWon: status === ('Won' satisfies LeadStatus) };
});

/** The open hours in which won leads of the last year mostly had their answer, and beyond which one is late; null if they are too few. */
const usualAnswer = perFacts((facts): { usual: number; limit: number } | null => {
  const since = addDays(facts.today, -PAST_DAYS);
  const all = answered.all(facts).filter((lead) => lead.since >= since);
  const won = all.filter(({ isWon }) => isWon);
  if (won.length < FEWEST) return null;
  const within = (leads: typeof all, share: number) =>
    quantile(
      leads.map(({ hours }) => hours),
      share,
    );
  const usual = within(won, MOST_WON);
  return { usual, limit: Math.max(usual, within(all, MOST_LEADS), LEAST_HOURS) };
});

const unanswered = perRecord('leads', ({ id, status, createdAt, estimatedValue }, facts) => {
  if (status !== ('New' satisfies LeadStatus)) return null;
  return { id, createdAt, estimatedValue, since: calendarOf(facts).dayOf(createdAt) };
});

function waitingLeads(facts: Facts, limit: number): Late[] {
  const { openHours } = calendarOf(facts);
  const oldest = addDays(facts.today, -OLDEST_DAYS);
  return unanswered.all(facts).flatMap(({ id, createdAt, estimatedValue, since }) => {
    if (since < oldest || openHours(createdAt, facts.asOf) <= limit) return [];
    return [{ kind: 'lead', id, since, cents: estimatedValue, why: whyOf(estimatedValue, since) }];
  });
}

function whyOf(estimatedValue: number | null, since: string): string {
  const came = `New since ${dayText(since)}`;
  return estimatedValue ? `${came}; estimated at ${dollarText(estimatedValue)}.` : `${came}.`;
}

/** `5 hours`, `2 days`: rounded, so that one more lead does not change it. */
function waitText(hours: number): string {
  if (hours < HOURS_A_DAY) return counted(Math.max(1, Math.round(hours)), 'hour');
  return counted(Math.round(hours / HOURS_A_DAY), 'day');
}
