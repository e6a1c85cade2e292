import type { CommandHandler } from '../platform/commands/command-handler.ts';
import type { Timer } from '../platform/commands/timers.ts';
import { periodKind } from './accounting/record.ts';
import { accountingRoutes } from './accounting/routes.ts';
import { externalSignInRoutes } from './accounts/external-sign-in.ts';
import { passwordRoutes } from './accounts/passwords.ts';
import { userKind } from './accounts/record.ts';
import { authRoutes } from './accounts/routes.ts';
import { secondFactorRoutes } from './accounts/second-factor.ts';
import { sessionRoutes } from './accounts/sessions.ts';
import { analysisKind } from './analyses/record.ts';
import { analysisRoutes } from './analyses/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { askRoutes } from './ask/routes.ts';
import { audienceRoutes } from './audience/routes.ts';
import { evidenceRoutes } from './audit/evidence-routes.ts';
import { proofRoutes } from './audit/proofs.ts';
import { auditRoutes } from './audit/routes.ts';
import { dryRunRoute } from './automation/dry-run.ts';
import { automationRuleKind, automationRunKind } from './automation/record.ts';
import { automationRuleRoutes, automationRunRoutes } from './automation/routes.ts';
import { overdueBackup } from './backups/attention.ts';
import { batchKind } from './batches/record.ts';
import { batchRoutes } from './batches/routes.ts';
import { calendarKind } from './calendars/record.ts';
import { calendarRoutes } from './calendars/routes.ts';
import { campaignKind } from './campaigns/record.ts';
import { catalogKind } from './catalog/record.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { changesRoutes } from './changes/routes.ts';
import { compareRoutes } from './compare/routes.ts';
import { contentIdeaRoutes } from './content-ideas/routes.ts';
import { costKind } from './costs/record.ts';
import { costRoutes } from './costs/routes.ts';
import { crewKind } from './crews/record.ts';
import { crewRoutes } from './crews/routes.ts';
import { publishedReviewRoutes } from './customer-reviews/published.ts';
import { customerReviewKind } from './customer-reviews/record.ts';
import { customerReviewRoutes } from './customer-reviews/routes.ts';
import { customerTimelineRoute } from './customer-timeline/routes.ts';
import { eraseCustomerRoute } from './customers/erase.ts';
import { customerKind } from './customers/record.ts';
import { customerRoutes } from './customers/routes.ts';
import { customerViewRoutes } from './customers/views.ts';
import type { MoreAttention } from './dashboard/attention.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { campaignsThatStopped } from './email-campaigns/attention.ts';
import { bounceRoutes } from './email-campaigns/bounces/public-routes.ts';
import { emailCampaignKind } from './email-campaigns/record.ts';
import { publicResponseRoutes } from './email-campaigns/responses/public-routes.ts';
import { responseRoutes } from './email-campaigns/responses/routes.ts';
import { emailCampaignRoutes } from './email-campaigns/routes.ts';
import { recipientRoutes } from './email-campaigns/sending/recipient-routes.ts';
import { campaignSendingRoutes } from './email-campaigns/sending/routes.ts';
import { overdueMaintenance } from './equipment/attention.ts';
import { equipmentKind } from './equipment/record.ts';
import { equipmentRoutes } from './equipment/routes.ts';
import { erasureRoutes } from './erasures/routes.ts';
import { pendingExternalLeads } from './external-leads/attention.ts';
import { eraseExternalLeadRoute } from './external-leads/erase.ts';
import { eraseProRoute } from './external-leads/erase-pro.ts';
import { externalLeadKind } from './external-leads/record.ts';
import { externalLeadRoutes } from './external-leads/routes.ts';
import { funnelRoutes } from './funnel/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { timeOffToDecide } from './hr/attention.ts';
import { timeOffKind } from './hr/record.ts';
import { hrRoutes } from './hr/routes.ts';
import { insightAnalyticsRoutes } from './insights/analytics.ts';
import { briefingRoute } from './insights/briefing.ts';
import { briefingKind } from './insights/briefing-record.ts';
import { insightFiguresRoute } from './insights/figures.ts';
import { generateRoute } from './insights/generate.ts';
import { predictionsRoute } from './insights/predictions.ts';
import { insightKind } from './insights/record.ts';
import { insightRoutes } from './insights/routes.ts';
import { quarantineRoutes } from './intake/quarantine-routes.ts';
import { intakeRoutes } from './intake/routes.ts';
import { invoicesToSend, overdueInvoices, owedCredit } from './invoices/attention.ts';
import { closingRoutes } from './invoices/closing-routes.ts';
import { paymentRoutes } from './invoices/payment-routes.ts';
import { creditKind, invoiceKind } from './invoices/record.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { invoiceSendRoutes } from './invoices/send-routes.ts';
import { remindOfInvoices } from './invoices/timers.ts';
import { jobsToInvoice, jobsWithoutDate, problemsOnSchedule } from './jobs/attention.ts';
import { jobExperienceRoutes } from './jobs/experience.ts';
import { jobPlaceRoute } from './jobs/place.ts';
import { jobKind } from './jobs/record.ts';
import { jobRoutes } from './jobs/routes.ts';
import type { Attention } from './kit/attention.ts';
import type { AnyRecordKind, ApiContext, App } from './kit/context.ts';
import { followersOf, recordFoldsOf, recordKinds, requireRegistered } from './kit/records.ts';
import { unansweredLeads } from './leads/attention.ts';
import { eraseLeadRoute } from './leads/erase.ts';
import { leadKind } from './leads/record.ts';
import { leadRoutes } from './leads/routes.ts';
import { mailsThatNeedAPerson, mailsThatWaitForRelease } from './mail/attention.ts';
import { mailKind } from './mail/record.ts';
import { mailRoutes } from './mail/routes.ts';
import { campaignRoutes } from './marketing/campaign-routes.ts';
import { payKind } from './pay/record.ts';
import { payRoutes } from './pay/routes.ts';
import { photoFileRoutes } from './photos/files.ts';
import { photoKind } from './photos/record.ts';
import { photoRoutes } from './photos/routes.ts';
import { plansToApprove } from './plans/attention.ts';
import { planKind } from './plans/record.ts';
import { planRoutes } from './plans/routes.ts';
import { processRoutes } from './processes/routes.ts';
import { publicAnalysisRoutes } from './public-analysis/routes.ts';
import { publicInvoiceRoutes } from './public-invoices/routes.ts';
import { publicQuoteRoutes } from './public-quotes/routes.ts';
import { publicReviewRoutes } from './public-reviews/routes.ts';
import { expiringQuotes, quoteQuestions } from './quotes/attention.ts';
import { eraseQuoteRoute } from './quotes/erase.ts';
import { quoteKind } from './quotes/record.ts';
import { quoteRoutes } from './quotes/routes.ts';
import { expireQuotes, remindOfQuotes } from './quotes/timers.ts';
import { reportRoutes } from './reports/routes.ts';
import { reviewRequestRoutes } from './review-requests/routes.ts';
import { requestReviews } from './review-requests/timers.ts';
import { reviewKind } from './reviews/record.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { scheduleDayKind } from './schedule/record.ts';
import { scheduleRoutes } from './schedule/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { securityEventRoutes } from './security/routes.ts';
import { emailRoutes } from './settings/email.ts';
import { logoRoutes } from './settings/logo.ts';
import { settingsKind } from './settings/record.ts';
import { settingsRoutes } from './settings/routes.ts';
import { sinceRoutes } from './since/routes.ts';
import { postsThatFailed, postsToPost } from './social-posts/attention.ts';
import { socialFeedRoutes } from './social-posts/feed.ts';
import { socialPostKind } from './social-posts/record.ts';
import { socialPostRoutes } from './social-posts/routes.ts';
import { expiringCertificates } from './staff/attention.ts';
import { eraseStaffRoute } from './staff/erase.ts';
import { staffKind } from './staff/record.ts';
import { staffRoutes } from './staff/routes.ts';
import { suppressionKind } from './suppressions/record.ts';
import { suppressionRoutes } from './suppressions/routes.ts';
import { unsubscribeRoutes } from './suppressions/unsubscribe.ts';
import { tasksDue } from './tasks/attention.ts';
import { taskKind } from './tasks/record.ts';
import { taskRoutes } from './tasks/routes.ts';
import { hoursToApprove } from './timesheets/attention.ts';
import { timesheetKind } from './timesheets/record.ts';
import { timesheetRoutes } from './timesheets/routes.ts';
import { eraseUserRoute } from './users/erase.ts';
import { userRoutes } from './users/routes.ts';

