import type { Analysis } from '../../ai/image-analysis.ts';
import type { Findings } from '../../domain/analysis/events.ts';
import { RISKS } from '../../domain/analysis/terms.ts';
import { type CatalogItem, itemsFor } from '../../domain/catalog/terms.ts';
import { SERVICE_LABELS } from '../../domain/quote/terms.ts';
import type { PublicAnalysis } from './schema.ts';

type Told = Omit<PublicAnalysis, 'assumed' | 'seen' | 'confidence' | 'imageToken'>;

/** Typical values, for what neither the picture nor the description tells (public-and-back-office.md, section 3). */
export const TYPICAL: Readonly<Told> = {
  serviceType: 'Tree Removal',
  treeSpecies: 'Deciduous Tree',
  treeHeight: '30-50 feet',
  difficultyLevel: 'Medium',
  estimatedCost: '$800 - $1,500',
  estimatedDuration: '4-6 hours',
  description: 'Professional tree service required',
  recommendations: ['Professional assessment required', 'Safety equipment necessary', 'Permit may be required'],
  equipmentNeeded: ['Chainsaw', 'Safety gear', 'Cleanup equipment'],
};

/** The most services shown to a visitor, the most pressing first. */
const MOST_SERVICES = 3;

/** The lowest confidence, from 0 to 1, for each word. */
const CONFIDENCES = [
  ['high', 0.7],
  ['medium', 0.35],
  ['low', 0],
] as const;

/** What a visitor reads as found about the tree and the work; where more than half of it is typical, nothing is sure. */
const FACTS: readonly (keyof Told)[] = [
  'serviceType',
  'treeSpecies',
  'treeHeight',
  'difficultyLevel',
  'estimatedCost',
  'estimatedDuration',
];

/** The units in which one item is the whole job. */
const WHOLE_UNITS: readonly (string | null)[] = [null, 'tree', 'stump', 'visit'];
/** Turns one catalog price into a range, because nobody has seen the tree. */
const LEAST_SHARE = 0.8;
const MOST_SHARE = 1.3;

/**
 * The findings as a visitor sees them: every field has a value, and `assumed` names those that are only typical.
 * @param items of the price catalog
 */
export function publicAnalysis(
  { findings, seen, confidence }: Analysis,
  items: readonly CatalogItem[],
): Omit<PublicAnalysis, 'imageToken'> {
  const services = servicesOf(findings);
  const found: { [Field in keyof Told]: Told[Field] | null } = {
    serviceType: services.map((service) => SERVICE_LABELS[service] ?? service).join(', '),
    treeSpecies: findings.treeSpecies,
    treeHeight: findings.treeHeight,
    difficultyLevel: findings.difficultyLevel,
    estimatedCost: costOf(services, items),
    estimatedDuration: findings.estimatedDuration,
    description: findings.summary,
    recommendations: findings.recommendations,
    equipmentNeeded: findings.equipmentNeeded,
  };
  const names = Object.keys(TYPICAL) as (keyof Told)[];
  const assumed = names.filter((name) => !found[name]?.length);
  const known = Object.fromEntries(names.filter((name) => !assumed.includes(name)).map((name) => [name, found[name]]));
  const isTypical = FACTS.filter((name) => assumed.includes(name)).length > FACTS.length / 2;
  const [word] = CONFIDENCES.find(([, from]) => (isTypical ? 0 : confidence) >= from) ?? ['low'];
  return { ...TYPICAL, ...(known as Partial<Told>), assumed, seen, confidence: word };
}

/** The suggested services without duplicates, the most pressing first. */
function servicesOf({ suggestedServices }: Findings): string[] {
  const rank = ({ priority }: { priority: string | null }) => {
    const place = (RISKS as readonly (string | null)[]).indexOf(priority);
    return place < 0 ? RISKS.length : place;
  };
  const sorted = suggestedServices.toSorted((one, other) => rank(one) - rank(other));
  return [...new Set(sorted.map(({ service }) => service))].slice(0, MOST_SERVICES);
}

/** From the catalog's prices, always a range; null if it does not have a price for every service. */
function costOf(services: readonly string[], items: readonly CatalogItem[]): string | null {
  let [least, most] = [0, 0];
  for (const service of services) {
    const prices = itemsFor(service, items)
      .filter(({ unit }) => WHOLE_UNITS.includes(unit))
      .flatMap(({ unitPrice }) => (unitPrice ? [unitPrice] : []));
    if (prices.length === 0) return null;
    least += Math.min(...prices);
    most += Math.max(...prices);
  }
  if (most === 0) return null;
  const isOne = least === most;
  return `${rounded(isOne ? least * LEAST_SHARE : least, Math.floor)} - ${rounded(isOne ? most * MOST_SHARE : most, Math.ceil)}`;
}

/** To $50 from $500 up, otherwise to $10: anything finer would claim more than is known. @param cents of a price */
function rounded(cents: number, round: (value: number) => number): string {
  const step = cents >= 50_000 ? 50 : 10;
  return `$${(Math.max(1, round(cents / 100 / step)) * step).toLocaleString('en-US')}`;
}
