import type { ContentType } from '../campaign/terms.ts';
import type { ServiceType } from '../quote/terms.ts';
import type { Season } from './seasons.ts';

/** What a post can be about, before it is written for a platform. */
export interface Topic {
  /** Stays the same from day to day, so that what was told last is known. */
  id: string;
  type: ContentType;
  title: string;
  /** One sentence, which carries the post alone where there is little room. */
  opening: string;
  points: readonly string[];
  /** What the reader may do. */
  ask: string;
  /** Without `#`. */
  tags: readonly string[];
  /** It tells of the company's own work, or of what its customers ask for. */
  isOwn: boolean;
  /** It is of the time of year. */
  isSeasonal: boolean;
  /** What it shows; null for nothing. */
  pair: PhotoPair | null;
}

/** The ids of two photos of one finished job, whose customer agreed that they are shown. */
export interface PhotoPair {
  before: string;
  after: string;
}

export const ASK_QUOTE = 'Ask us for a free quote.';
export const ASK_LOOK = 'Not sure about a tree? Send us a photo.';

interface ServiceWords {
  one: string;
  many: string;
  /** What a customer may want to know of it. */
  teaches: readonly [string, string];
  /** What is seen afterwards. */
  after: string;
  tag: string;
}

export const SERVICES: Readonly<Record<ServiceType, ServiceWords>> = {
  tree_removal: {
    one: 'tree removal',
    many: 'tree removals',
    teaches: [
      'In a tight yard a tree comes down in pieces, each one lowered on a rope.',
      'Removal is the last choice: first we look at whether pruning or support would do.',
    ],
    after: 'Where a tree had to go there is light, and room for one that fits the place.',
    tag: 'TreeRemoval',
  },
  tree_trimming: {
    one: 'trimming job',
    many: 'trimming jobs',
    teaches: [
      'Branches that rub a roof or a wall are best shortened before they do damage.',
      'A cut goes back to a side branch, so that the tree can close it.',
    ],
    after: 'Roof, wires and walkway are clear again, and the tree still looks like a tree.',
    tag: 'TreeTrimming',
  },
  pruning: {
    one: 'pruning job',
    many: 'pruning jobs',
    teaches: [
      'Good pruning takes dead, broken and rubbing branches first.',
      'It rarely takes more than a quarter of the leaves in one year.',
    ],
    after: 'The deadwood is out, and light comes through the crown.',
    tag: 'Pruning',
  },
  stump_grinding: {
    one: 'stump grinding job',
    many: 'stump grinding jobs',
    teaches: [
      'A grinder turns a stump into chips below the level of the ground.',
      'The chips can stay as mulch; under a new lawn they are better replaced by soil.',
    ],
    after: 'Nothing to mow around any more: only ground that is ready for seed.',
    tag: 'StumpGrinding',
  },
  emergency_cleanup: {
    one: 'emergency cleanup',
    many: 'emergency cleanups',
    teaches: [
      'After a storm, wood that is bent or hung up is under tension: leave it to a crew.',
      'Photos from a safe distance help your insurer, and help us to bring the right machines.',
    ],
    after: 'Where a tree lay across everything, the way is free again.',
    tag: 'StormCleanup',
  },
  hedge_trimming: {
    one: 'hedge trimming job',
    many: 'hedge trimming jobs',
    teaches: [
      'A hedge that is a little wider at its foot than at its top stays green down to the ground.',
      'Little and often keeps it dense; old wood of many conifers does not grow back.',
    ],
    after: 'Straight lines, an even top, and a walkway as wide as it once was.',
    tag: 'HedgeTrimming',
  },
  tree_health_assessment: {
    one: 'tree health assessment',
    many: 'tree health assessments',
    teaches: [
      'Mushrooms at the foot, cracks and thin foliage are signs that a tree wants a closer look.',
      'Many troubles of trees begin below the ground: compacted soil, buried roots, too much mulch.',
    ],
    after: 'A tree that was given air at its roots and the right mulch shows it in the next spring.',
    tag: 'TreeHealth',
  },
};

