import type { Random } from '../../bench/support/random.ts';

/** What somebody wants done. */
export interface Work {
  /** As an estimator writes it. */
  description: string;
  /** What it may cost, as guessed on the phone: integer cents. */
  guess: number;
  /** What it costs, once somebody has looked at it: integer cents. */
  value: number;
  /** Cannot wait: everything about it happens within a day or two. */
  isUrgent: boolean;
  /** Somebody climbs, or a tree comes down: not stumps, hedges or reports. */
  isAloft: boolean;
}

/** A kind of work: its share, its price in dollars from the smallest to the largest, and how it is described. */
interface Kind {
  share: number;
  dollars: readonly [number, number];
  /** The tree's height, from the smallest to the largest. */
  feet: readonly [number, number];
  isUrgent?: boolean;
  isOnGround?: boolean;
  descriptions: readonly string[];
}

// {tree} and {feet} are the tree's, {size} is the stump's diameter in inches, {count} is two to five; {spot} is what is
// near, {roof} what could be hit, {edge} what a hedge or walk runs along.

const KINDS: readonly Kind[] = [
  {
    share: 26,
    dollars: [350, 1_800],
    feet: [25, 75],
    descriptions: [
      '{tree}, {feet} ft. Crown clean and deadwood over the {spot}, raise the skirt to 12 ft, haul brush',
      '{tree}, {feet} ft, rubbing on the {roof}. Reduce that side 6 to 8 ft, thin the crown lightly, chip on site',
      '{count} {trees} by the {roof}. Deadwood over 2 in, clear the roof by 8 ft, leave the chips by the fence',
      '{tree}, {feet} ft, co-dominant stems. Reduce the longer one by a quarter, deadwood, take everything',
      'Structural pruning of {count} young trees, and lift the {tree} over the driveway so that trucks can pass',
    ],
  },
  {
    share: 26,
    dollars: [900, 7_500],
    feet: [30, 90],
    descriptions: [
      '{tree}, {feet} ft, two leads over the {spot}; drop the south lead, reduce the rest, chip everything, grind stump',
      'Remove {tree}, {feet} ft, dead at the top, leaning toward the {roof}. Rig it down, no drop zone. Wood stays, brush goes',
      'Remove {count} {trees} between the {spot} and the property line. Good access from the street, grind all stumps',
      '{tree}, {feet} ft, cavity at 8 ft on the house side. Climb and rig, protect the lawn with mats, cut firewood to 16 in',
      'Remove {tree}, {feet} ft, roots lifting the {edge}. Check the wires with the utility first, then chip and haul',
    ],
  },
  {
    share: 6,
    dollars: [6_000, 14_000],
    feet: [75, 110],
    descriptions: [
      'Crane removal: {tree}, {feet} ft, behind the {roof}, no access for the lift. Street permit and a flagger for the day',
      'Crane removal: {tree}, {feet} ft, split at the union over the {roof}. Crane in the driveway on plates, one day',
    ],
  },
  {
    share: 10,
    dollars: [120, 600],
    feet: [0, 0],
    isOnGround: true,
    descriptions: [
      'Grind one stump, {size} in across, by the {spot}. Gate is 40 in wide. Leave the grindings, rake level',
      'Grind {count} stumps, largest {size} in, near the {spot}. Call 811 first. Haul the grindings, fill with loam',
    ],
  },
  {
    share: 9,
    dollars: [800, 5_000],
    feet: [40, 85],
    isUrgent: true,
    descriptions: [
      'Emergency: {tree}, {feet} ft, down across the {roof} since the storm. Clear it today, tarp the hole, insurance photos',
      'Emergency: limb of the {tree} hung up over the {spot}. Make it safe now, the rest of the tree next week',
      'Emergency: {tree}, {feet} ft, uprooted and resting on the {roof}. Wires are clear, utility has been out',
    ],
  },
  {
    share: 8,
    dollars: [300, 1_400],
    feet: [0, 0],
    isOnGround: true,
    descriptions: [
      'Privet hedge, 80 ft along the {edge}. Shear both sides and the top to 6 ft, bag and haul',
      'Arborvitae screen along the {edge}, 18 plants. Take 3 ft off the top, face the street side, tie what has splayed',
    ],
  },
  {
    share: 6,
    dollars: [450, 1_600],
    feet: [45, 80],
    descriptions: [
      '{tree}, {feet} ft, included bark at the main union over the {spot}. Two dynamic cables, deadwood while up there',
      'Inspect the cable in the {tree} by the {spot} (put in about ten years ago), replace it and add a brace rod',
    ],
  },
  {
    share: 9,
    dollars: [150, 400],
    feet: [30, 85],
    isOnGround: true,
    descriptions: [
      'Health assessment: {tree}, {feet} ft, thin crown on the {roof} side. Check the root flare, soil sample, written report',
      'Health assessment: {count} {trees}, leaf drop since July. Look for borers and girdling roots, treatment plan by mail',
      'Assessment of the {tree} by the {spot} before the sale of the house: level 2, letter for the buyers',
    ],
  },
];

const TREES = [
  ['silver maple', 'silver maples'],
  ['sugar maple', 'sugar maples'],
  ['Norway maple', 'Norway maples'],
  ['red oak', 'red oaks'],
  ['white oak', 'white oaks'],
  ['white pine', 'white pines'],
  ['white ash', 'ash trees'],
  ['Norway spruce', 'spruces'],
  ['hemlock', 'hemlocks'],
  ['beech', 'beeches'],
  ['river birch', 'birches'],
  ['black locust', 'locusts'],
] as const;

const ROOFS = ['house', 'garage', 'barn', 'porch', 'shed'];
const EDGES = ['driveway', 'front walk', 'back fence', 'sidewalk'];
const SPOTS = [...ROOFS, ...EDGES, 'deck', 'pool'];

/** One piece of work; kinds are as frequent as tree companies are asked for them. A larger tree costs more. */
export function makeWork(random: Random): Work {
  const kind = pickKind(random);
  const size = random.below(1_000) / 1_000;
  const price = (size * 3 + random.below(1_000) / 1_000) / 4;
  const [tree, trees] = random.pick(TREES);
  const words: Record<string, string> = {
    tree,
    trees,
    feet: String(between(kind.feet, size, 5)),
    size: String(between([12, 44], size, 2)),
    roof: random.pick(ROOFS),
    edge: random.pick(EDGES),
    spot: random.pick(SPOTS),
    count: random.pick(['two', 'three', 'four', 'five']),
  };
  const text = random.pick(kind.descriptions).replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
  const step = kind.dollars[0] < 300 ? 10 : 50;
  return {
    description: text.charAt(0).toUpperCase() + text.slice(1),
    guess: between(kind.dollars, size, step) * 100,
    value: between(kind.dollars, price, step) * 100,
    isUrgent: kind.isUrgent === true,
    isAloft: kind.isOnGround !== true,
  };
}

function pickKind(random: Random): Kind {
  let share = random.below(KINDS.reduce((sum, kind) => sum + kind.share, 0));
  const found = KINDS.find((kind) => {
    share -= kind.share;
    return share < 0;
  });
  return found ?? random.pick(KINDS);
}

/** The point at a fraction of a range, rounded to steps. */
function between([low, high]: readonly [number, number], fraction: number, step: number): number {
  return Math.min(high, Math.max(low, Math.round((low + (high - low) * fraction) / step) * step));
}
