import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../ui/layout/page.tsx';

/** The parts of the history, each a route of its own. */
const TABS = [
  { to: '/history', title: 'Events' },
  { to: '/compare', title: 'Compare' },
  { to: '/history/proof', title: 'Proof' },
  { to: '/history/erasures', title: 'Erasures' },
] as const;

interface HistoryFrameProps {
  actions?: ReactNode;
  children: ReactNode;
}

/** What the pages of the history have around them: the title and the way to the others. */
export function HistoryFrame({ actions, children }: HistoryFrameProps) {
  return (
    <Page
      title="History"
      actions={actions}
      toolbar={
        <nav className="hw-page-nav" aria-label="Parts of the history">
          {TABS.map(({ to, title }) => (
            <Link key={to} to={to} className="bp6-tab" activeOptions={{ exact: true, includeSearch: false }}>
              {title}
            </Link>
          ))}
        </nav>
      }
    >
      {children}
    </Page>
  );
}
