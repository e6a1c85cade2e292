import { accounting } from './accounting.ts';
import { accounts } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { campaigns } from './campaigns.ts';
import { companySettings } from './company.ts';
import { crews } from './crews.ts';
import { customerReviews } from './customer-reviews.ts';
import { customers } from './customers.ts';
import { dispute } from './dispute.ts';
import { earlier } from './earlier.ts';
import { emailCampaigns } from './email-campaigns.ts';
import { machines } from './equipment.ts';
import { insights } from './insights.ts';
import { invoices } from './invoices.ts';
import { jobs } from './jobs.ts';
import { leads } from './leads.ts';
import { rates } from './pay.ts';
import { photos } from './photos.ts';
import { quotes } from './quotes.ts';
import { requests } from './requests.ts';
import { reviews } from './reviews.ts';
import { schedules } from './schedule.ts';
import { socialPosts } from './social-posts.ts';
import { suppressedAddresses } from './suppressions.ts';
import { tasks } from './tasks.ts';
import { timesheets } from './timesheets.ts';
import type { WorkingTime } from './working-time.ts';

// Each area of the product has one file here. Add a new one to this list.
const areas: readonly Area[] = [
  accounts,
  companySettings,
  crews,
  rates,
  leads,
  machines,
  customers,
  earlier,
  jobs,
  quotes,
  invoices,
  dispute,
  accounting,
  schedules,
  reviews,
  campaigns,
  customerReviews,
  socialPosts,
  emailCampaigns,
  suppressedAddresses,
  timesheets,
  photos,
  requests,
  tasks,
  insights,
];

/** Everything that happened in the company, oldest first. */
export function timeline(time: WorkingTime): Act[] {
  return areas.flatMap((area) => area(time)).sort((a, b) => a.at - b.at);
}
