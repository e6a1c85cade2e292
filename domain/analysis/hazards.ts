import { meantWords } from '../kit/meant-words.ts';

/** What could hurt somebody, as a crew reads it, with the words that name it; the deadliest first. */
const HAZARDS: readonly (readonly [string, RegExp])[] = [
  [
    'Power line',
    /\b(power ?(lines?|cables?)|(electric(al|ity)?|utility|overhead|service|high[- ]voltage) (lines?|wires?|cables?|drops?)|electric(al|ity)|wires?|transformers?)\b/gi,
  ],
  ['Gas line', /\b(gas|propane) (lines?|pipes?|meters?|tanks?)\b/gi],
  [
    'Hanging limb',
    /\b((hanging|broken|dangling|snapped) (limbs?|branch(es)?|tops?)|(limbs?|branch(es)?|tops?) (that )?(is |are )?(hanging|dangling|broken|snapped)|widow ?makers?)\b/gi,
  ],
  ['Leaning tree', /\blean(s|ing)?\b/gi],
  ['Split or cracked wood', /\b(crack(s|ed|ing)?|split(s|ting)?)\b/gi],
  ['Dead or rotten wood', /\b(dead|dying|rot(s|ten|ting|ted)?|hollow|decay(s|ed|ing)?|conks?)\b/gi],
  ['Fallen or uprooted tree', /\b(uprooted|fallen|fell (on|over|down|into|across)|blown (down|over))\b/gi],
  ['Bees or wasps', /\b((honey)?bees?|beehives?|wasps?|hornets?|yellow ?jackets?)\b/gi],
  [
    'Building close by',
    /\b(on|onto|over|against|near|touching|into|above|by|beside|behind|next to|close to) (the |our |my |a |his |her |their |your )?(neighbou?r['’]?s )?(house|roof|home|garage|shed|barn|building)\b/gi,
  ],
  [
    'Road or sidewalk close by',
    /\b(on|onto|over|near|into|along|across|beside|blocking|next to|close to) (the |our |my |a )?(road|street|sidewalk|highway|driveway)\b/gi,
  ],
  ['Steep ground', /\b(steep|slopes?|hillside|cliff)\b/gi],
  ['Dog', /\bdogs?\b/gi],
];

/** What texts name of what could hurt somebody; what they negate is not named. */
export function hazardsIn(...texts: readonly (string | null)[]): string[] {
  return withHazardsIn([], ...texts);
}

/** Hazards as they were listed, with those that texts name besides. */
export function withHazardsIn(listed: readonly string[], ...texts: readonly (string | null)[]): string[] {
  const named = HAZARDS.filter(
    ([, pattern]) =>
      texts.some((text) => meantWords(text ?? '', pattern).length > 0) &&
      !listed.some((hazard) => meantWords(hazard, pattern).length > 0),
  ).map(([hazard]) => hazard);
  return [...new Set([...listed, ...named])];
}
