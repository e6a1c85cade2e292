import { Button, Callout, Card, NonIdealStateIconSize } from '@blueprintjs/core';
import { ArrowRight, Offline } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DashboardMetrics } from '../../../api/dashboard/schema.ts';
import { may, type Need, rightOf } from '../../../domain/user/terms.ts';
import { ApiError } from '../../data/api.ts';
import { shownMoment } from '../../data/as-of.ts';
import { type Account, nameOf, signOut } from '../../entities/account/session.ts';
import { healthQuery } from '../../entities/health/health.ts';
import { urgentInsightsQuery } from '../../entities/insight/insight.ts';
import { keptJobs } from '../../entities/job/job.ts';
import { KeptJobs } from '../../entities/job/kept-jobs.tsx';
import { todaysJobsQuery } from '../../entities/job/todays-jobs.ts';
import { opens, pageAt } from '../../entities/pages.ts';
import { emailQuery } from '../../entities/settings/email.ts';
import { EmailNotSetUp } from '../../entities/settings/email-not-set-up.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { DataArea, Nothing, Skeleton, SkeletonText } from '../../ui/status/data-area.tsx';
import { monthOf } from '../../ui/values/days.ts';
import { Money } from '../../ui/values/money.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import { attentionQuery, FEW_WAITING, metricsQuery, sinceQuery } from './get-dashboard.ts';
import { ActivityPlaces, RecentActivity } from './recent-activity.tsx';
import { SinceLastHere } from './since-last-here.tsx';
import { Today, TodayPlaces } from './today.tsx';
import { UrgentInsights } from './urgent-insights.tsx';

/** The first page after signing in: what needs attention, figures, links, and recent activity. */
export function HomePage({ account }: { account: Account }) {
  const seesFigures = may(account.role, 'finance:read');
  const metrics = useQuery({ ...metricsQuery, enabled: seesFigures });
  const attention = useQuery(attentionQuery(FEW_WAITING));
  const seesInsights = may(account.role, 'insights:read');
  const insights = useQuery({ ...urgentInsightsQuery, enabled: seesInsights });
  const since = useQuery(sinceQuery);
  const isSender = may(account.role, 'quotes:change');
  const email = useQuery({ ...emailQuery, enabled: isSender });
  // Shown only once the height of what is above is known: it would jump on a phone. It then stays, whatever is read
  // again: its parts read what failed again as they come, and would each time be taken away for that.
  const asked = [
    attention,
    ...(seesInsights ? [insights] : []),
    ...(seesFigures ? [metrics] : []),
    ...(isSender ? [email] : []),
  ];
  const isPlaced = [...asked, since].every(({ isFetched }) => isFetched);
  const retry = () => void Promise.all(asked.map(({ refetch }) => refetch()));
  return (
    <Page
      title="Dashboard"
      subtitle={`Welcome back, ${nameOf(account)}`}
      actions={<Button text="Sign Out" onClick={() => void signOut()} />}
    >
      {asked.every(isUnread) ? (
        <WithoutNetwork retry={retry} />
      ) : isPlaced ? (
        <>
          {insights.data && insights.data.length > 0 && <UrgentInsights insights={insights.data} />}
          {metrics.data && isUnused(metrics.data) && attention.data?.groups.length === 0 ? (
            <FirstUse canAdd={may(account.role, 'leads:change')} />
          ) : (
            <Today />
          )}
          <SinceLastHere />
          {isSender && <EmailNotSetUp isOwner={account.role === 'owner'} />}
          {may(account.role, 'marketing:read') && <NoMarketingIsSent />}
          {seesFigures && (
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
          )}
          <div className="hw-home-grid">
            <div>
              {rightOf(account.role, 'jobs') === 'own' && <OwnJobs account={account} />}
              <Links title="Quick Actions" className="hw-home-quick" links={opened(QUICK, account)} />
              <Links title="Business Management" className="hw-home-business" links={opened(BUSINESS, account)} />
            </div>
            <RecentActivity />
          </div>
        </>
      ) : (
        <HomePlaces account={account} />
      )}
    </Page>
  );
}

/** Where nobody can tell who gets no marketing: that none is sent, and why. */
function NoMarketingIsSent() {
  const { data: problem } = useQuery({ ...healthQuery, select: ({ suppressions }) => suppressions?.problem });
  if (!problem) return null;
  return (
    <Callout className="hw-home-notice" intent="danger" role="status" title="No marketing is sent">
      {problem}
    </Callout>
  );
}

/** Whether there is no network, and nothing from before. */
function isUnread({ data, error }: { data: unknown; error: Error | null }): boolean {
  return data === undefined && error instanceof ApiError && error.isOffline;
}

/** The work of somebody's crews for today and tomorrow. */
function OwnJobs({ account }: { account: Account }) {
  const { data: ids } = useQuery(todaysJobsQuery(account.id, todayIn(undefined)));
  if (ids === undefined) return null;
  return (
    <Card className="hw-section">
      {ids.length === 0 ? (
        <p className="hw-muted">Your crews have no job today or tomorrow.</p>
      ) : (
        <KeptJobs title="Today and tomorrow" note="The jobs of your crews. They open without signal." />
      )}
    </Card>
  );
}

/** That there is no network, and what can be done without: of an earlier moment nothing, as the jobs of the device are those of now. */
function WithoutNetwork({ retry }: { retry(): void }) {
  const hasJobs = shownMoment === null && keptJobs().length > 0;
  const whatNow = `What needs you today is shown here when the network is back. ${hasJobs ? JOBS_HERE : NO_JOBS_HERE}`;
  return (
    <>
      <Card className="hw-section hw-without-network">
        <Nothing
          icon={<Offline size={NonIdealStateIconSize.SMALL} />}
          title="No network"
          description={shownMoment === null ? whatNow : THEN}
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

const THEN =
  'How things were at the moment that you chose is shown here when the network is back. What this device keeps without a network is how things are now.';
const JOBS_HERE = 'Until then, you can work on the jobs below.';
const NO_JOBS_HERE =
  'No job is kept on this device: that would be those of your crews for today and tomorrow, and those you opened.';

/** Placeholders for the whole page, until its layout is known. */
function HomePlaces({ account }: { account: Account }) {
  return (
    <Skeleton>
      <div className="hw-today">
        <h2>Today</h2>
        <TodayPlaces />
      </div>
      {may(account.role, 'finance:read') && (
        <div className="hw-home-figures">
          <Figures />
        </div>
      )}
      <div className="hw-home-grid">
        <div>
          <LinkPlaces title="Quick Actions" className="hw-home-quick" links={opened(QUICK, account)} />
          <LinkPlaces title="Business Management" className="hw-home-business" links={opened(BUSINESS, account)} />
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
  /** The right to what it says, where opening the page is not enough. */
  needs?: Need;
}

const QUICK: readonly LinkTo[] = [
  { to: '/leads', text: 'View Leads' },
  { to: '/quotes', text: 'Create Quote', needs: 'quotes:change' },
  { to: '/jobs', text: 'Schedule Job', needs: 'jobs:change' },
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

/** The links to pages that somebody opens. */
function opened(links: readonly LinkTo[], { role }: Account): LinkTo[] {
  return links.filter(({ to, needs }) => opens(role, pageAt(to) ?? {}) && (!needs || may(role, needs)));
}

interface LinksProps {
  title: string;
  className: string;
  links: readonly LinkTo[];
}

function LinkPlaces({ title, className, links }: LinksProps) {
  if (links.length === 0) return null;
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
  if (links.length === 0) return null;
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
