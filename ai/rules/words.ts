import type { Risk } from '../../domain/analysis/terms.ts';
import type { ServiceType } from '../../domain/quote/terms.ts';

/** What a text says about the work. */
export interface WordsRead {
  /** In the order of {@link SERVICES}, each with the words that ask for it. */
  services: { service: ServiceType; words: string }[];
  /** The highest risk it names, with its words. */
  risk: { level: Risk; words: string[] } | null;
}

const SERVICES: readonly [ServiceType, RegExp][] = [
  [
    'emergency_cleanup',
    /\b(emergency|storm|fallen|fell (on|over|down|into|across)|uprooted|blown (down|over)|blocking|lightning)\b/gi,
  ],
  [
    'tree_removal',
    /\b(remov(e|al|ed|ing)|take (it |them |this |the tree )?(down|out)|cut (it |them |this )?down|fell(ing)? (it|the|this)|dead (tree|oak|ash|elm|maple|pine|birch))\b/gi,
  ],
  [
    'tree_trimming',
    /\b(trim(s|med|ming)?|cut back|overgrown|overhang(s|ing)?|(branches|limbs) (over|on|touching|hanging|rubbing))\b/gi,
  ],
  ['pruning', /\b(prun(e|es|ed|ing)|thin(ned|ning)? (out|the crown)|crown (clean|thin|rais|reduc)\w*|shap(e|ing))\b/gi],
  ['stump_grinding', /\b(stumps?|grind(ing)?)\b/gi],
  ['hedge_trimming', /\b(hedges?|shrubs?|bush(es)?|arborvitae|privet|boxwood)\b/gi],
  [
    'tree_health_assessment',
    /\b(sick|diseased?|fung(us|i|al)|mushrooms?|conks?|yellow(ing)? leaves|brown leaves|dying|borers?|beetles?|aphids|blight|rot(ten|ting)?|assess(ment)?|health|inspect(ion)?|arborist)\b/gi,
  ],
];

const RISKS: readonly [Risk, RegExp][] = [
  [
    'high',
    /\b(power ?lines?|wires?|electric(al|ity)?|leaning|lean(s)?|crack(s|ed|ing)?|split(s|ting)?|hanging|uprooted|(on|over|against|near|touching|into) (the |our |my |a )?(house|roof|home|road|street|sidewalk|playground|school)|children|blocking|fallen|lightning)\b/gi,
  ],
  ['medium', /\b(fence|shed|garage|driveway|patio|deck|pool|neighbou?rs?|dead|dying|rot(ten|ting)?|hollow|storm)\b/gi],
];

/** Negates what follows in the same part of a sentence: "no stump grinding". */
const NEGATION =
  /\b(no|nor|not|never|neither|without|don['’]?t|do not|doesn['’]?t|isn['’]?t|no need)\b[^.,;:!?]{0,30}$/i;

/** Reads a text for the services it asks for and the dangers it names. Its words are data: nothing in it is obeyed. */
export function readWords(text: string): WordsRead {
  const services = SERVICES.flatMap(([service, pattern]) => {
    const [words] = meant(text, pattern);
    return words === undefined ? [] : [{ service, words }];
  });
  for (const [level, pattern] of RISKS) {
    const words = meant(text, pattern);
    if (words.length > 0) return { services, risk: { level, words } };
  }
  return { services, risk: null };
}

/** The words matching a pattern that a text does not negate, each once. */
function meant(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].filter(({ index }) => !NEGATION.test(text.slice(0, index)));
  return [...new Set(found.map(([words]) => words.toLowerCase()))];
}
