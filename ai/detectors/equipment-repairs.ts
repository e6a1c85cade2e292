import type { Finding } from '../../domain/insight/finding.ts';
import { dollarText } from '../../domain/kit/money.ts';
import { addDays, monthOf } from '../../domain/kit/times.ts';
import type { EquipmentDocument } from '../../projections/equipment.ts';
import { type Facts, present } from '../facts/facts.ts';
import type { Detector } from './detector.ts';
import { severityOf } from './kit/severity.ts';
import { counted, percent } from './kit/words.ts';

/** The share of the purchase price from which a year of repairs is near half of it. */
const NEAR_HALF = 0.45;
/** Where all repairs together came to the price, a rising year counts from this share of it. */
const RISING = 0.2;
/** One overhaul is no trend. */
const FEWEST = 2;
/** In cents: what a year of repairs comes to at least. */
const LEAST = 30_000;
/** In cents: a saw is replaced without a thought. A machine was bought for this, or a year of its repairs came to that. */
const LEAST_PRICE = 150_000;
const LEAST_OF_A_TOOL = 100_000;
const HORIZON_DAYS = 180;
/** Repairs of this share of the price within the half year show that it went on. */
const WENT_ON = 0.1;

/** Machines whose maintenance within a year comes near half of what they cost, or that have cost their price again. */
export const equipmentRepairs: Detector = {
  name: 'equipment_repairs',
  reads: ['equipment', 'invoices', 'company'],
  needs: 'Machines with a purchase price, and what their maintenance cost.',
  find(facts) {
    const machines = present(facts.equipment).filter(
      ({ purchasePrice }) => purchasePrice !== null && purchasePrice > 0,
    );
    const known = machines.filter(({ maintenance }) => maintenance.some(({ cost }) => cost !== null && cost > 0));
    if (known.length === 0) return null;
    return known
      .flatMap((machine) => findingOf(facts, machine))
      .sort((one, other) => (other.worth ?? 0) - (one.worth ?? 0));
  },
  // A machine that was repaired so often mostly is again, or is sold; a new engine may also be the end of it.
  prior: 0.7,
  horizonDays: HORIZON_DAYS,
  rightIf: 'within half a year the machine went, or cost another 10% of its price',
  provedRight({ subject }, later) {
    const machine = later.equipment.get(subject);
    if (!machine?.purchasePrice) return null;
    if (machine.removed || machine.status === 'out_of_service') return true;
    const since = addDays(later.today, -HORIZON_DAYS);
    return costFrom(machine, since, later.today) >= WENT_ON * machine.purchasePrice;
  },
};

function findingOf(facts: Facts, machine: EquipmentDocument): Finding[] {
  const { id, purchasePrice } = machine;
  const price = purchasePrice ?? 0;
  // By months that are over, and this one: it does not change from day to day.
  const since = yearBefore(facts.today);
  const year = costFrom(machine, since, facts.today);
  const before = costFrom(machine, yearBefore(since), addDays(since, -1));
  const all = costFrom(machine, '', facts.today);
  const repairs = machine.maintenance.filter(({ cost, doneOn }) => cost && doneOn >= since && doneOn <= facts.today);
  const isNear = year >= NEAR_HALF * price;
  const isBeyond = all >= price && year > before && year >= RISING * price;
  const isTool = price < LEAST_PRICE && year < LEAST_OF_A_TOOL;
  if (repairs.length < FEWEST || year < LEAST || isTool || (!isNear && !isBeyond)) return [];
  const sum = `${counted(repairs.length, 'service')} since ${monthText(since)} cost ${dollarText(year)}, ${percent(year / price)} of the ${dollarText(price)} that it was bought for`;
  return [
    {
      subject: id,
      insightType: 'recommendation',
      category: 'financial',
      severity: severityOf(year, facts),
      title: `Repairs of {0} came to ${dollarText(year)}, ${percent(year / price)} of its price`,
      description: `${sum}. All maintenance so far came to ${dollarText(all)}. Another year like this may cost more than a newer machine would lose in value.`,
      actionItems: [
        'Get a price for a replacement, and an offer for this one.',
        'Ask the shop what it will need next before the next big repair.',
      ],
      basis: `${sum}; the year before cost ${dollarText(before)}. Reported from ${percent(NEAR_HALF)}, or from ${percent(RISING)} in a rising year once all maintenance has come to the price.`,
      evidence: [{ kind: 'equipment', id, why: `${dollarText(year)} of maintenance since ${monthText(since)}` }],
      opens: 'open',
      measure: year,
      worth: year,
    },
  ];
}

/** In cents, over maintenance done in a range of days, both inclusive. */
function costFrom({ maintenance }: EquipmentDocument, from: string, to: string): number {
  return maintenance.reduce((sum, { doneOn, cost }) => sum + (doneOn >= from && doneOn <= to ? (cost ?? 0) : 0), 0);
}

/** The first day of the month a year before. */
function yearBefore(day: string): string {
  return Temporal.PlainYearMonth.from(monthOf(day)).subtract({ years: 1 }).toPlainDate({ day: 1 }).toString();
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthText(day: string): string {
  return MONTH.format(new Date(`${day}T00:00Z`));
}
