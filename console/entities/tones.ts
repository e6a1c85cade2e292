import type { CampaignStatus } from '../../domain/campaign/terms.ts';
import type { RecipientEnd } from '../../domain/campaign-part/terms.ts';
import type { EmailCampaignStatus } from '../../domain/email-campaign/terms.ts';
import type { EquipmentStatus } from '../../domain/equipment/terms.ts';
import type { InsightSeverity, InsightStatus } from '../../domain/insight/terms.ts';
import type { JobStatus } from '../../domain/job/terms.ts';
import type { LeadStatus } from '../../domain/lead/terms.ts';
import type { MailStatus } from '../../domain/mail/terms.ts';
import type { SocialPostStatus } from '../../domain/social-post/terms.ts';
import type { SuppressionStatus } from '../../domain/suppression/terms.ts';
import type { Tone } from '../ui/status/tone.ts';

/* The same colors for every kind of record: blue waits to begin, amber is in progress, violet waits for somebody's
   answer, green is fine or done, red is lost or needs help, grey is set aside. */

export const leadTone = tones<LeadStatus>({
  New: 'blue',
  Contacted: 'amber',
  Quoting: 'violet',
  Won: 'green',
  Lost: 'grey',
});

export const externalLeadTone = tones({
  pending: 'blue',
  assigned_external: 'amber',
  completed: 'green',
});

export const taskTone = tones({
  open: 'blue',
  done: 'green',
  erased: 'grey',
});

export const equipmentTone = tones<EquipmentStatus>({
  available: 'green',
  in_use: 'blue',
  maintenance: 'amber',
  out_of_service: 'red',
});

export const jobTone = tones<JobStatus>({
  unscheduled: 'violet',
  scheduled: 'blue',
  in_progress: 'amber',
  on_hold: 'grey',
  completed: 'green',
  cancelled: 'red',
});

export const priorityTone = tones({
  urgent: 'red',
  high: 'amber',
  normal: 'green',
  low: 'grey',
});

export const quoteTone = tones({
  draft: 'grey',
  sent: 'violet',
  approved: 'green',
  declined: 'red',
  expired: 'grey',
  revoked: 'grey',
});

/** How dangerous a tree is, or how urgent a service; any other word counts as harmless. */
export function riskTone(risk: string): Tone {
  if (risk === 'high') return 'red';
  return risk === 'medium' ? 'amber' : 'green';
}

export const mailTone = tones<MailStatus>({
  prepared: 'amber',
  held: 'blue',
  delayed: 'amber',
  sent: 'green',
  failed: 'red',
  uncertain: 'violet',
  cancelled: 'grey',
});

export const invoiceTone = tones({
  pending: 'blue',
  paid: 'green',
  overdue: 'red',
  refunded: 'grey',
  cancelled: 'grey',
});

export const timeOffTone = tones({
  pending: 'violet',
  approved: 'green',
  denied: 'red',
});

export const timesheetTone = tones({
  open: 'grey',
  submitted: 'violet',
  approved: 'green',
});

export const suppressionTone = tones<SuppressionStatus>({ suppressed: 'amber', lifted: 'grey' });

export const campaignTone = tones<CampaignStatus>({
  draft: 'grey',
  active: 'green',
  paused: 'amber',
  completed: 'blue',
});

export const emailCampaignTone = tones<EmailCampaignStatus>({
  draft: 'grey',
  scheduled: 'blue',
  sending: 'amber',
  paused: 'violet',
  cancelled: 'grey',
  sent: 'green',
});

export const recipientTone = tones<RecipientEnd>({
  sent: 'green',
  bounced: 'red',
  refused: 'red',
  suppressed: 'grey',
  gone: 'grey',
  uncertain: 'amber',
});

export const socialPostTone = tones<SocialPostStatus>({
  scheduled: 'blue',
  published: 'green',
  failed: 'red',
  cancelled: 'grey',
});

/** By the rating of a review. */
export const ratingTone = tones({
  1: 'red',
  2: 'amber',
  3: 'green',
  4: 'green',
  5: 'green',
});

export const sentimentTone = tones({ positive: 'green', neutral: 'grey', negative: 'red' });

export const severityTone = tones<InsightSeverity>({ info: 'blue', warning: 'amber', critical: 'red' });

export const insightStatusTone = tones<InsightStatus>({ open: 'blue', resolved: 'green', dismissed: 'grey' });

/** A status this console does not know yet is grey. */
function tones<Status extends string>(of: Readonly<Record<Status, Tone>>): (status: string) => Tone {
  return (status) => (Object.hasOwn(of, status) ? of[status as Status] : 'grey');
}
