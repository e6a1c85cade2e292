import type { SettingsInForce } from '../../domain/company/company.ts';
import { type Climate, climateOf } from '../../domain/content-idea/seasons.ts';
import { type CompanyFacts, TREES } from '../../domain/content-idea/topics.ts';
import type { PhotoPair } from '../../domain/content-idea/words.ts';
import { addDays } from '../../domain/kit/times.ts';
import { SERVICE_TYPES, type ServiceType } from '../../domain/quote/terms.ts';
import { placeOf } from '../../platform/places/places.ts';
import { zipCodeCenter } from '../../platform/places/zip-codes.ts';
import { analyses } from '../../projections/analyses.ts';
import { jobs } from '../../projections/jobs.ts';
import { leads } from '../../projections/leads.ts';
import { photos } from '../../projections/photos.ts';
import { socialPosts } from '../../projections/social-posts.ts';
import type { ReadModels } from '../../store/read-models.ts';
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
  const [finished, asked, seen, pairs] = await Promise.all([
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
    pairsOf(models, ofLate),
  ]);
  return {
    day,
    climate: climateOfCompany(settings),
    finished: finished.filter((each) => each.jobs > 0).sort((one, other) => other.jobs - one.jobs),
    pairs,
    wanted: commonest(asked.documents.flatMap(({ request }) => serviceOf(request?.serviceType ?? null))),
    trees: commonest(seen.documents.flatMap(({ treeSpecies }) => treesIn(treeSpecies))),
  };
}

/** How many of the latest jobs whose photos may be shown are looked at, and how many photos of each. */
const MOST_SHOWN = 30;
const MOST_PHOTOS = 100;

type ShownPair = CompanyFacts['pairs'][number];

/** A photo of before and one of after of each job whose customer agreed; those that no post shows yet first, then the latest. */
async function pairsOf(models: ReadModels, ofLate: { gte: string; lt: string }): Promise<ShownPair[]> {
  const { documents } = await models.find(jobs.collection, {
    where: { removed: null, shownFrom: ofLate },
    order: { field: 'shownFrom', direction: 'desc' },
    limit: MOST_SHOWN,
  });
  const pairs: ShownPair[] = [];
  for (const { id, serviceType } of documents) {
    const service = SERVICE_TYPES.find((each) => each === serviceType);
    const pair = service && (await pairOfJob(models, id));
    if (pair) pairs.push({ service, ...pair });
  }
  const posts = await models.find(socialPosts.collection, {
    where: { photoId: { in: pairs.map(({ after }) => after) } },
    limit: MOST_READ,
  });
  const shown = new Set(posts.documents.map(({ photoId }) => photoId));
  return [...pairs.filter(({ after }) => !shown.has(after)), ...pairs.filter(({ after }) => shown.has(after))];
}

/** The first of before, and the latest of after. */
async function pairOfJob(models: ReadModels, recordId: string): Promise<PhotoPair | null> {
  const { documents } = await models.find(photos.collection, {
    where: { removed: null, category: 'job', recordId },
    order: { field: 'createdAt', direction: 'asc' },
    limit: MOST_PHOTOS,
  });
  const before = documents.find(({ stage }) => stage === 'before');
  const after = documents.findLast(({ stage }) => stage === 'after');
  return before && after ? { before: before.id, after: after.id } : null;
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
