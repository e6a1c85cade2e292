import { Card, Classes } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dropAllDrafts } from '../../data/drafts.ts';
import { leadsQuery } from '../../data/get-leads.ts';
import { type Account, nameOf } from '../../data/session.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { formatDollars } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { FirstUse } from './first-use.tsx';
import { pipelineFigures } from './pipeline-figures.ts';

/** The first page after signing in (staff-console §2, Home). */
export function HomePage({ account }: { account: Account }) {
  const leads = useQuery(leadsQuery);
  return (
    <Page
      title="Dashboard"
      subtitle={`Welcome back, ${nameOf(account)}`}
      actions={
        <a className={Classes.BUTTON} href="/api/logout" onClick={dropAllDrafts}>
          Sign Out
        </a>
      }
    >
      <DataArea
        query={leads}
        isEmpty={() => false}
        filtered={null}
        firstUse={{ title: 'Nothing here yet' }}
        skeleton={
          <StatCards>
            {['Active Leads', 'Pipeline Value', 'Won Value', 'Added this week'].map((label) => (
              <StatCard key={label} label={label} />
            ))}
          </StatCards>
        }
      >
        {(all) => (all.length === 0 ? <FirstUse canAdd={account.role !== 'auditor'} /> : <Figures leads={all} />)}
      </DataArea>
      <div className="hw-home-grid">
        <Links title="Quick Actions" links={QUICK} />
        <Links title="Business Management" links={BUSINESS} />
      </div>
    </Page>
  );
}

/** Each figure opens the rows that it counts. */
function Figures({ leads }: { leads: Parameters<typeof pipelineFigures>[0] }) {
  const figures = pipelineFigures(leads, Date.now());
  return (
    <StatCards>
      <StatCard label="Active Leads" value={String(figures.active)} note="New, Contacted and Quoting" to="/leads" />
      <StatCard
        label="Open Value"
        value={formatDollars(figures.openValue)}
        note="Estimated, of the active leads"
        to="/leads"
      />
      <StatCard
        label="Won Value"
        value={formatDollars(figures.wonValue)}
        note={`${figures.won} leads won`}
        to="/leads"
      />
      <StatCard
        label="New This Week"
        value={String(figures.newThisWeek)}
        note="Leads of the last seven days"
        to="/leads"
      />
    </StatCards>
  );
}

interface LinkTo {
  to: string;
  text: string;
}

const QUICK: readonly LinkTo[] = [
  { to: '/leads', text: 'View Leads' },
  { to: '/quotes', text: 'Create Quote' },
  { to: '/jobs', text: 'Schedule Job' },
  { to: '/equipment', text: 'Equipment' },
];

const BUSINESS: readonly LinkTo[] = [
  { to: '/leads', text: 'Leads' },
  { to: '/quotes', text: 'Quotes' },
  { to: '/jobs', text: 'Jobs' },
  { to: '/invoices', text: 'Invoices' },
  { to: '/customers', text: 'Customers' },
  { to: '/crew', text: 'Crew' },
  { to: '/equipment', text: 'Equipment' },
  { to: '/schedule', text: 'Schedule' },
  { to: '/reports', text: 'Reports' },
];

function Links({ title, links }: { title: string; links: readonly LinkTo[] }) {
  return (
    <Card className="hw-home-links" compact>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, text }) => (
          <li key={text}>
            <Link to={to}>
              {text} <ArrowRight size={14} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
