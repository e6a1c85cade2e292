import type { SettingsInForce } from '../../domain/company/company.ts';
import { type Climate, climateOf } from '../../domain/content-idea/seasons.ts';
import { type CompanyFacts, TREES } from '../../domain/content-idea/topics.ts';
import { addDays } from '../../domain/kit/times.ts';
import { SERVICE_TYPES, type ServiceType } from '../../domain/quote/terms.ts';
import { placeOf } from '../../platform/places/places.ts';
import { zipCodeCenter } from '../../platform/places/zip-codes.ts';
import { analyses } from '../../projections/analyses.ts';
import { jobs } from '../../projections/jobs.ts';
import { leads } from '../../projections/leads.ts';
import { companySettings, dayOf, instantsOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';

/** How many days count as “of late”, and how many of the latest leads and analyses are looked at. */
const OF_LATE_DAYS = 60;
const MOST_READ = 500;
/** How many services and trees are worth a post. */
const MOST_NAMED = 3;

/**
 * What the company may tell of itself: numbers of jobs, services and trees. Only words of ours are taken: a service or
 * a tree that somebody described in their own words is left out, as it could name them.
 */
export async function companyFacts(context: ApiContext): Promise<CompanyFacts> {
  const settings = await companySettings(context);
  const day = dayOf(context.clock(), settings.timeZone);
  const models = context.readModels.current();
  const since = (from: string) => instantsOf({ from, to: day }, settings.timeZone);
  const month = since(`${day.slice(0, 'YYYY-MM'.length)}-01`);
  const ofLate = since(addDays(day, -OF_LATE_DAYS));
  const latest = { order: { field: 'createdAt', direction: 'desc' }, limit: MOST_READ } as const;
  const where = { removed: null, createdAt: ofLate };
  const [finished, asked, seen] = await Promise.all([
    Promise.all(
      SERVICE_TYPES.map(async (serviceType) => ({
        service: serviceType,
        jobs: await models.count(jobs.collection, {
          where: { removed: null, status: 'completed', serviceType, completedAt: month },
        }),
      })),
    ),
    models.find(leads.collection, { where, ...latest }),
    models.find(analyses.collection, { where, ...latest }),
  ]);
  return {
    day,
    climate: climateOfCompany(settings),
    finished: finished.filter((each) => each.jobs > 0).sort((one, other) => other.jobs - one.jobs),
    wanted: commonest(asked.documents.flatMap(({ request }) => serviceOf(request?.serviceType ?? null))),
    trees: commonest(seen.documents.flatMap(({ treeSpecies }) => treesIn(treeSpecies))),
  };
}

/** By the company's home base, its address, or the ZIP codes where it works. */
function climateOfCompany({ homeBase, postalAddress, serviceArea }: SettingsInForce): Climate | null {
  const zip = serviceArea?.zipCodes?.[0];
  return climateOf(
    (homeBase && placeOf({ pin: homeBase, address: homeBase.address })) ??
      placeOf({ address: postalAddress }) ??
      (zip === undefined ? null : zipCodeCenter(zip)),
  );
}

/** @param asked one of REQUESTED_SERVICES */
function serviceOf(asked: string | null): ServiceType[] {
  if (asked === 'tree_health') return ['tree_health_assessment'];
  return SERVICE_TYPES.filter((service) => service === asked);
}

function treesIn(species: string | null): string[] {
  const words = (species ?? '').toLowerCase().split(/[^a-z]+/);
  return TREES.filter((tree) => words.includes(tree));
}

function commonest<Value extends string>(values: readonly Value[]): Value[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.keys()]
    .sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
    .slice(0, MOST_NAMED);
}
