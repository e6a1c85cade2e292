/** A piece of a page; the texts in it are already escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Markup[];

/** Makes markup: texts are escaped, markup stays as it is, null becomes nothing. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(pieces.reduce((text, piece, index) => text + written(parts[index - 1] ?? null) + piece));
}

function written(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return Array.isArray(part) ? part.map(written).join('') : escaped(String(part));
}

/** What a page's placeholders stand for, by their names. */
export type Parts = Readonly<Record<string, Part>>;

/** Fills the placeholders of a built page, such as `{{company}}`. A placeholder without a value becomes empty. */
export function filled(page: string, parts: Parts): string {
  return page.replaceAll(/{{(\w+)}}/g, (_, place: string) => written(parts[place] ?? null));
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
