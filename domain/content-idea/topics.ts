import { SERVICE_LABELS, type ServiceType } from '../quote/terms.ts';
import { type Climate, type Season, seasonsOn } from './seasons.ts';
import { ALWAYS, ASK_LOOK, ASK_QUOTE, SEASONS, SERVICES, type Topic, TREE_FACTS } from './words.ts';

/** What the company knows of itself that a post may tell. Nothing in it is about a person. */
export interface CompanyFacts {
  /** `YYYY-MM-DD` in the company's zone. */
  day: string;
  /** Of the place where the company is. */
  climate: Climate | null;
  /** How many jobs were finished this month, by service, most first. */
  finished: readonly { service: ServiceType; jobs: number }[];
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
  return [...seasonal, ...ofWork(facts), ...ofDemand(facts), ...ofTrees(facts), ...always];
}

function ofWork({ finished, day }: CompanyFacts): Topic[] {
  const month = Temporal.PlainDate.from(day).toLocaleString('en-US', { month: 'long' });
  const all = finished.reduce((sum, { jobs }) => sum + jobs, 0);
  const thanks: Topic[] =
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
  const ofServices = finished.flatMap(({ service, jobs }): Topic[] => {
    const { one, many, teaches, after, tag } = SERVICES[service];
    const done = counted(jobs, one, many);
    const own = { ask: ASK_QUOTE, isOwn: true, isSeasonal: false };
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
      {
        ...own,
        id: `after ${service}`,
        type: 'before-after',
        title: `Before and after: ${nameOf(service)}`,
        opening: after,
        points: [`${done} so far in ${month}.`],
        tags: ['BeforeAndAfter', tag],
      },
    ];
  });
  return [...thanks, ...ofServices];
}

/** `stump grinding`. */
function nameOf(service: ServiceType): string {
  return (SERVICE_LABELS[service] ?? service).toLowerCase();
}

/** `6 tree removals`, `1 stump grinding job`. */
function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function ofDemand({ wanted }: CompanyFacts): Topic[] {
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

function ofTrees({ trees }: CompanyFacts): Topic[] {
  return trees.flatMap((tree): Topic[] => {
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

function ofSeason(season: Season): Topic {
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
