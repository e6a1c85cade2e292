import { Button, Card, NonIdealStateIconSize } from '@blueprintjs/core';
import { ArrowRight, Offline } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DashboardMetrics } from '../../../api/dashboard/schema.ts';
import { ApiError } from '../../data/api.ts';
import { type Account, nameOf, signOut } from '../../entities/account/session.ts';
import { keptJobs } from '../../entities/job/job.ts';
import { KeptJobs } from '../../entities/job/kept-jobs.tsx';
import { emailQuery } from '../../entities/settings/email.ts';
import { EmailNotSetUp } from '../../entities/settings/email-not-set-up.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { DataArea, Nothing, Skeleton, SkeletonText } from '../../ui/status/data-area.tsx';
import { monthOf } from '../../ui/values/days.ts';
import { Money } from '../../ui/values/money.tsx';
import { attentionQuery, FEW_WAITING, metricsQuery } from './get-dashboard.ts';
import { ActivityPlaces, RecentActivity } from './recent-activity.tsx';
import { Today, TodayPlaces } from './today.tsx';

/** The first page after signing in: what needs attention, figures, links, and recent activity. */
export function HomePage({ account }: { account: Account }) {
  const metrics = useQuery(metricsQuery);
  const attention = useQuery(attentionQuery(FEW_WAITING));
  const email = useQuery(emailQuery);
  // Shown only once the height of what is above is known: it would jump on a phone. It then stays, whatever is read
  // again: its parts read what failed again as they come, and would each time be taken away for that.
  const isPlaced = metrics.isFetched && attention.isFetched && email.isFetched;
  const retry = () => void Promise.all([metrics.refetch(), attention.refetch(), email.refetch()]);
  return (
    <Page
      title="Dashboard"
      subtitle={`Welcome back, ${nameOf(account)}`}
      actions={<Button text="Sign Out" onClick={() => void signOut()} />}
    >
      {isUnread(metrics) && isUnread(attention) ? (
        <WithoutNetwork retry={retry} />
      ) : isPlaced ? (
        <>
          {metrics.data && isUnused(metrics.data) && attention.data?.groups.length === 0 ? (
            <FirstUse canAdd={account.role !== 'auditor'} />
          ) : (
            <Today />
          )}
          <EmailNotSetUp isOwner={account.role === 'owner'} />
          <div className="hw-home-figures">
            <DataArea
              query={metrics}
              isEmpty={() => false}
              filtered={null}
              firstUse={{ title: 'Nothing here yet' }}
              skeleton={<Figures />}
            >
              {(figures) => <Figures figures={figures} today={attention.data?.today} />}
            </DataArea>
          </div>
          <div className="hw-home-grid">
            <div>
              <Links title="Quick Actions" className="hw-home-quick" links={QUICK} />
              <Links title="Business Management" className="hw-home-business" links={BUSINESS} />
            </div>
            <RecentActivity />
          </div>
        </>
      ) : (
        <HomePlaces />
      )}
    </Page>
  );
}

/** Whether there is no network, and nothing from before. */
function isUnread({ data, error }: { data: unknown; error: Error | null }): boolean {
  return data === undefined && error instanceof ApiError && error.isOffline;
}

/** That there is no network, and what can be done without. */
function WithoutNetwork({ retry }: { retry(): void }) {
  const hasJobs = keptJobs().length > 0;
  return (
    <>
      <Card className="hw-section hw-without-network">
        <Nothing
          icon={<Offline size={NonIdealStateIconSize.SMALL} />}
          title="No network"
          description={`What needs you today is shown here when the network is back. ${hasJobs ? JOBS_HERE : NO_JOBS_HERE}`}
          action={<Button intent="primary" text="Try again" onClick={retry} />}
        />
      </Card>
      {hasJobs && (
        <Card className="hw-section">
          <KeptJobs />
        </Card>
      )}
    </>
  );
}

const JOBS_HERE = 'Until then, you can work on the jobs below.';
const NO_JOBS_HERE =
  'No job is kept on this device: that would be those of your crews for today and tomorrow, and those you opened.';

/** Placeholders for the whole page, until its layout is known. */
function HomePlaces() {
  return (
    <Skeleton>
      <div className="hw-today">
        <h2>Today</h2>
        <TodayPlaces />
      </div>
      <div className="hw-home-figures">
        <Figures />
      </div>
      <div className="hw-home-grid">
        <div>
          <LinkPlaces title="Quick Actions" className="hw-home-quick" links={QUICK} />
          <LinkPlaces title="Business Management" className="hw-home-business" links={BUSINESS} />
        </div>
        <Card className="hw-home-links" compact>
          <h2>Recent Activity</h2>
          <ActivityPlaces />
        </Card>
      </div>
    </Skeleton>
  );
}

/** Nothing has been recorded but the first account. */
function isUnused({ activeLeads, wonLeads, customers, equipment }: DashboardMetrics): boolean {
  return activeLeads + wonLeads + customers + equipment === 0;
}

/** Each figure links to the rows it counts; one without data says so. */
function Figures({ figures, today }: { figures?: DashboardMetrics; today?: string | undefined }) {
  const shown = (value: number | null | undefined) => figures && { value: value === null ? '—' : String(value) };
  return (
    <FigureRow>
      <Figure
        label="Total Jobs"
        {...shown(figures?.totalJobs)}
        note={figures?.totalJobs === null ? 'No jobs yet' : `${figures?.monthlyJobs ?? 0} finished this month`}
        to="/jobs"
        search={{ status: 'all' }}
      />
      <Figure
        label="Active Leads"
        {...shown(figures?.activeLeads)}
        note="New, Contacted and Quoting"
        to="/leads"
        search={{ active: true }}
      />
      <Figure
        label="Monthly Revenue"
        {...(figures && { value: <Money amount={figures.monthlyRevenue} isRounded /> })}
        note="Received this month, with tax and deposits"
        to="/financial-dashboard"
        search={{ rows: 'payments', from: today && `${monthOf(today)}-01` }}
      />
      <Figure label="Equipment Status" {...shown(figures?.equipment)} note={overdue(figures)} to="/equipment" />
    </FigureRow>
  );
}

function overdue(figures: DashboardMetrics | undefined): string {
  if (!figures) return 'Maintenance up to date';
  if (!figures.equipment) return 'No equipment yet';
  const { equipmentOverdue } = figures;
  return equipmentOverdue === 0 ? 'Maintenance up to date' : `${equipmentOverdue} overdue for maintenance`;
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

interface LinksProps {
  title: string;
  className: string;
  links: readonly LinkTo[];
}

function LinkPlaces({ title, className, links }: LinksProps) {
  return (
    <Card className={`hw-home-links ${className}`} compact>
      <h2>{title}</h2>
      <ul>
        {links.map(({ text }) => (
          <li key={text} className="hw-home-place">
            <SkeletonText length={text.length} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Links({ title, className, links }: LinksProps) {
  return (
    <Card className={`hw-home-links ${className}`} compact>
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

/** How to start, for a company that has recorded nothing yet. */
function FirstUse({ canAdd }: { canAdd: boolean }) {
  return (
    <Card className="hw-first-use">
      <h2>Start with your first lead</h2>
      <p>A lead is somebody who asked about their trees. Quotes, jobs and invoices all follow from it.</p>
      {canAdd && (
        <p>
          <Link className="bp6-button bp6-intent-primary" to="/leads" search={{ new: true }}>
            Add a lead
          </Link>
        </p>
      )}
    </Card>
  );
}
