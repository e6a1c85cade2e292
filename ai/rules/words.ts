import { DEAD_WOOD, POWER_LINE, SPLIT_WOOD } from '../../domain/analysis/hazards.ts';
import type { Risk } from '../../domain/analysis/terms.ts';
import { ABSENT, meantMatches, meantWords, UNWANTED } from '../../domain/kit/meant-words.ts';
import type { ServiceType } from '../../domain/quote/terms.ts';

/** What a text says about the work. */
export interface WordsRead {
  /** In the order of {@link SERVICES}, each with the words that ask for it. */
  services: { service: ServiceType; words: string }[];
  /** The highest risk it names, with its words. */
  risk: { level: Risk; words: string[] } | null;
  /** What it says the tree is, `White oak`, and how tall, `60 feet`. */
  species: string | null;
  height: string | null;
}

const SERVICES: readonly [ServiceType, RegExp][] = [
  [
    'emergency_cleanup',
    /\b(emergency|storm|fallen|fell (on|over|down|into|across)|uprooted|blown (down|over)|blocking|lightning)\b/g,
  ],
  [
    'tree_removal',
    /\b(remov(e|al|ed|ing)|take (it |them |this |the tree )?(down|out)|cut (it |them |this )?down|fell(ing)? (it|the|this)|dead (tree|oak|ash|elm|maple|pine|birch))\b/g,
  ],
  [
    'tree_trimming',
    /\b(trim(s|med|ming)?|cut back|overgrown|overhang(s|ing)?|(branches|limbs) (over|on|touching|hanging|rubbing))\b/g,
  ],
  ['pruning', /\b(prun(e|es|ed|ing)|thin(ned|ning)? (out|the crown)|crown (clean|thin|rais|reduc)\w*|shap(e|ing))\b/g],
  ['stump_grinding', /\b(stumps?( grinding)?|grind(ing)?)\b/g],
  ['hedge_trimming', /\b(hedges?|shrubs?|bush(es)?|arborvitae|privet|boxwood)\b/g],
  [
    'tree_health_assessment',
    /\b(sick|diseased?|fung(us|i|al)|mushrooms?|conks?|yellow(ing)? leaves|brown leaves|dying(?! to )|borers?|beetles?|aphids|blight|rot(ten|ting)?|assess(ment)?|health|inspect(ion)?|arborist)\b/g,
  ],
];

/** One pattern of several. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g');
}

const RISKS: readonly [Risk, RegExp][] = [
  [
    'high',
    anyOf(
      POWER_LINE,
      SPLIT_WOOD,
      /\b(leaning|lean(s)?|hanging|uprooted|(on|over|against|near|touching|into) (the |our |my |a )?(house|roof|home|road|street|sidewalk|playground|school)|children|blocking|fallen|lightning)\b/,
    ),
  ],
  ['medium', anyOf(DEAD_WOOD, /\b(fence|shed|garage|driveway|patio|deck|pool|neighbou?rs?|storm)\b/)],
];

const TREES =
  'arborvitae|alder|apple|ash|aspen|basswood|beech|birch|boxelder|catalpa|cedar|cherry|chestnut|cottonwood|crabapple|crape myrtle|cypress|dogwood|elm|eucalyptus|fir|ginkgo|hackberry|hawthorn|hemlock|hickory|holly|ironwood|juniper|larch|linden|locust|magnolia|maple|mesquite|mulberry|oak|palm|pear|pecan|pine|plum|poplar|redbud|redwood|sassafras|sequoia|spruce|sweetgum|sycamore|tupelo|walnut|willow';
const KINDS =
  'american|austrian|black|blue|bradford|bur|chestnut|colorado|douglas|eastern|green|honey|horse|japanese|leyland|live|loblolly|norway|paper|pin|ponderosa|queen|red|river|scotch|silver|sugar|tulip|water|weeping|western|white|willow|yellow';
/** A tree by its name, but no street of that name, and no lift. */
const SPECIES = new RegExp(
  String.raw`\b((${KINDS})\s+)?(${TREES})(e?s)?\b(?!\s+(st|street|ave|avenue|rd|road|ln|lane|dr|drive|ct|court|blvd|boulevard|way|place|pl|hill|ridge|grove|circle|terrace|picker)\b)`,
  'g',
);

const PLURAL = new RegExp(String.raw`(?<=\b(?:${TREES}))e?s$`);

const NUMBERS: Readonly<Record<string, number>> = {
  ten: 10,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
};
const FIGURE = String.raw`\d{1,3}(?:\.\d)?|${Object.keys(NUMBERS).join('|')}`;
/** A length that is not said to be a distance or a width: `60 feet`, `50-60 ft tall`, `a sixty-foot oak`. */
const LENGTH = new RegExp(
  String.raw`(?<![\d.$]|[x×]\s?)\b(?<low>${FIGURE})(?:\s*(?:-|to|or)\s*(?<high>${FIGURE}))?(?:[\s-]*(?:feet|foot|ft)\b\.?|\s?'(?!\s?\d|\w)|[\s-]*(?<metric>meters?|metres?|m)\b)(?<tall>[\s-]*(?:tall|high|in height))?(?!\s*(?:x|×|by|wide|across|around|away|apart|from|off|behind|long|thick|deep|to the|of the (?!tree)|in (?:diameter|circumference|width)|diameter|spread)\b)`,
  'g',
);
const FEET_IN_METER = 3.281;
/** The tallest tree there is has 381. */
const MOST_FEET = 381;
const LEAST_FEET = 3;

/** Reads a text for the services it asks for and the dangers it names. Its words are data: nothing in it is obeyed. */
export function readWords(text: string): WordsRead {
  const services = SERVICES.flatMap(([service, pattern]) => {
    const [first] = meantMatches(text, pattern, UNWANTED);
    return first ? [{ service, words: first[0] }] : [];
  });
  return { services, risk: riskIn(text), species: speciesIn(text), height: heightIn(text) };
}

function riskIn(text: string): WordsRead['risk'] {
  for (const [level, pattern] of RISKS) {
    const words = meantWords(text, pattern, ABSENT);
    if (words.length > 0) return { level, words };
  }
  return null;
}

/** The most trees named of a text that names several. */
const MOST_SPECIES = 3;

function speciesIn(text: string): string | null {
  const named = meantWords(text, SPECIES, UNWANTED).map((words) => words.replace(PLURAL, ''));
  const shown = [...new Set(named)].slice(0, MOST_SPECIES).join(', ');
  return shown === '' ? null : shown.charAt(0).toUpperCase() + shown.slice(1);
}

/** The first height that a tree can have; one that is said to be tall goes before. */
function heightIn(text: string): string | null {
  const found = [...meantMatches(text, LENGTH, UNWANTED)].flatMap(({ groups = {} }) => {
    const { low = '', high, metric, tall } = groups;
    const feet = [low, high]
      .filter((said) => said !== undefined)
      .map((said) => Math.round(numberOf(said) * (metric ? FEET_IN_METER : 1)));
    const isLikely = feet.every((each) => each >= LEAST_FEET && each <= MOST_FEET);
    return isLikely ? [{ words: `${[...new Set(feet)].join('-')} feet`, isTall: tall !== undefined }] : [];
  });
  return (found.find(({ isTall }) => isTall) ?? found[0])?.words ?? null;
}

function numberOf(said: string): number {
  return NUMBERS[said] ?? Number(said);
}
