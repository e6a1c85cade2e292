/** The contrast a text needs to be readable (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/** The contrast of white text on a color: from 1, unreadable, to 21. @param color `#rrggbb` */
export function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return 1.05 / (0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) + 0.05);
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
