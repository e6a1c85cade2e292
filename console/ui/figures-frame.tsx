import type { ReactNode } from 'react';

/** Around a wide table of figures: its columns may need more room than a phone has, and what scrolls is reached by keys. */
export function FiguresFrame({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={`hw-figures-frame ${className ?? ''}`.trim()} aria-label={title} tabIndex={0}>
      {children}
    </section>
  );
}
