import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  subtitle?: string;
  /** The primary button, and others next to it. */
  actions?: ReactNode;
  /** Between the title and the content. */
  toolbar?: ReactNode;
  /** The content fills the window's height and scrolls on its own (a board, a calendar). */
  fill?: boolean;
  children: ReactNode;
}

/** The layout of every page: title, primary button, toolbar, content (docs/design/console.md#console). */
export function Page({ title, subtitle, actions, toolbar, fill = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Heartwood`;
  }, [title]);
  return (
    <div className={fill ? 'hw-page hw-page-fill' : 'hw-page'}>
      <header className="hw-page-header">
        <div>
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions && <div className="hw-page-actions">{actions}</div>}
      </header>
      {toolbar}
      {children}
    </div>
  );
}
