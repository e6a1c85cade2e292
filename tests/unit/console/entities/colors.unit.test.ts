import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { equipmentTone, jobTone, leadTone } from '../../../../console/entities/tones.ts';
import { EQUIPMENT_STATUSES } from '../../../../domain/equipment/terms.ts';
import { JOB_STATUSES } from '../../../../domain/job/terms.ts';
import { LEAD_STATUSES } from '../../../../domain/lead/terms.ts';

type Rgb = readonly [number, number, number];

const sheet = readFileSync(join(import.meta.dirname, '../../../../console/styles/tokens.css'), 'utf8');
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The color of a token, linear. */
function color(name: string, theme: Theme): Rgb {
  const [, light, dark = light] =
    sheet.match(new RegExp(`--hw-${name}: (?:light-dark\\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?`)) ?? [];
  if (!light || !dark) throw new Error(`No color ${name}`);
  const hex = theme === 'light' ? light : dark;
  const part = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [part(1), part(3), part(5)];
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: Rgb, other: Rgb): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

/** Its place in OKLab, where distances match perceived differences. */
function perceived([red, green, blue]: Rgb): Rgb {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

const distance = (one: Rgb, other: Rgb) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** What eyes lacking one kind of cones see (Machado, Oliveira and Fernandes, 2009). */
const eyes: Readonly<Record<string, readonly [Rgb, Rgb, Rgb]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(by: string, rgb: Rgb): Rgb {
  const [red, green, blue] = (eyes[by] ?? []).map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
  );
  return perceived([red ?? 0, green ?? 0, blue ?? 0]);
}

const TONES = ['grey', 'blue', 'amber', 'violet', 'green', 'red'];
const GROUNDS = ['ground', 'sunken', 'surface', 'raised', 'hover', 'selected'];
const INKS = ['text', 'muted', 'link', 'strong', 'removed', 'added'];
/** White to black is 1: colors this far apart can be distinguished side by side in a chart's legend. */
const TOLD_APART = 0.09;

describe.each(themes)('in the %s theme', (theme) => {
  test('Every ink can be read on every ground', () => {
    const pairs = INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const));
    const faint = pairs.filter(([ink, ground]) => contrast(color(ink, theme), color(ground, theme)) < 4.5);
    expect(faint).toEqual([]);
    expect(contrast(color('on-primary', theme), color('primary', theme))).toBeGreaterThan(4.5);
    expect(contrast(color('on-forest', theme), color('forest-raised', theme))).toBeGreaterThan(4.5);
    expect(contrast(color('on-forest-muted', theme), color('forest', theme))).toBeGreaterThan(4.5);
  });

  test.each(TONES)('The word of a %s status can be read, and its dot be seen', (tone) => {
    const ink = color(`tone-${tone}-ink`, theme);
    for (const ground of [`tone-${tone}-fill`, ...GROUNDS]) {
      expect(contrast(ink, color(ground, theme)), ground).toBeGreaterThan(4.5);
    }
    expect(contrast(color(`tone-${tone}-line`, theme), color('surface', theme))).toBeGreaterThan(3);
  });

  test.each([
    ['chart', 6],
    ['crew', 8],
  ])('The colors of a %s are told apart, whatever cones the eyes have', (name, count) => {
    const colors = Array.from({ length: count }, (_, at) => color(`${name}-${at + 1}`, theme));
    for (const [at, one] of colors.entries()) {
      for (const ground of ['surface', 'ground']) {
        expect(contrast(one, color(ground, theme)), `${name}-${at + 1} on ${ground}`).toBeGreaterThan(2.99);
      }
      for (const [before, other] of colors.slice(0, at).entries()) {
        for (const by of Object.keys(eyes)) {
          const apart = distance(seen(by, one), seen(by, other));
          expect(apart, `${name}-${before + 1} and ${name}-${at + 1} with ${by}`).toBeGreaterThan(TOLD_APART);
        }
      }
    }
  });

  test('Ground, column, card and selected row can be told apart', () => {
    const [ground, column, card, selected] = ['ground', 'sunken', 'surface', 'selected'].map((name) =>
      perceived(color(name, theme)),
    ) as [Rgb, Rgb, Rgb, Rgb];
    for (const [one, other] of [
      [ground, column],
      [column, card],
      [ground, card],
      [card, selected],
    ] as const) {
      expect(distance(one, other)).toBeGreaterThan(0.025);
    }
  });
});

test('Every status has a tone, one not known yet is grey', () => {
  expect(LEAD_STATUSES.map(leadTone)).toEqual(['blue', 'amber', 'violet', 'green', 'grey']);
  expect(EQUIPMENT_STATUSES.map(equipmentTone)).toEqual(['green', 'blue', 'amber', 'red']);
  expect(new Set(JOB_STATUSES.map(jobTone)).size).toBe(JOB_STATUSES.length);
  expect(leadTone('Frozen')).toBe('grey');
});
