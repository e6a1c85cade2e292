/** A piece of a page: what it was made of is escaped already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Markup[];

/** Writes markup: texts are escaped, markup stands as it is, null is nothing. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(pieces.reduce((text, piece, index) => text + written(parts[index - 1] ?? null) + piece));
}

function written(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return Array.isArray(part) ? part.map(written).join('') : escaped(String(part));
}

/** Fills the places of a page, as it was built, such as `{{company}}`. A place of which nothing is said stays empty. */
export function filled(page: string, parts: Readonly<Record<string, Part>>): string {
  return page.replaceAll(/{{(\w+)}}/g, (_, place: string) => written(parts[place] ?? null));
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
