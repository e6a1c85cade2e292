import type { BriefingDetails, BriefingGroup, Wording } from '../../domain/briefing/events.ts';
import { BRIEFING_LIMITS } from '../../domain/briefing/terms.ts';
import type { ModelBriefing } from '../briefing-writer.ts';
import { checkedText, isAbout, toldIn } from './checked-text.ts';
import type { Material } from './material.ts';

/**
 * What of a model's answer is kept: texts that say nothing but what was told, and its order. Numbers of no insight are
 * passed over, an insight counts where it is named first, and what is forgotten is shown by whoever reads it, after the rest.
 * @returns null if it names none of the insights
 */
export function checkedBriefing(
  { about, findings }: Material,
  { groups }: ModelBriefing,
): Pick<BriefingDetails, 'about' | 'insights' | 'groups' | 'wordings' | 'dropped'> | null {
  const left = new Map(findings.map((finding, at) => [at + 1, finding]));
  const wordings: Wording[] = [];
  const kept: BriefingGroup[] = [];
  let dropped = 0;
  /** Null, and counted, where a text may not be shown; one that says nothing is none. */
  const check = (text: string, from: readonly string[], longest: number, isOfOne = false): string | null => {
    const told = toldIn(from);
    const mayBeShown = !isOfOne || isAbout(text, told);
    const checked = mayBeShown ? checkedText(text, told, longest) : null;
    if (checked === null && text.trim() !== '') dropped++;
    return checked;
  };

  for (const { heading, summary, insights } of groups) {
    const named = insights.flatMap(({ number, ...texts }) => {
      const finding = left.get(number);
      left.delete(number);
      return finding ? [{ ...finding, texts }] : [];
    });
    if (named.length === 0 || kept.length >= BRIEFING_LIMITS.groups) continue;
    for (const { id, about: print, text, texts } of named) {
      const title = check(texts.title, [text], BRIEFING_LIMITS.title, true);
      const description = check(texts.description, [text], BRIEFING_LIMITS.description, true);
      if (title !== null && description !== null) wordings.push({ id, about: print, title, description });
    }
    // Whose place it would be, nobody could tell.
    const told = named.map(({ text }) => text.replaceAll(/\{\d{1,2}\}/g, ''));
    kept.push({
      heading: check(heading, told, BRIEFING_LIMITS.heading),
      summary: check(summary, told, BRIEFING_LIMITS.summary),
      insights: named.map(({ id }) => id),
    });
  }
  if (kept.length === 0) return null;
  const insights = Object.fromEntries(findings.map(({ id, about: print }) => [id, print]));
  return { about, insights, groups: kept, wordings, dropped };
}
