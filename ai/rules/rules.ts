import { type Findings, NO_FINDINGS } from '../../domain/analysis/events.ts';
import { hazardsIn } from '../../domain/analysis/hazards.ts';
import type { Risk } from '../../domain/analysis/terms.ts';
import type { ServiceType } from '../../domain/quote/terms.ts';
import type { ImageAnalysis } from '../image-analysis.ts';
import { type PictureRead, readPicture, type Shown } from './picture.ts';
import { readWords, type WordsRead } from './words.ts';

/** Raised with every change to a rule. */
const VERSION = '4';

/** Rules do not know what a tree is: they never claim more than this. */
const MOST_CONFIDENCE = 0.5;

/**
 * Rules over what can be measured in a picture and over the words sent with it: no service, no network. They say what
 * they saw and what they did not, suggest only what picture or text gives a reason for, and know no prices.
 */
export function createRules(): ImageAnalysis {
  return {
    async analyze({ picture, description }, signal) {
      signal.throwIfAborted();
      const shown = readPicture(picture.measures);
      const words = readWords(description ?? '');
      return {
        findings: findingsOf(shown, words, description),
        confidence: confidenceOf(shown, words),
        seen: [...shown.seen, ...saidIn(words)],
        notSeen: [
          ...shown.notSeen,
          ...(words.services.length === 0 ? LOOKED_AT[shown.shown].map(({ open }) => open) : []),
          ...(description ? [] : ['Nothing was said about the work.']),
        ],
        method: 'rules',
        model: 'rules',
        version: VERSION,
        fallback: null,
      };
    },
  };
}

function findingsOf(picture: PictureRead, words: WordsRead, description: string | null): Findings {
  return {
    ...NO_FINDINGS,
    summary: summaryOf(picture, words),
    treeCondition: CONDITIONS[picture.shown],
    safetyRisk: words.risk?.level ?? UNKNOWN_RISK,
    hazards: hazardsIn(description),
    additionalNotes: notesOf(words),
    treeSpecies: words.species,
    treeHeight: words.height,
    suggestedServices: servicesOf(picture.shown, words),
    recommendations: ['Have the tree looked at on site: a photo alone does not tell the price.'],
  };
}

/** Nobody looked for what the tree could hit, so it is called neither safe nor dangerous. */
const UNKNOWN_RISK: Risk = 'medium';

const SUMMARIES: Readonly<Record<Shown, string>> = {
  canopy: 'Green foliage fills much of the picture.',
  some_green: 'There is some green in the picture.',
  brown: 'The picture is mostly brown, with little green.',
  sky: 'The picture shows hardly anything but sky.',
  nothing: 'The picture shows neither green nor brown to speak of.',
};

const CONDITIONS: Readonly<Record<Shown, string>> = {
  canopy: 'In leaf, as far as colors tell. Health cannot be told from colors.',
  some_green: 'Some foliage, as far as colors tell. Health cannot be told from colors.',
  brown: 'May be dead or bare, or only bark or soil: check on site.',
  sky: 'Unknown: no tree could be made out.',
  nothing: 'Unknown: no tree could be made out.',
};

function summaryOf({ shown, isClear }: PictureRead, { services }: WordsRead): string {
  const quality = isClear ? [] : ['It is not clear enough to rely on.'];
  const asked = services.map(({ service }) => service.replaceAll('_', ' ')).join(', ');
  return [SUMMARIES[shown], ...quality, ...(asked ? [`Asked for: ${asked}.`] : [])].join(' ');
}

function notesOf({ risk }: WordsRead): string {
  return risk
    ? `The text names: ${risk.words.join(', ')}.`
    : 'The safety risk was not judged: nothing was said about what the tree could hit. Look for lines, roofs and roads.';
}

function saidIn({ services, species, height }: WordsRead): string[] {
  return [
    ...services.map(({ service, words }) => `"${words}" in the text asks for ${service.replaceAll('_', ' ')}.`),
    ...(species ? [`The text names the tree: ${species.toLowerCase()}.`] : []),
    ...(height ? [`The text says how tall it is: ${height}.`] : []),
  ];
}

type Service = Findings['suggestedServices'][number];

/** Without descriptions: a rule knows why it suggests a service, not what is to be done. */
function servicesOf(shown: Shown, { services, risk }: WordsRead): Service[] {
  const suggested =
    services.length === 0
      ? LOOKED_AT[shown]
      : services.map(({ service }) => ({ service, priority: priorityOf(service, risk?.level ?? null) }));
  return suggested.map(({ service, priority }) => ({ service, description: null, estimatedCost: null, priority }));
}

function priorityOf(service: ServiceType, risk: Risk | null): Risk {
  if (service === 'emergency_cleanup' || risk === 'high') return 'high';
  return service === 'stump_grinding' || service === 'hedge_trimming' ? 'low' : 'medium';
}

interface Suggestion {
  service: ServiceType;
  priority: Risk;
  /** What is still to be found out. */
  open: string;
}

const NO_SUGGESTIONS: readonly Suggestion[] = [];

/** What a picture alone gives reason to suggest. */
const LOOKED_AT: Readonly<Record<Shown, readonly Suggestion[]>> = {
  canopy: [{ service: 'pruning', priority: 'low', open: 'Whether the crown needs pruning is seen on site.' }],
  some_green: NO_SUGGESTIONS,
  brown: [
    {
      service: 'tree_health_assessment',
      priority: 'medium',
      open: 'Whether the tree is alive is seen on site.',
    },
  ],
  sky: NO_SUGGESTIONS,
  nothing: NO_SUGGESTIONS,
};

function confidenceOf({ shown, isClear }: PictureRead, { services, species, height }: WordsRead): number {
  const ofPicture = shown === 'sky' || shown === 'nothing' ? 0.05 : 0.2;
  const ofWords = services.length > 0 || species || height ? 0.25 : 0;
  const found = (isClear ? ofPicture : ofPicture / 2) + ofWords;
  return Math.min(MOST_CONFIDENCE, Math.round(found * 100) / 100);
}
