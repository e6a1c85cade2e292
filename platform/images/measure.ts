/** What can be measured in a picture without knowing what it shows. Shares are of its pixels, from 0 to 1. */
export interface Measures {
  /** The size of the photo as sent, upright, in pixels. */
  width: number;
  height: number;
  /** The mean, and how far pixels deviate from it, from 0 (black) to 1. */
  brightness: number;
  contrast: number;
  /** The shares too dark, and too bright, to show anything. */
  black: number;
  white: number;
  /** How much neighboring pixels differ, in thousandths; below {@link BLURRED} no edges are left. */
  sharpness: number;
  /** Blue, or bright and gray from the top edge down. */
  sky: number;
  /** Green of any kind; and green in the upper two thirds only, where a lawn seldom is. */
  green: number;
  canopy: number;
  /** Yellow and yellowish green. */
  yellow: number;
  /** The color of bark, bare wood, dead leaves and soil. */
  brown: number;
  /** The mean of its greens and of its browns, `#4a7a35`; null if there are hardly any. */
  greenTone: string | null;
  brownTone: string | null;
}

/** The sharpness below which a photo counts as blurred. */
export const BLURRED = 0.6;

/** A picture as rows of pixels: red, green and blue, a byte each. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

type Color = 'sky' | 'cloud' | 'green' | 'yellow' | 'brown' | 'black' | 'white' | 'other';

/** Below this share, a color's tone is not worth reporting. */
const LEAST_TONE = 0.02;

/** Measures colors, light and edges. @param pixels a few hundred per side: more cost time and add nothing */
export function measure({ data, width, height }: Pixels): Omit<Measures, 'width' | 'height'> {
  const count = width * height;
  const colors: Color[] = new Array(count);
  const light = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const red = (data[at * 3] ?? 0) / 255;
    const green = (data[at * 3 + 1] ?? 0) / 255;
    const blue = (data[at * 3 + 2] ?? 0) / 255;
    colors[at] = colorOf(red, green, blue);
    light[at] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  const upper = Math.ceil(height * (2 / 3)) * width;
  const shareOf = (color: Color, until = count) => rounded(countOf(colors, color, until) / until);
  const { mean, deviation } = spread(light);
  return {
    brightness: rounded(mean),
    contrast: rounded(deviation),
    black: shareOf('black'),
    white: rounded((countOf(colors, 'white', count) - whiteOfSky(colors, width, height)) / count),
    sharpness: rounded(edges(light, width, height)),
    sky: rounded((countOf(colors, 'sky', count) + cloudsFromAbove(colors, width, height)) / count),
    green: shareOf('green'),
    canopy: shareOf('green', upper),
    yellow: shareOf('yellow'),
    brown: shareOf('brown'),
    greenTone: toneOf(data, colors, 'green'),
    brownTone: toneOf(data, colors, 'brown'),
  };
}

function colorOf(red: number, green: number, blue: number): Color {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const saturation = most === 0 ? 0 : (most - least) / most;
  if (most < 0.1) return 'black';
  if (saturation < 0.12) return grayOf(most);
  return tintOf(hueOf(red, green, blue, most, least), saturation, most);
}

/** @param hue in degrees; the other two from 0 to 1 */
function tintOf(hue: number, saturation: number, value: number): Color {
  if (hue >= 185 && hue < 260) return value > 0.4 ? 'sky' : 'other';
  if (hue >= 65 && hue < 175) return 'green';
  if (hue >= 45 && hue < 65) return value > 0.35 ? 'yellow' : 'green';
  const isBrown = hue >= 8 && hue < 45 && value < 0.75 && saturation > 0.18;
  return isBrown ? 'brown' : 'other';
}

function grayOf(value: number): Color {
  if (value > 0.97) return 'white';
  return value > 0.7 ? 'cloud' : 'other';
}

function hueOf(red: number, green: number, blue: number, most: number, least: number): number {
  const range = most - least;
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
  if (most === green) return 60 * ((blue - red) / range) + 120;
  return 60 * ((red - green) / range) + 240;
}

function countOf(colors: readonly Color[], color: Color, until: number): number {
  let count = 0;
  for (let at = 0; at < until; at++) if (colors[at] === color) count++;
  return count;
}

/** Bright gray is sky only if there is nothing but sky above it; elsewhere it is a wall or a road. */
function cloudsFromAbove(colors: readonly Color[], width: number, height: number): number {
  return fromAbove(colors, width, height, (color) => color === 'cloud' || color === 'white');
}

function whiteOfSky(colors: readonly Color[], width: number, height: number): number {
  return fromAbove(colors, width, height, (color) => color === 'white');
}

/** Counts pixels of a kind, going down each column as long as it is sky. */
function fromAbove(colors: readonly Color[], width: number, height: number, is: (color: Color) => boolean): number {
  let count = 0;
  for (let column = 0; column < width; column++) {
    for (let row = 0; row < height; row++) {
      const color = colors[row * width + column] ?? 'other';
      if (color !== 'sky' && color !== 'cloud' && color !== 'white') break;
      if (is(color)) count++;
    }
  }
  return count;
}

function spread(values: Float64Array): { mean: number; deviation: number } {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) };
}

/** The variance of the Laplacian, in thousandths. */
function edges(light: Float64Array, width: number, height: number): number {
  if (width < 3 || height < 3) return 0;
  const found = new Float64Array((width - 2) * (height - 2));
  let place = 0;
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const around = (light[at - 1] ?? 0) + (light[at + 1] ?? 0) + (light[at - width] ?? 0) + (light[at + width] ?? 0);
      found[place++] = around - 4 * (light[at] ?? 0);
    }
  }
  return spread(found).deviation ** 2 * 1_000;
}

function toneOf(data: Uint8Array, colors: readonly Color[], color: Color): string | null {
  const sums = [0, 0, 0];
  let count = 0;
  for (const [at, each] of colors.entries()) {
    if (each !== color) continue;
    count++;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[at * 3 + channel] ?? 0);
  }
  if (count < colors.length * LEAST_TONE) return null;
  const hex = (sum: number) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, '0');
  return `#${sums.map(hex).join('')}`;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
