import type { ReactNode } from 'react';
import { type Tone, toneClass } from './tone.ts';

/** A status: always its word, with the color of what it means. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`hw-status-tag ${toneClass(tone)}`}>{children}</span>;
}