/** A fact of each genus that posts may name; in the order in which they are looked for. */
export const TREE_FACTS: Readonly<Record<string, string>> = {
  oak: 'Fresh cuts in spring and early summer can let oak wilt into an oak: have it pruned while it is dormant.',
  maple: 'Maples bleed sap when they are cut in late winter: it looks bad and does little harm.',
  ash: 'D-shaped holes in the bark and a crown that thins from the top can mean emerald ash borer.',
  elm: 'Leaves that wilt and yellow on a single branch in early summer can be Dutch elm disease.',
  pine: 'Pines drop their oldest needles each fall; brown tips on this year’s needles are another matter.',
  spruce: 'A spruce that goes bare from below often has too little light and air, or a needle cast.',
  hemlock: 'White wool under the needles of a hemlock is the mark of the woolly adelgid.',
  birch: 'Birches like cool, moist roots: mulch and water in a dry summer keep borers away.',
  cherry: 'Cherries heal best when they are pruned in dry weather.',
  willow: 'Willows grow fast and break easily: look at long limbs before the windy season.',
  beech: 'Dark bands between the veins of beech leaves are a sign of beech leaf disease.',
  palm: 'Palms need their green fronds: only brown ones should go.',
};

interface SeasonWords {
  /** A tip, or of what is dangerous a word of safety. */
  type: 'seasonal-tips' | 'safety';
  title: string;
  opening: string;
  point: string;
  tag: string;
}

/**
 * True on any day of the season (`seasons.ts` has the sources of the days), and wherever it is. How much heavier ice makes
 * a branch: 30 times or more (Hauer, Hruska and Dawson, “Trees and ice storms”, 1994, for the USDA Forest Service).
 */
export const SEASONS: Readonly<Record<Season, SeasonWords>> = {
  'first frost': {
    type: 'seasonal-tips',
    title: 'Before the ground freezes',
    opening: 'Fall brings the first frost: young trees and evergreens should go into it well watered.',
    point: 'Water them in dry weeks until the ground freezes, and mulch their roots, not their trunks.',
    tag: 'FallTreeCare',
  },
  'last frost': {
    type: 'seasonal-tips',
    title: 'Spring, and a frost can still come',
    opening: 'Look for limbs that winter has cracked before the leaves hide them.',
    point: 'Plan now what to plant, and wait with what is tender until the frosts are over where you are.',
    tag: 'SpringTreeCare',
  },
  dormant: {
    type: 'seasonal-tips',
    title: 'Bare trees show what they need',
    opening: 'The cold months are a good time to prune most trees.',
    point: 'Without leaves it is easy to see how a tree is built, and what is dead, broken or rubbing.',
    tag: 'WinterPruning',
  },
  growing: {
    type: 'seasonal-tips',
    title: 'Heat, drought and your trees',
    opening: 'In hot, dry weeks a tree needs water at its roots more than anything else.',
    point: 'Leaves that brown at their edges or fall early can mean that it is thirsty.',
    tag: 'SummerTreeCare',
  },
  nesting: {
    type: 'seasonal-tips',
    title: 'Look for nests first',
    opening: 'Most birds nest in spring and summer, and federal law protects nearly all nests with eggs or chicks.',
    point: 'Look before anything is cut, at any time of year; work that can wait is better done in fall or winter.',
    tag: 'NestingSeason',
  },
  hurricanes: {
    type: 'safety',
    title: 'Hurricane season: look up now',
    opening: 'Atlantic hurricane season is from June 1 to November 30.',
    point: 'Dead limbs and weak forks are the first to go: have them looked at before a storm has a name.',
    tag: 'HurricaneSeason',
  },
  thunderstorms: {
    type: 'safety',
    title: 'Thunderstorm season and your trees',
    opening: 'Spring and summer bring most of the thunderstorms that break trees.',
    point: 'After one, look for hanging limbs and bark split by lightning from a safe distance.',
    tag: 'StormReady',
  },
  ice: {
    type: 'safety',
    title: 'What ice does to a tree',
    opening: 'Ice can make a branch many times as heavy as it is.',
    point: 'Do not shake or knock it off: limbs snap. Keep away from what bends over wires or walkways.',
    tag: 'WinterStorm',
  },
  wind: {
    type: 'safety',
    title: 'Windstorms and your trees',
    opening: 'Windstorms come in the wet months, when soaked soil holds roots less firmly.',
    point: 'Look for lifted ground at the foot of tall trees, and stay away from one that has begun to lean.',
    tag: 'WindStorm',
  },
};

