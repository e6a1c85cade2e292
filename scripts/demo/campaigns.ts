import { type CampaignCommand, campaign } from '../../domain/campaign/campaign.ts';
import type { CampaignDetails } from '../../domain/campaign/events.ts';
import type { CampaignStatus } from '../../domain/campaign/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { dateOf, type WorkingTime } from './working-time.ts';

/** A campaign, its working days counted from the last one of the year, and how far it went. */
interface Campaign extends Omit<CampaignDetails, 'startDate' | 'endDate'> {
  from: number;
  to: number | null;
  by: string;
  /** Leads that name one of these came by it while it was running. */
  sources: readonly (string | null)[];
  /** Each status after the draft, with the working day of its step. */
  steps: readonly (readonly [status: CampaignStatus, day: number])[];
}

const CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'Winter pruning',
    description: 'Oaks and maples are pruned best while they are dormant. Book before the sap rises.',
    targetAudience: 'Homeowners with mature shade trees',
    budget: 120_000,
    platforms: ['facebook', 'instagram'],
    contentTypes: ['educational', 'seasonal-tips'],
    from: -215,
    to: -165,
    by: OFFICE.id,
    sources: ['Facebook Ads', 'Social Media', 'Website'],
    steps: [
      ['active', -215],
      ['completed', -164],
    ],
  },
  {
    name: 'Storm season check',
    description: 'A walk around the property before the storms: cracked unions, deadwood, leaning trunks.',
    targetAudience: 'Homeowners and property managers',
    budget: 240_000,
    platforms: ['facebook'],
    contentTypes: ['safety', 'before-after'],
    from: -110,
    to: -40,
    by: OWNER.id,
    sources: ['Facebook Ads', 'Social Media', 'Google Ads'],
    steps: [
      ['active', -110],
      ['paused', -80],
      ['active', -74],
      ['completed', -39],
    ],
  },
  {
    name: 'Neighbors of our jobs',
    description: 'Door hangers on the street where a crew works, with the quote form’s address.',
    targetAudience: 'Homeowners next to a job',
    budget: 60_000,
    platforms: [],
    contentTypes: ['before-after'],
    from: -60,
    to: null,
    by: OFFICE.id,
    sources: ['Website'],
    steps: [['active', -60]],
  },
  {
    name: 'Stump grinding weekends',
    description: null,
    targetAudience: 'Customers who had a removal this year',
    budget: null,
    platforms: ['facebook'],
    contentTypes: [],
    from: 15,
    to: null,
    by: OFFICE.id,
    sources: [],
    steps: [],
  },
];

/** The campaigns of a year. */
export const campaigns: Area = (time) => CAMPAIGNS.flatMap((each, index) => actsOf(each, index, time));

/** The id of one of them, by its place. */
export function campaignId(index: number): string {
  return uuidv5(HEARTWOOD, `demo/campaign/${index}`);
}

/** The campaign by which a lead of a source came at an instant; null where none was running. */
export function campaignAt(at: number, source: string | null, time: WorkingTime): string | null {
  const last = time.days.length - 1;
  const startOf = (day: number) => time.instantAt(time.days[last + day]?.hour ?? 0);
  const index = CAMPAIGNS.findIndex(
    ({ from, to, sources }) => sources.includes(source) && startOf(from) <= at && (to === null || at < startOf(to)),
  );
  return index === -1 ? null : campaignId(index);
}

/** Working days between the plan of a campaign and its first day. */
const PLANNED_BEFORE = 4;

function actsOf({ from, to, by, sources: _, steps, ...details }: Campaign, index: number, time: WorkingTime): Act[] {
  const last = time.days.length - 1;
  const id = campaignId(index);
  const hourOf = (day: number) => (time.days[last + day]?.hour ?? 0) + 2 + index / 4;
  const send = (at: number, name: string, command: CampaignCommand): Act => ({
    at: time.instantAt(at),
    actor: by,
    run: (desk) => desk.send(campaign, id, command, { commandId: uuidv5(HEARTWOOD, `demo/campaign/${index}/${name}`) }),
  });
  const created = hourOf(Math.min(from, 0) - PLANNED_BEFORE);
  return [
    send(created, 'created', {
      type: 'CreateCampaign',
      details: {
        ...details,
        startDate: dateOf(last + from, time),
        endDate: to === null ? null : dateOf(last + to, time),
      },
      today: time.dateAt(created),
      now: new Date(time.instantAt(created)).toISOString(),
    }),
    ...steps.map(([status, day]) => send(hourOf(day), `${status}/${day}`, { type: 'ChangeCampaignStatus', status })),
  ];
}
