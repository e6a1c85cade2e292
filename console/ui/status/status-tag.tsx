import type { ReactNode } from 'react';
import { type Tone, toneClass } from './tone.ts';

/** A status: always in words, in the color of its meaning. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`hw-status-tag ${toneClass(tone)}`}>{children}</span>;
}
