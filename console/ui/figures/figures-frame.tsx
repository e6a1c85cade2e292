import type { ReactNode } from 'react';

/**
 * Wraps a wide table of figures: it may need more space than a phone has, and what scrolls must be reachable by
 * keyboard.
 */
export function FiguresFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="hw-figures-frame" aria-label={title} tabIndex={0}>
      {children}
    </section>
  );
}
