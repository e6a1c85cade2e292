import { ABSENT, meantMatches } from '../kit/meant-words.ts';
import { joinedHazards } from './terms.ts';

/**
 * The words of a power line, but not of a wire fence, or of a company. Where there is no electricity anymore, a line may
 * be down.
 */
export const POWER_LINE =
  /\b(power ?(lines?|cables?)(?! inspection (company|co|inc|llc)\b)|(electric(al|ity)?|utility|overhead|service|high voltage|primary|secondary|transmission|distribution|live) (lines?|wires?|cables?|drops?)|(lines?|cables?) overhead|(?<always>electricity|power (is|went|has been) out|power outages?|(no|without|lost|(do|does|did|have|has)n'?t (have|had)( any)?) power(?! ?(lines?|cables?|wires?|poles?|tools?|equipment|saws?|needed|required|washing|washers?|source|outlets?|cords?|steering)\b))|electric(al|[oa]s?)|(?<!\b(barbed|chicken|hog|razor) )wires?(?! (fenc(e|es|ing)|mesh|cages?|baskets?|gates?)\b)|transformers?)\b/g;

/** The words of wood that splits, but not of a split-rail fence or a split bill. */
export const SPLIT_WOOD =
  /\b(crack(s|ed|ing)?|split(s|ting)?(?! (rails?|level|(the )?(bills?|costs?|payments?|firewood|logs))\b))\b/g;

/** The words of dead wood, but not of a dead end, or of somebody who is dying to see it gone. */
export const DEAD_WOOD =
  /\b(dead(?! end( (street|road|lane|drive|court|alley|st|rd|ln|dr|ct)\b|[.,;:!?)]|$))|dying(?! to (be|do|finish|get|have|hear|know|see|start)\b)|rot(s|ten|ting|ted)?|hollow|decay(s|ed|ing)?|conks?)\b/g;

/** What could hurt somebody, as a crew reads it, with the words that name it; the deadliest first. */
const HAZARDS: readonly (readonly [string, RegExp])[] = [
  ['Power line', POWER_LINE],
  ['Gas line', /\b(gas|propane) (lines?|pipes?|meters?|tanks?)\b/g],
  [
    'Hanging limb',
    /\b((hanging|broken|dangling|snapped) (limbs?|branch(es)?|tops?)|(limbs?|branch(es)?|tops?) (that )?(is |are )?(hanging|dangling|broken|snapped)|widow ?makers?)\b/g,
  ],
  ['Leaning tree', /\blean(s|ing)?\b/g],
  ['Split or cracked wood', SPLIT_WOOD],
  ['Dead or rotten wood', DEAD_WOOD],
  ['Fallen or uprooted tree', /\b(uprooted|fallen|fell (on|over|down|into|across)|blown (down|over))\b/g],
  ['Bees or wasps', /\b((honey)?bees?|beehives?|wasps?|hornets?|yellow ?jackets?)\b/g],
  [
    'Building close by',
    /\b(on( top of)?|onto|over|against|near|touching|into|above|by|beside|behind|next to|close to) (the |our |my |a |his |her |their |your )?(neighbou?r'?s'? )?(house|roof|home|garage|shed|barn|building)\b/g,
  ],
  [
    'Road or sidewalk close by',
    /\b(on|onto|over|near|into|along|across|beside|blocking|next to|close to) (the |our |my |a )?(road|street|sidewalk|highway|driveway)\b/g,
  ],
  ['Steep ground', /\b(steep|slopes?|hillside|cliff)\b/g],
  ['Dog', /\bdogs?(?! parks?\b)\b/g],
];

/** What texts name of what could hurt somebody; what they negate is not named. */
export function hazardsIn(...texts: readonly (string | null)[]): string[] {
  return withHazardsIn([], ...texts);
}

/** Hazards as they were listed, with those that texts name besides. */
export function withHazardsIn(listed: readonly string[], ...texts: readonly (string | null)[]): string[] {
  const named = HAZARDS.filter(
    ([, pattern]) =>
      texts.some((text) => text !== null && isNamed(text, pattern)) &&
      !listed.some((hazard) => isNamed(hazard, pattern)),
  ).map(([hazard]) => hazard);
  return joinedHazards(listed, named);
}

function isNamed(text: string, pattern: RegExp): boolean {
  const [first] = meantMatches(text, pattern, ABSENT);
  return first !== undefined;
}
