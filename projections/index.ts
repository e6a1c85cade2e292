import { acts } from './acts.ts';
import { analyses } from './analyses.ts';
import { automationRules } from './automation-rules.ts';
import { automationRuns } from './automation-runs.ts';
import { batches } from './batches.ts';
import { briefings } from './briefings.ts';
import { calendars } from './calendars.ts';
import { campaignMailings } from './campaign-mailings.ts';
import { campaignParts } from './campaign-parts.ts';
import { campaignResponses } from './campaign-responses.ts';
import { campaigns } from './campaigns.ts';
import { catalog } from './catalog.ts';
import { company } from './company.ts';
import { costEntries, costs } from './costs.ts';
import { credits } from './credits.ts';
import { crewStints } from './crew-stints.ts';
import { crews } from './crews.ts';
import { customerReviews } from './customer-reviews.ts';
import { customers } from './customers.ts';
import { emailCampaigns } from './email-campaigns.ts';
import { checkLinks } from './engine/links.ts';
import type { Projection } from './engine/projection.ts';
import { equipment } from './equipment.ts';
import { erasures } from './erasures.ts';
import { externalLeads } from './external-leads.ts';
import { insightRaises } from './insight-raises.ts';
import { insights } from './insights.ts';
import { invoices } from './invoices.ts';
import { jobClocks } from './job-clocks.ts';
import { jobs } from './jobs.ts';
import { journal } from './journal.ts';
import { leads } from './leads.ts';
import { mails } from './mails.ts';
import { pay } from './pay.ts';
import { payments } from './payments.ts';
import { performanceReviews } from './performance-reviews.ts';
import { periods } from './periods.ts';
import { photos } from './photos.ts';
import { plans } from './plans.ts';
import { quotes } from './quotes.ts';
import { scheduleDays } from './schedule-days.ts';
import { socialPosts } from './social-posts.ts';
import { people, staff } from './staff.ts';
import { suppressions } from './suppressions.ts';
import { tasks } from './tasks.ts';
import { timeOffRequests } from './time-off.ts';
import { timesheets } from './timesheets.ts';
import { users } from './users.ts';

/** Every read model of the product. */
export const projections: readonly Projection[] = checkLinks([
  leads,
  customers,
  users,
  company,
  staff,
  people,
  crews,
  crewStints,
  equipment,
  photos,
  jobs,
  jobClocks,
  costEntries,
  costs,
  quotes,
  catalog,
  analyses,
  mails,
  timeOffRequests,
  timesheets,
  performanceReviews,
  pay,
  externalLeads,
  campaigns,
  customerReviews,
  batches,
  scheduleDays,
  plans,
  calendars,
  invoices,
  payments,
  credits,
  journal,
  periods,
  socialPosts,
  suppressions,
  tasks,
  emailCampaigns,
  campaignParts,
  campaignMailings,
  campaignResponses,
  insights,
  insightRaises,
  briefings,
  automationRules,
  automationRuns,
  acts,
  erasures,
]);
