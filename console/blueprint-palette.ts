const PALETTE = /--bp-palette-([\w-]+):\s*(#[0-9a-f]{6})/g;

/**
 * Blueprint compiles its palette into its stylesheet: this turns each of its colors back into a custom property, so
 * that the values in `styles/blueprint.css` apply to every text, icon, line and background.
 */
export function withPaletteProperties(sheet: string): string {
  const names = new Map(
    [...sheet.matchAll(PALETTE)].map(([, name = '', hex = '']) => [hex, `var(--bp-palette-${name})`]),
  );
  const named = (hex: string) => names.get(hex.toLowerCase());
  return sheet
    .replace(/(--bp-palette-[\w-]+:\s*)?(#[0-9a-f]{6})\b/gi, (all, declared, hex) =>
      declared ? all : (named(hex) ?? all),
    )
    .replace(/rgba\((\d+), (\d+), (\d+), ([\d.]+)\)/g, (all, red, green, blue, alpha) => {
      const name = named(`#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`);
      return name ? `color-mix(in srgb, ${name} ${Number((alpha * 100).toFixed(2))}%, transparent)` : all;
    });
}
