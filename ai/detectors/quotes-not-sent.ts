import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { newestShown } from '../../domain/quote/versions.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import type { Facts } from '../facts/facts.ts';
import { perFacts, perRecord } from '../facts/kept.ts';
import type { Detector } from './detector.ts';
import { calendarOf } from './kit/calendar.ts';
import { doneAfterAll, evidenceOf, isNews, type Late, lastSince, worthOf } from './kit/late-list.ts';
import { severityOf } from './kit/severity.ts';
import { usualText, usualWait } from './kit/usual-wait.ts';
import { counted } from './kit/words.ts';

/** How far back the company's own past counts. */
const PAST_DAYS = 730;
/** Nobody waits for a draft of last year. */
const OLDEST_DAYS = 365;
/** A company that sends less of its quotes than this tells its prices another way. */
const MOST_SENT = 2 / 3;

/** Quotes with a price that were never sent, and wait longer than quotes do in this company. */
export const quotesNotSent: Detector = {
  name: 'quotes_not_sent',
  reads: ['quotes', 'leads', 'invoices', 'company'],
  needs: 'Twenty quotes that were sent from here, and most quotes sent.',
  find(facts) {
    const { usual, count } = usualSending(facts);
    if (usual === null) return null;
    const late = lateQuotes(facts, usual.limit);
    if (count / (count + late.length) < MOST_SENT) return null;
    if (!isNews(late)) return [];
    const isOne = late.length === 1;
    const worth = worthOf(late);
    const quotes = counted(late.length, 'quote');
    const ready = `with a price by ${dayText(lastSince(late))}`;
    return [
      {
        subject: 'all',
        insightType: 'recommendation',
        category: 'customer',
        severity: severityOf(worth, facts),
        title: `${quotes} with a price ${isOne ? 'was' : 'were'} never sent: ${dollarText(worth)}`,
        description: `${quotes} ${ready} ${isOne ? 'is still a draft' : 'are still drafts'}; here, quotes are usually sent sooner. The largest is for {0}. Nobody can approve what was not sent.`,
        actionItems: [
          'Look these drafts over and send them, the largest first.',
          'Remove the drafts that nobody needs anymore.',
        ],
        basis: `${quotes} ${ready} ${isOne ? 'comes' : 'come'} to ${dollarText(worth)}; 9 of 10 quotes here are sent ${usualText(usual)}, and these wait more than ${usual.limit} working days.`,
        evidence: evidenceOf(late),
        opens: 'quote',
        measure: worth,
        worth,
      },
    ];
  },
  // Some drafts are only a thought that nobody removed.
  prior: 0.7,
  horizonDays: 30,
  rightIf: 'more of these quotes were sent after all than removed or lost',
  provedRight(finding, later) {
    const newer = newerQuotes(later);
    return doneAfterAll(finding, (id) => {
      const quote = later.quotes.get(id);
      if (!quote || quote.removed) return false;
      if (newestShown(quote) !== null) return true;
      return isWanted(quote, later, newer) ? null : false;
    });
  },
};

/** When a quote was made, and how many working days it took until it was first sent. */
const sent = perRecord('quotes', ({ createdAt, versions }, facts) => {
  const sentAt = firstSent({ versions });
  if (sentAt === null) return null;
  const { dayOf, workingDays } = calendarOf(facts);
  const madeOn = dayOf(createdAt);
  return { madeOn, days: Math.max(0, workingDays(madeOn, dayOf(sentAt))) };
});

/** How long the quotes of the last two years took, and how many were sent. */
const usualSending = perFacts((facts) => {
  const since = addDays(facts.today, -PAST_DAYS);
  const waits = sent.all(facts).flatMap(({ madeOn, days }) => (madeOn < since ? [] : days));
  return { usual: usualWait(waits), count: waits.length };
});

function firstSent({ versions }: Pick<QuoteDocument, 'versions'>): string | null {
  return versions.find(({ life }) => life.sentAt !== null)?.life.sentAt ?? null;
}

/** A quote with a price that was never sent. */
const drafts = perRecord('quotes', (quote, facts) => {
  const { id, total, versions, createdAt, leadId, customerId } = quote;
  if (total <= 0 || newestShown(quote) !== null) return null;
  const since = calendarOf(facts).dayOf(versions.at(-1)?.savedAt ?? createdAt);
  return { id, total, since, createdAt, leadId, customerId };
});

/** The drafts that have waited for more than so many working days, and that somebody may still want. */
function lateQuotes(facts: Facts, limit: number): Late[] {
  const { workingDays } = calendarOf(facts);
  const oldest = addDays(facts.today, -OLDEST_DAYS);
  const newer = newerQuotes(facts);
  return drafts.all(facts).flatMap((quote) => {
    const { id, total, since } = quote;
    if (since < oldest || workingDays(since, facts.today) <= limit || !isWanted(quote, facts, newer)) return [];
    return [{ kind: 'quote', id, since, cents: total, why: `A draft since ${dayText(since)}; ${dollarText(total)}.` }];
  });
}

/** Whom a quote was sent to, and when it was made. */
const shown = perRecord('quotes', (quote) => {
  if (newestShown(quote) === null) return null;
  return { to: [quote.leadId, quote.customerId].filter((whom) => whom !== null), createdAt: quote.createdAt };
});

/** By lead and by customer, when the newest quote that was sent to them was made. */
const newerQuotes = perFacts((facts): ReadonlyMap<string, string> => {
  const newest = new Map<string, string>();
  for (const { to, createdAt } of shown.all(facts))
    for (const whom of to) if (createdAt > (newest.get(whom) ?? '')) newest.set(whom, createdAt);
  return newest;
});

type Wanted = Pick<QuoteDocument, 'leadId' | 'customerId' | 'createdAt'>;

/** Whether a draft may still be sent: its lead is open, and no later quote went to the same person. */
function isWanted({ leadId, customerId, createdAt }: Wanted, { leads }: Facts, newer: ReadonlyMap<string, string>) {
  const lead = leadId === null ? undefined : leads.get(leadId);
  if (lead && (lead.removed || lead.status === 'Lost')) return false;
  return [leadId, customerId].every((whom) => whom === null || (newer.get(whom) ?? '') <= createdAt);
}