// The one place in api/ where areas are registered.

/** What timers may look up. */
interface TimersKnow extends Pick<ApiContext, 'streams' | 'clock' | 'readModels' | 'state'> {
  /** Whether links in emails lead to an address that customers reach. */
  hasPublicUrl: boolean;
  isEmailSetUp(): Promise<boolean>;
}

/** What an area adds to the product: its kinds of record and its calls. */
interface Area {
  kinds?: readonly AnyRecordKind[];
  /** Its records that wait for a person: the first page shows them, in the order of the areas. */
  attention?: readonly Attention[];
  /** What it does at a time that a record sets. */
  timers?: readonly ((commands: CommandHandler, known: TimersKnow) => Timer)[];
  routes: readonly ((app: App, context: ApiContext) => void)[];
}

const areas: readonly Area[] = [
  // Knows the calls that come after it.
  { routes: [compareRoutes] },
  { routes: [authRoutes, externalSignInRoutes, passwordRoutes, sessionRoutes, secondFactorRoutes] },
  { routes: [erasureRoutes] },
  { routes: [securityEventRoutes] },
  { kinds: [userKind], routes: [userRoutes, eraseUserRoute] },
  { kinds: [leadKind], attention: [unansweredLeads], routes: [leadRoutes, eraseLeadRoute, funnelRoutes] },
  {
    kinds: [externalLeadKind],
    attention: [pendingExternalLeads],
    routes: [externalLeadRoutes, eraseExternalLeadRoute, eraseProRoute],
  },
  { kinds: [customerKind], routes: [customerRoutes, customerViewRoutes, customerTimelineRoute, eraseCustomerRoute] },
  {
    kinds: [jobKind],
    attention: [jobsWithoutDate, jobsToInvoice],
    routes: [jobRoutes, jobExperienceRoutes, jobPlaceRoute],
  },
  { kinds: [costKind], routes: [costRoutes] },
  { routes: [analyticsRoutes] },
  { kinds: [scheduleDayKind, calendarKind], routes: [scheduleRoutes, calendarRoutes] },
  { kinds: [analysisKind], routes: [analysisRoutes, publicAnalysisRoutes] },
  {
    kinds: [quoteKind],
    attention: [quoteQuestions, expiringQuotes],
    timers: [expireQuotes, remindOfQuotes],
    routes: [quoteRoutes, eraseQuoteRoute, publicQuoteRoutes],
  },
  {
    kinds: [invoiceKind, creditKind],
    attention: [invoicesToSend, overdueInvoices, owedCredit],
    timers: [remindOfInvoices],
    routes: [invoiceRoutes, invoiceSendRoutes, paymentRoutes, closingRoutes, publicInvoiceRoutes],
  },
  { routes: [documentRoutes] },
  { kinds: [mailKind], attention: [mailsThatNeedAPerson, mailsThatWaitForRelease], routes: [mailRoutes] },
  { kinds: [batchKind], routes: [batchRoutes] },
  { kinds: [planKind], attention: [plansToApprove], routes: [planRoutes] },
  { kinds: [equipmentKind], attention: [overdueMaintenance], routes: [equipmentRoutes] },
  { kinds: [photoKind], routes: [photoRoutes, photoFileRoutes] },
  { kinds: [settingsKind, catalogKind], routes: [settingsRoutes, logoRoutes, emailRoutes, catalogRoutes] },
  { kinds: [staffKind], attention: [expiringCertificates], routes: [staffRoutes, eraseStaffRoute] },
  { kinds: [payKind], routes: [payRoutes] },
  { kinds: [crewKind], routes: [crewRoutes] },
  { kinds: [timeOffKind], attention: [timeOffToDecide], routes: [hrRoutes] },
  { kinds: [timesheetKind], attention: [hoursToApprove], routes: [timesheetRoutes] },
  { kinds: [reviewKind], routes: [reviewRoutes] },
  {
    kinds: [campaignKind, emailCampaignKind],
    attention: [campaignsThatStopped],
    routes: [
      campaignRoutes,
      emailCampaignRoutes,
      campaignSendingRoutes,
      recipientRoutes,
      responseRoutes,
      publicResponseRoutes,
      bounceRoutes,
    ],
  },
  {
    kinds: [customerReviewKind],
    timers: [requestReviews],
    routes: [customerReviewRoutes, reviewRequestRoutes, publicReviewRoutes, publishedReviewRoutes],
  },
  {
    kinds: [socialPostKind],
    attention: [postsThatFailed, postsToPost],
    routes: [socialPostRoutes, socialFeedRoutes],
  },
  { routes: [contentIdeaRoutes] },
  { kinds: [suppressionKind], routes: [suppressionRoutes, unsubscribeRoutes] },
  { routes: [audienceRoutes] },
  {
    kinds: [insightKind, briefingKind],
    routes: [
      insightRoutes,
      insightFiguresRoute,
      insightAnalyticsRoutes,
      generateRoute,
      predictionsRoute,
      briefingRoute,
    ],
  },
  { kinds: [automationRuleKind, automationRunKind], routes: [automationRuleRoutes, dryRunRoute, automationRunRoutes] },
  { routes: [askRoutes] },
  { kinds: [taskKind], attention: [tasksDue], routes: [taskRoutes] },
  { routes: [intakeRoutes, quarantineRoutes] },
  { routes: [reportRoutes] },
  { kinds: [periodKind], routes: [accountingRoutes] },
  {
    routes: [
      searchRoutes,
      historyRoutes,
      sinceRoutes,
      auditRoutes,
      proofRoutes,
      evidenceRoutes,
      changesRoutes,
      healthRoutes,
      processRoutes,
    ],
  },
];

/** Every kind of record. */
export const kinds = requireRegistered(recordKinds(areas.flatMap((area) => area.kinds ?? [])));

/** How the records of each category's streams are folded. */
export const recordFolds = recordFoldsOf(kinds);

/** The kinds of record that are erased along with whoever they follow. */
export const followers = followersOf(kinds);

/** What every area does at a time that a record sets. */
export const timers = areas.flatMap((area) => area.timers ?? []);

/** What waits for a person, of all areas. */
export const attentions: readonly Attention[] = areas.flatMap(({ attention = [] }) => attention);

/** What waits for the owner beside records, and what waits by a rule. */
export const moreAttention: MoreAttention = { standing: [overdueBackup], ruled: [problemsOnSchedule] };

/** Registers every call of every area. */
export function registerAreas(app: App, context: ApiContext): void {
  for (const area of areas) for (const register of area.routes) register(app, context);
  dashboardRoutes(app, context, attentions, moreAttention);
}
