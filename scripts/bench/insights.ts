import { parseArgs } from 'node:util';
import type { Detector } from '../../ai/detectors/detector.ts';
import { detectors } from '../../ai/detectors/index.ts';
import { type Facts, foldFacts } from '../../ai/facts/facts.ts';
import type { InsightEvent } from '../../domain/insight/events.ts';
import type { Finding } from '../../domain/insight/finding.ts';
import { type InsightCommand, type InsightState, insight } from '../../domain/insight/insight.ts';
import { DETECTOR_NAMES, type DetectorName } from '../../domain/insight/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { createChance } from './support/insight-chance.ts';
import { generateCompany } from './support/insight-company.ts';
import { type Plant, plantFacts } from './support/insight-plants.ts';
import { DAY_MS } from './support/insight-stage.ts';
import { COMPANY_DAYS, FIRST_DAY, type Truth } from './support/insight-terms.ts';
import { type Moment, ORACLES } from './support/insight-truth.ts';
import { report, round } from './support/report.ts';

// npm run bench:insights [-- --companies 20 --seed 1 --detector NAME --tell]: whether insights are true. Every other one of
// twice as many generated companies has planted facts, and the others have none; of each the last two of three years are looked at once a
// week, as it was then, and for what lasts days only once a day. A finding that nobody planted counts as true by chance if the generator knows it to be so.
// What was raised is also held against what followed, as confidence is earned: how often that proves it right, beside how often it was true.
// --tell prints each plant that was missed, each finding that is false, and each that what followed judges otherwise.

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    detector: { type: 'string', multiple: true },
    tell: { type: 'boolean', default: false },
  },
});
const companies = Number(values.companies);
const firstSeed = Number(values.seed);
const chosen = detectors.filter(({ name }) => values.detector?.includes(name) ?? true);

const WEEKS = 104;
/** They find what may be gone within days, as a quote is answered or a machine repaired: a look a week would not see it. */
const DAILY: ReadonlySet<DetectorName> = new Set(['price_below_cost', 'maintenance_clash']);
const MONTHS = 24;
/** Days after its window in which a plant still explains a finding. */
const AFTER_DAYS = 45;

interface Company {
  seed: number;
  truth: Truth;
  plants: readonly Plant[];
  found: Set<Plant>;
  /** The record of each finding, by detector and subject. */
  insights: Map<string, InsightState>;
  /** What was raised, and was not yet held against what followed. */
  pending: Raised[];
}

interface Raised {
  detector: Detector;
  finding: Finding;
  /** The day on which what followed tells, `YYYY-MM-DD`. */
  due: string;
  isTrue: boolean;
}

interface Tally {
  planted: number;
  found: number;
  raised: number;
  ofPlants: number;
  byChance: number;
  false: number;
  /** Raises of which what followed tells, how many of these it calls right, and how many were true. */
  followed: number;
  provedRight: number;
  followedTrue: number;
  looks: number;
  /** Looks at which it could say nothing. */
  silent: number;
  ms: number;
}
const NOTHING: Readonly<Tally> = {
  planted: 0,
  found: 0,
  raised: 0,
  ofPlants: 0,
  byChance: 0,
  false: 0,
  followed: 0,
  provedRight: 0,
  followedTrue: 0,
  looks: 0,
  silent: 0,
  ms: 0,
};
const tallies = new Map<DetectorName, Tally>(DETECTOR_NAMES.map((name) => [name, { ...NOTHING }]));
const tallyOf = (name: DetectorName) => tallies.get(name) as Tally;

const startedAt = performance.now();
let events = 0;
for (let number = 0; number < 2 * companies; number++) {
  look(firstSeed + number, number % 2 === 0);
  process.stderr.write(`\r${number + 1} of ${2 * companies} companies`);
}
process.stderr.write('\n');
print();

/** Plays a company, and looks at it. */
function look(seed: number, isPlanted: boolean): void {
  const plants: Plant[] = [];
  const { entries, truth } = generateCompany(seed, (world) => {
    if (isPlanted) plants.push(...plantFacts(world, createChance(seed + 500_000)));
  });
  events += entries.length;
  const company: Company = { seed, truth, plants, found: new Set(), insights: new Map(), pending: [] };
  const fold = foldFacts();
  let taken = 0;
  for (let day = 0; day < 7 * WEEKS; day++) {
    const asked = day % 7 === 0 ? chosen : chosen.filter(({ name }) => DAILY.has(name));
    if (asked.length === 0) continue;
    const now = FIRST_DAY + (COMPANY_DAYS - 7 * WEEKS + day) * DAY_MS + DAY_MS / 2;
    const asOf = new Date(now).toISOString();
    const before = taken;
    while (taken < entries.length && (entries[taken]?.metadata.recordedAt ?? '') <= asOf) taken++;
    fold.take(entries.slice(before, taken));
    const facts = fold.at(asOf);
    for (const detector of asked) evaluate(detector, facts, now, company);
    holdAgainstWhatFollowed(facts, company);
  }
  for (const plant of plants.filter(({ detector }) => chosen.some(({ name }) => name === detector))) {
    const tally = tallyOf(plant.detector);
    tally.planted++;
    if (company.found.has(plant)) tally.found++;
    else tell(`missed ${plant.detector} ${seed}`, { ...plant, records: [...plant.records] });
  }
}

