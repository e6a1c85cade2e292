import { BLURRED, type Measures } from '../../platform/images/measure.ts';

/** What colors and edges tell about a picture. */
export type Shown = 'canopy' | 'some_green' | 'brown' | 'sky' | 'nothing';

export interface PictureRead {
  shown: Shown;
  /** Whether it is good enough to rely on. */
  isClear: boolean;
  seen: string[];
  notSeen: string[];
}

const LEAST_PIXELS = 200_000;
const DARK = 0.12;
const BRIGHT = 0.93;
/** The share of black or white pixels beyond which little can be made out. */
const MOST = 0.6;
/** The contrast of a plain blue sky: too little to tell whether anything is in focus. */
const PLAIN = 0.03;

const CANOPY = 0.35;
const SOME_GREEN = 0.1;
const BROWN = 0.2;
const SKY = 0.7;
const YELLOW = 0.15;

/** Reads the measures of a picture: only what they show, in words. */
export function readPicture(measures: Measures): PictureRead {
  const shown = whatIsShown(measures);
  const faults = faultsOf(measures);
  return {
    shown,
    isClear: faults.length === 0,
    seen: seenIn(measures, shown),
    notSeen: [...faults, ...NOT_SEEN[shown], 'Colors do not show the species, the height or what is below the tree.'],
  };
}

function whatIsShown({ canopy, green, brown, sky }: Measures): Shown {
  if (Math.max(canopy, green) >= CANOPY) return 'canopy';
  if (brown >= BROWN && brown > green) return 'brown';
  if (green >= SOME_GREEN) return 'some_green';
  if (brown >= BROWN) return 'brown';
  return sky >= SKY ? 'sky' : 'nothing';
}

function faultsOf({ width, height, brightness, black, white, contrast, sharpness }: Measures): string[] {
  const faults: string[] = [];
  if (width * height < LEAST_PIXELS) faults.push(`The picture is small: ${width} by ${height} pixels.`);
  if (brightness < DARK || black > MOST) faults.push('The picture is too dark to tell much.');
  if (brightness > BRIGHT || white > MOST) faults.push('The picture is too bright to tell much.');
  if (sharpness < BLURRED && contrast > PLAIN) faults.push('The picture is blurred.');
  return faults;
}

const NOT_SEEN: Readonly<Record<Shown, readonly string[]>> = {
  canopy: [],
  some_green: ['It is not clear whether the green is a tree, a hedge or a lawn.'],
  brown: ['Dead wood, bare branches, bark and soil have the same colors.'],
  sky: ['No tree could be made out.'],
  nothing: ['No tree could be made out: there is hardly any green or brown.'],
};

function seenIn({ green, brown, sky, yellow, greenTone, brownTone }: Measures, shown: Shown): string[] {
  const seen: string[] = [];
  if (green >= SOME_GREEN) seen.push(`Green fills about ${percent(green)} of the picture (${greenTone}).`);
  if (yellow >= YELLOW) seen.push(`Yellow or pale leaves may fill about ${percent(yellow)}.`);
  if (brown >= SOME_GREEN) seen.push(`Brown fills about ${percent(brown)} (${brownTone}).`);
  if (sky >= SOME_GREEN || shown === 'sky')
    seen.push(`Sky, or another bright even surface, fills about ${percent(sky)}.`);
  return seen;
}

/** Rounded to five percent: more would claim precision that is not there. */
function percent(share: number): string {
  return `${Math.max(5, Math.round(share * 20) * 5)}%`;
}