/** Of each kind of idea two that are always true, so that none is given twice in a row. */
export const ALWAYS: readonly Omit<Topic, 'isOwn' | 'isSeasonal' | 'pair'>[] = [
  {
    id: 'topping',
    type: 'educational',
    title: 'Why we do not top trees',
    opening: 'Cutting the top off a tree does not make it safer.',
    points: [
      'It answers with many weak shoots, which grow faster and break sooner.',
      'Thinning and shortening to side branches keeps its shape and its strength.',
    ],
    ask: ASK_QUOTE,
    tags: ['TreeCare', 'Pruning'],
  },
  {
    id: 'mulch',
    type: 'educational',
    title: 'Mulch like a doughnut, not like a volcano',
    opening: 'Mulch belongs around a tree, not against its trunk.',
    points: [
      'Two to four inches keep the soil cool and moist.',
      'Piled up against the bark it keeps it wet, and invites rot and mice.',
    ],
    ask: ASK_LOOK,
    tags: ['TreeCare', 'Mulch'],
  },
  {
    id: 'power lines',
    type: 'safety',
    title: 'Ten feet from any line',
    opening: 'A branch near a power line is nobody’s weekend project.',
    points: [
      'Keep ladders, poles and saws at least ten feet away: wood and wet leaves can carry current.',
      'If a limb lies on a line, stay away and call the utility first.',
    ],
    ask: 'See a branch in the wires? Call your utility, then us.',
    tags: ['TreeSafety', 'SafetyFirst'],
  },
  {
    id: 'leaning',
    type: 'safety',
    title: 'Three signs that a tree needs a look today',
    opening: 'A new lean, lifted soil at the foot, a crack in the trunk: these cannot wait.',
    points: [
      'A lean that is new, or that grows, is the most urgent of them.',
      'Keep people and cars out of its reach until somebody has looked at it.',
    ],
    ask: ASK_LOOK,
    tags: ['TreeSafety', 'TreeRisk'],
  },
  {
    id: 'hung limbs',
    type: 'safety',
    title: 'Look up before you walk under',
    opening: 'A limb that broke and hangs in the crown can fall at any hour.',
    points: [
      'Do not stand below it, and do not pull it down with a rope.',
      'A saw on a ladder is how many people get hurt: leave that work to a crew.',
    ],
    ask: ASK_QUOTE,
    tags: ['TreeSafety', 'SafetyFirst'],
  },
  {
    id: 'round of the yard',
    type: 'seasonal-tips',
    title: 'Once around the yard',
    opening: 'Ten minutes around your trees each season find most troubles while they are small.',
    points: [
      'Look for dead branches, fresh cracks, mushrooms at the foot and soil that has lifted.',
      'A photo each time shows what has changed.',
    ],
    ask: ASK_LOOK,
    tags: ['TreeCare', 'YardCare'],
  },
  {
    id: 'young trees',
    type: 'seasonal-tips',
    title: 'The first three years of a tree',
    opening: 'A young tree lives on what it is given in its first three years.',
    points: [
      'Water it deeply once a week when it has not rained, rather than a little each day.',
      'Take off stakes and ties after a year, before they cut in.',
    ],
    ask: ASK_LOOK,
    tags: ['TreePlanting', 'TreeCare'],
  },
  {
    id: 'crown',
    type: 'before-after',
    title: 'The same tree, before and after',
    opening: 'Before pruning: dead limbs over the driveway. After: the same tree, lighter and safer.',
    points: ['Good pruning is hard to see: the tree looks as if nothing was done, and lets the light through.'],
    ask: ASK_QUOTE,
    tags: ['BeforeAndAfter', 'Pruning'],
  },
  {
    id: 'stump',
    type: 'before-after',
    title: 'From a stump to a lawn',
    opening: 'Before grinding: a stump to mow around. After: level ground that is ready for seed.',
    points: ['A grinder goes below the level of the ground, so that grass can grow over it.'],
    ask: ASK_QUOTE,
    tags: ['BeforeAndAfter', 'StumpGrinding'],
  },
  {
    id: 'ask for a review',
    type: 'testimonials',
    title: 'How did we do?',
    opening: 'If we have worked on your trees, tell others how it went.',
    points: ['A few honest lines help a neighbor who has to choose, and help us to do better.'],
    ask: 'Leave us a review.',
    tags: ['CustomerReviews', 'LocalBusiness'],
  },
  {
    id: 'what to ask',
    type: 'testimonials',
    title: 'Ask those who were customers before',
    opening: 'The best answer to “Are they any good?” comes from somebody they have worked for.',
    points: ['Read reviews, and ask whoever gives you a quote for proof of insurance.'],
    ask: 'Read what our customers say, and then ask us.',
    tags: ['CustomerReviews', 'TreeService'],
  },
];
