import { dayText } from '../../domain/kit/day-text.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { newestShown } from '../../domain/quote/versions.ts';
import type { QuoteDocument } from '../../projections/quotes.ts';
import { type Facts, present } from '../facts/facts.ts';
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
    const waits = sentWaits(facts);
    const usual = usualWait(waits);
    if (usual === null) return null;
    const late = lateQuotes(facts, usual.limit);
    if (waits.length / (waits.length + late.length) < MOST_SENT) return null;
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
        description: `${quotes}, ${ready}, ${isOne ? 'is still a draft' : 'are still drafts'}, longer than quotes wait here. The largest is for {0}. Nobody can approve what was not sent.`,
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

/** How many working days each quote of the last two years took until it was first sent. */
function sentWaits(facts: Facts): number[] {
  const { dayOf, workingDays } = calendarOf(facts);
  const since = addDays(facts.today, -PAST_DAYS);
  return present(facts.quotes).flatMap(({ createdAt, versions }) => {
    const sentAt = firstSent({ versions });
    if (sentAt === null) return [];
    const madeOn = dayOf(createdAt);
    return madeOn < since ? [] : [Math.max(0, workingDays(madeOn, dayOf(sentAt)))];
  });
}

function firstSent({ versions }: Pick<QuoteDocument, 'versions'>): string | null {
  return versions.find(({ life }) => life.sentAt !== null)?.life.sentAt ?? null;
}

/** The drafts with a price that have waited for more than so many working days, and that somebody may still want. */
function lateQuotes(facts: Facts, limit: number): Late[] {
  const { dayOf, workingDays } = calendarOf(facts);
  const oldest = addDays(facts.today, -OLDEST_DAYS);
  const newer = newerQuotes(facts);
  return present(facts.quotes).flatMap((quote) => {
    if (quote.total <= 0 || newestShown(quote) !== null || !isWanted(quote, facts, newer)) return [];
    const since = dayOf(quote.versions.at(-1)?.savedAt ?? quote.createdAt);
    if (since < oldest || workingDays(since, facts.today) <= limit) return [];
    const why = `A draft since ${dayText(since)}; ${dollarText(quote.total)}.`;
    return [{ kind: 'quote', id: quote.id, since, cents: quote.total, why }];
  });
}

/** By lead and by customer, when the newest quote that was sent to them was made. */
type Newer = ReadonlyMap<string, string>;

function newerQuotes({ quotes }: Facts): Newer {
  const newest = new Map<string, string>();
  for (const quote of present(quotes)) {
    if (newestShown(quote) === null) continue;
    for (const whom of [quote.leadId, quote.customerId]) {
      if (whom !== null && quote.createdAt > (newest.get(whom) ?? '')) newest.set(whom, quote.createdAt);
    }
  }
  return newest;
}

/** Whether a draft may still be sent: its lead is open, and no later quote went to the same person. */
function isWanted({ leadId, customerId, createdAt }: QuoteDocument, { leads }: Facts, newer: Newer): boolean {
  const lead = leadId === null ? undefined : leads.get(leadId);
  if (lead && (lead.removed || lead.status === 'Lost')) return false;
  return [leadId, customerId].every((whom) => whom === null || (newer.get(whom) ?? '') <= createdAt);
}
