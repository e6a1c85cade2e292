import { SERVICE_LABELS, type ServiceType } from '../quote/terms.ts';
import { type Climate, type Season, seasonsOn } from './seasons.ts';
import { ALWAYS, ASK_LOOK, ASK_QUOTE, type PhotoPair, SEASONS, SERVICES, type Topic, TREE_FACTS } from './words.ts';

/** What the company knows of itself that a post may tell. Nothing in it is about a person. */
export interface CompanyFacts {
  /** `YYYY-MM-DD` in the company's zone. */
  day: string;
  /** Of the place where the company is. */
  climate: Climate | null;
  /** How many jobs were finished this month, by service, most first. */
  finished: readonly { service: ServiceType; jobs: number }[];
  /** By service, what may be shown of jobs that were finished of late. */
  pairs: readonly (PhotoPair & { service: ServiceType })[];
  /** What people asked for of late, most first. */
  wanted: readonly ServiceType[];
  /** The trees that were looked at of late, as `TREES` names them, most first. */
  trees: readonly string[];
}

/** The trees that posts may name, in lower case. */
export const TREES: readonly string[] = Object.keys(TREE_FACTS);

/** All that can be told on a day; those of the company's own work and of the season first. */
export function topicsOf(facts: CompanyFacts): Topic[] {
  const always = ALWAYS.map((topic) => ({ ...topic, isOwn: false, isSeasonal: false }));
  const seasonal = seasonsOn(facts.day, facts.climate).map(ofSeason);
  const told = [...seasonal, ...ofWork(facts), ...ofDemand(facts), ...ofTrees(facts), ...always];
  return [...ofPairs(facts), ...told.map((topic) => ({ ...topic, pair: null }))];
}

/** A topic without pictures. */
type Told = Omit<Topic, 'pair'>;

function ofWork({ finished, pairs, day }: CompanyFacts): Told[] {
  const month = monthOf(day);
  const all = finished.reduce((sum, { jobs }) => sum + jobs, 0);
  const thanks: Told[] =
    all === 0
      ? []
      : [
          {
            id: 'thanks',
            type: 'testimonials',
            title: `Thank you for ${month}`,
            opening: `${counted(all, 'job', 'jobs')} finished in ${month}: thank you to everybody who trusted us with their trees.`,
            points: ['If one of them was yours, a few lines about it would mean a lot to the crew.'],
            ask: 'Leave us a review.',
            tags: ['ThankYou', 'CustomerReviews'],
            isOwn: true,
            isSeasonal: false,
          },
        ];
  const ofServices = finished.flatMap(({ service, jobs }): Told[] => {
    const { one, many, teaches, tag } = SERVICES[service];
    const done = counted(jobs, one, many);
    const own = { ask: ASK_QUOTE, isOwn: true, isSeasonal: false };
    const isShown = pairs.some((pair) => pair.service === service);
    return [
      {
        ...own,
        id: `work ${service}`,
        type: 'educational',
        title: `What goes into ${nameOf(service)}`,
        opening: `${done} so far in ${month}. Here is what goes into the work.`,
        points: teaches,
        tags: [tag, 'TreeCare'],
      },
      // Nobody looks for pictures of what is there with pictures.
      ...(isShown ? [] : [ofAfter(service, [`${done} so far in ${month}.`])]),
    ];
  });
  return [...thanks, ...ofServices];
}

/** One for each service of which there are pictures. */
function ofPairs({ pairs, finished, day }: CompanyFacts): Topic[] {
  const first = pairs.filter(({ service }, at) => pairs.findIndex((each) => each.service === service) === at);
  return first.map(({ service, ...pair }) => {
    const { one, many } = SERVICES[service];
    const jobs = finished.find((each) => each.service === service)?.jobs ?? 0;
    const points = jobs === 0 ? [] : [`${counted(jobs, one, many)} so far in ${monthOf(day)}.`];
    return { ...ofAfter(service, points), pair };
  });
}

function ofAfter(service: ServiceType, points: readonly string[]): Told {
  const { after, tag } = SERVICES[service];
  return {
    id: `after ${service}`,
    type: 'before-after',
    title: `Before and after: ${nameOf(service)}`,
    opening: after,
    points,
    ask: ASK_QUOTE,
    tags: ['BeforeAndAfter', tag],
    isOwn: true,
    isSeasonal: false,
  };
}

/** `October`. */
function monthOf(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', { month: 'long' });
}

/** `stump grinding`. */
function nameOf(service: ServiceType): string {
  return (SERVICE_LABELS[service] ?? service).toLowerCase();
}

/** `6 tree removals`, `1 stump grinding job`. */
function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function ofDemand({ wanted }: CompanyFacts): Told[] {
  return wanted.map((service) => {
    const { teaches, tag } = SERVICES[service];
    return {
      id: `wanted ${service}`,
      type: 'educational',
      title: `You asked: ${nameOf(service)}`,
      opening: `Something we are asked about these days: ${nameOf(service)}.`,
      points: teaches,
      ask: ASK_QUOTE,
      tags: [tag, 'TreeService'],
      isOwn: true,
      isSeasonal: false,
    };
  });
}

function ofTrees({ trees }: CompanyFacts): Told[] {
  return trees.flatMap((tree): Told[] => {
    const fact = TREE_FACTS[tree];
    const Tree = tree.charAt(0).toUpperCase() + tree.slice(1);
    if (fact === undefined) return [];
    return [
      {
        id: `tree ${tree}`,
        type: 'educational',
        title: `Do you have ${/^[aeiou]/.test(tree) ? 'an' : 'a'} ${tree}?`,
        opening: fact,
        points: [`${Tree} is among the trees that we have looked at of late.`],
        ask: ASK_LOOK,
        tags: [`${Tree}Trees`, 'TreeHealth'],
        isOwn: true,
        isSeasonal: false,
      },
    ];
  });
}

function ofSeason(season: Season): Told {
  const { type, title, opening, point, tag } = SEASONS[season];
  const isSafety = type === 'safety';
  return {
    id: season,
    type,
    title,
    opening,
    points: [point],
    ask: isSafety ? ASK_LOOK : ASK_QUOTE,
    tags: [tag, isSafety ? 'TreeSafety' : 'SeasonalTips'],
    isOwn: false,
    isSeasonal: true,
  };
}
