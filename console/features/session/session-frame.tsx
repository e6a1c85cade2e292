import { type ReactNode, useEffect } from 'react';
import { BrandMark } from '../../ui/figures/brand-mark.tsx';

interface SessionFrameProps {
  /** The window's title. */
  title: string;
  heading: string;
  subtitle: string;
  children: ReactNode;
}

/** The frame of the screens for signed-out people. */
export function SessionFrame({ title, heading, subtitle, children }: SessionFrameProps) {
  useEffect(() => {
    document.title = `${title} · Heartwood`;
  }, [title]);
  return (
    <main className="hw-sign-in">
      <div className="hw-sign-in-card">
        <BrandMark size={56} />
        <h1>{heading}</h1>
        <p className="hw-sign-in-subtitle">{subtitle}</p>
        {children}
      </div>
    </main>
  );
}
