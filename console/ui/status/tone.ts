/** What a status means at a glance; `styles/tones.css` has the colors. */
export type Tone = 'grey' | 'blue' | 'amber' | 'violet' | 'green' | 'red';

/** Gives an element the colors of a tone: `--hw-tone-ink`, `--hw-tone-fill` and `--hw-tone-line`. */
export function toneClass(tone: Tone): string {
  return `hw-tone-${tone}`;
}