function evaluate(detector: Detector, facts: Facts, now: number, company: Company): void {
  const tally = tallyOf(detector.name);
  const lookedAt = performance.now();
  const findings = detector.find(facts);
  tally.ms += performance.now() - lookedAt;
  tally.looks++;
  if (findings === null) tally.silent++;
  for (const finding of findings ?? []) judge(detector, { finding, facts, truth: company.truth, now }, company);
  const standing = new Set(findings?.map(({ subject }) => keyOf(detector.name, subject)));
  for (const key of company.insights.keys()) {
    if (!key.startsWith(keyOf(detector.name, '')) || standing.has(key)) continue;
    decided(key, { type: 'PassFinding', now: facts.asOf }, company.insights);
  }
}

/** As earned confidence judges what was raised. */
function holdAgainstWhatFollowed(facts: Facts, company: Company): void {
  const { due = [], later = [] } = Object.groupBy(company.pending, (each) =>
    each.due <= facts.today ? 'due' : 'later',
  );
  company.pending = later;
  for (const { detector, finding, isTrue } of due) {
    const isRight = detector.provedRight(finding, facts);
    if (isRight === null) continue;
    const tally = tallyOf(detector.name);
    tally.followed++;
    if (isRight) tally.provedRight++;
    if (isTrue) tally.followedTrue++;
    if (isRight !== isTrue)
      tell(`${isRight ? 'right' : 'wrong'} by what followed, but ${isTrue} ${detector.name}`, finding);
  }
}

function judge(detector: Detector, moment: Moment, { seed, truth, plants, found, insights, pending }: Company): void {
  const { finding, facts } = moment;
  const { name, horizonDays } = detector;
  const tally = tallyOf(name);
  const explaining = plants.filter(
    (plant) => plant.detector === name && isOf(finding, plant, { truth, today: facts.today }),
  );
  for (const plant of explaining) if (facts.today <= plant.until) found.add(plant);
  if (!isRaised(name, moment, insights)) return;
  tally.raised++;
  const isPlanted = explaining.length > 0;
  const isTrue = isPlanted || ORACLES[name](moment);
  pending.push({ detector, finding, due: addDays(facts.today, horizonDays), isTrue });
  if (isPlanted) tally.ofPlants++;
  else if (isTrue) tally.byChance++;
  else {
    tally.false++;
    tell(`false ${name} ${seed} ${facts.today}`, finding);
  }
}

function keyOf(name: string, subject: string): string {
  return `${name}/${subject}`;
}

/** As the record of a finding decides it: for the first time, after it had passed, or materially worse. */
function isRaised(detector: DetectorName, moment: Moment, insights: Map<string, InsightState>): boolean {
  const { subject, ...finding } = moment.finding;
  const key = keyOf(detector, subject);
  const now = moment.facts.asOf;
  const note = { type: 'NoteFinding', detector, subject, finding, confidence: '0.5', track: null, now } as const;
  const events = decided(key, note, insights);
  return events.some(({ type }) => type === 'InsightRaised' || type === 'InsightRaisedAgain');
}

function decided(key: string, command: InsightCommand, insights: Map<string, InsightState>): InsightEvent[] {
  const before = insights.get(key) ?? insight.initial;
  const events = insight.decide(command, before);
  insights.set(key, events.reduce(insight.evolve, before));
  return events;
}

function isOf(finding: Finding, plant: Plant, { truth, today }: { truth: Truth; today: string }): boolean {
  const last = new Date(Date.parse(plant.until) + AFTER_DAYS * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (today < plant.effectFrom || today > last) return false;
  return (
    plant.subjects.some((subject) => finding.subject.includes(subject)) ||
    // A job is what its quote became.
    finding.evidence.some(({ id }) => plant.records.has(id) || plant.records.has(truth.jobs.get(id)?.quoteId ?? ''))
  );
}

function tell(what: string, about: object): void {
  if (values.tell) console.log(what, JSON.stringify(about));
}

function print(): void {
  const months = 2 * companies * MONTHS;
  const shown = [...tallies].filter(([name]) => chosen.some((each) => each.name === name));
  const rowOf = (detector: string, tally: Tally) => ({
    detector,
    planted: tally.planted,
    found: tally.found,
    recall: round(tally.found / tally.planted, 3),
    raised: tally.raised,
    'of plants': tally.ofPlants,
    'true by chance': tally.byChance,
    false: tally.false,
    'false a company and month': round(tally.false / months, 3),
    'proved right': `${tally.provedRight} of ${tally.followed}`,
    'of these true': tally.followedTrue,
    'silent, of looks': `${tally.silent} of ${tally.looks}`,
    'one look, ms': round(tally.ms / tally.looks, 2),
  });
  const all = shown.reduce(
    (sum, [, tally]) => {
      for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
      return sum;
    },
    { ...NOTHING },
  );
  const { 'silent, of looks': _, 'one look, ms': __, ...total } = rowOf('all', all);
  const rows = [...shown.map(([name, tally]) => rowOf(name, tally)), total];
  const recall = all.found / all.planted;
  const falseAMonth = all.false / months;
  report('insights', rows, {
    companies: 2 * companies,
    seed: firstSeed,
    events,
    seconds: round((performance.now() - startedAt) / 1000),
    recall: { is: round(recall, 3), aim: 0.95, isMet: recall >= 0.95 },
    falseAMonth: { is: round(falseAMonth, 3), aim: 1, isMet: falseAMonth <= 1 },
  });
}
