import type { FunnelStep, IntakePage } from '../../../domain/intake/terms.ts';

const told = new Set<FunnelStep>();

/** Counts how far a visitor got, once per step, and nothing about them. @param site that embeds the page */
export function countStep(page: IntakePage, step: FunnelStep, site: string | null = null): void {
  if (told.has(step)) return;
  told.add(step);
  const body = new Blob([JSON.stringify({ page, step, site })], { type: 'application/json' });
  navigator.sendBeacon?.('/api/public/funnel', body);
}
