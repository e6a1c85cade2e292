import { expect } from 'vitest';
import { checkedText, mayGoOut, toldIn } from '../../../ai/briefing/checked-text.ts';
import type { Finding } from '../../../domain/insight/finding.ts';
import { INSIGHT_LIMITS, MOST_EVIDENCE } from '../../../domain/insight/terms.ts';

/** What a person is called in the facts of these tests, where they live, and what they said. */
export const PERSONAL = {
  firstName: 'Zoraida',
  lastName: 'Quillfeather',
  name: 'Zoraida Quillfeather',
  email: 'zoraida@example.org',
  phone: '555-0199',
  address: '17 Nightjar Hollow',
  said: 'The old oak behind the chapel',
} as const;

/** The texts of a finding are whole, short enough, and name nobody. */
export function expectFit(findings: readonly Finding[] | null): void {
  for (const finding of findings ?? []) {
    const { title, description, actionItems, basis, evidence } = finding;
    const texts = [title, description, basis ?? '', ...actionItems, ...evidence.map(({ why }) => why)];
    for (const text of texts) {
      expect(text).not.toMatch(/undefined|null|NaN|Infinity/);
      for (const personal of Object.values(PERSONAL)) expect(text).not.toContain(personal);
      for (const [, place] of text.matchAll(/\{(\d+)\}/g)) expect(Number(place)).toBeLessThan(evidence.length);
    }
    // A model may be told them, and may say what they say.
    const told = [title, description, basis ?? ''];
    for (const text of told) {
      expect(mayGoOut(text), text).toBe(true);
      expect(text === '' || checkedText(text, toldIn(told), INSIGHT_LIMITS.description), text).toBeTruthy();
    }
    expect(title.length).toBeLessThanOrEqual(90);
    expect(description.length).toBeLessThanOrEqual(INSIGHT_LIMITS.description);
    expect(actionItems.length).toBeGreaterThanOrEqual(2);
    expect(actionItems.length).toBeLessThanOrEqual(3);
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.length).toBeLessThanOrEqual(MOST_EVIDENCE);
    expect(new Set(evidence.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(evidence.length);
  }
}
