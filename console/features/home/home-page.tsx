import { Button, Card } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DashboardMetrics } from '../../../api/dashboard/schema.ts';
import { type Account, nameOf, signOut } from '../../entities/account/session.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { formatDollars } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { metricsQuery } from './get-dashboard.ts';
import { RecentActivity } from './recent-activity.tsx';

/** The first page after signing in. */
export function HomePage({ account }: { account: Account }) {
  const metrics = useQuery(metricsQuery);
  return (
    <Page
      title="Dashboard"
      subtitle={`Welcome back, ${nameOf(account)}`}
      actions={<Button text="Sign Out" onClick={() => void signOut()} />}
    >
      <DataArea
        query={metrics}
        isEmpty={() => false}
        filtered={null}
        firstUse={{ title: 'Nothing here yet' }}
        skeleton={<Figures />}
      >
        {(figures) =>
          isUnused(figures) ? <FirstUse canAdd={account.role !== 'auditor'} /> : <Figures figures={figures} />
        }
      </DataArea>
      <div className="hw-home-grid">
        <RecentActivity />
        <div>
          <Links title="Quick Actions" links={QUICK} />
          <Links title="Business Management" links={BUSINESS} />
        </div>
      </div>
    </Page>
  );
}

/** Nobody has recorded anything but the first account. */
function isUnused({ activeLeads, wonLeads, customers, equipment }: DashboardMetrics): boolean {
  return activeLeads + wonLeads + customers + equipment === 0;
}

/** Each figure opens the rows that it counts; what has no data yet says so. */
function Figures({ figures }: { figures?: DashboardMetrics }) {
  const shown = (value: number | null | undefined) => figures && { value: value === null ? '—' : String(value) };
  return (
    <StatCards>
      <StatCard label="Total Jobs" {...shown(figures?.totalJobs)} note="No job has been recorded yet" to="/jobs" />
      <StatCard
        label="Active Leads"
        {...shown(figures?.activeLeads)}
        note="New, Contacted and Quoting"
        to="/leads"
        search={{ active: true }}
      />
      <StatCard
        label="Monthly Revenue"
        {...(figures && { value: formatDollars(figures.monthlyRevenue) })}
        note="No invoice has been recorded yet"
        to="/invoices"
      />
      <StatCard
        label="Equipment Status"
        {...shown(figures?.equipment)}
        note={overdue(figures)}
        to="/equipment"
        {...(figures?.equipmentOverdue && { search: { overdue: true } })}
      />
    </StatCards>
  );
}

function overdue(figures: DashboardMetrics | undefined): string {
  if (!figures?.equipment) return 'No equipment has been recorded yet';
  const { equipmentOverdue } = figures;
  return equipmentOverdue === 0 ? 'No maintenance is overdue' : `${equipmentOverdue} overdue for maintenance`;
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

/** How to begin, for a company that has recorded nothing yet. */
function FirstUse({ canAdd }: { canAdd: boolean }) {
  return (
    <Card className="hw-first-use">
      <h2>Begin with your first lead</h2>
      <p>
        A lead is somebody who asked about their trees. Everything else, quotes, jobs and invoices, follows from it.
      </p>
      {canAdd && (
        <p>
          <Link className="bp6-button bp6-intent-primary" to="/leads" search={{ new: true }}>
            Add a lead
          </Link>
        </p>
      )}
      <p className="hw-muted">
        Would you rather look around first? Stop Heartwood and run <code>npm run demo</code>: it starts an example
        company with a year of history, in a folder of its own.
      </p>
    </Card>
  );
}
