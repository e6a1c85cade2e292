import { mailboxId } from '../../api/suppressions/mailbox-key.ts';
import { EVERYBODY } from '../../domain/audience/segment.ts';
import {
  type CampaignPartCommand,
  type CampaignPartState,
  campaignPart,
  type Ended,
} from '../../domain/campaign-part/campaign-part.ts';
import type { Listed } from '../../domain/campaign-part/events.ts';
import { RECIPIENT_ENDS } from '../../domain/campaign-part/terms.ts';
import { campaignResponse } from '../../domain/campaign-response/campaign-response.ts';
import type { Responder } from '../../domain/campaign-response/terms.ts';
import { customer } from '../../domain/customer/customer.ts';
import { type EmailCampaignCommand, emailCampaign } from '../../domain/email-campaign/email-campaign.ts';
import type { EndCounts } from '../../domain/email-campaign/events.ts';
import { TEMPLATE_TEXTS } from '../../domain/email-campaign/templates.ts';
import { holds, suppression } from '../../domain/suppression/suppression.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER } from './accounts.ts';
import type { Act, Area, Desk } from './act.ts';
import { doneJobs } from './jobs.ts';
import { DEMO_MAILBOX_KEY } from './keys.ts';
import type { WorkingTime } from './working-time.ts';

/** A campaign by email, its working day counted from the last one of the year, and how far it went. */
interface Campaign {
  name: string;
  /** The id of the text it begins with; null for that of the season. */
  text: string | null;
  day: number;
  by: string;
  became: 'sent' | 'draft' | 'scheduled' | 'stopped';
  /** Only customers with one of these tags. */
  tags?: readonly string[];
}

const CAMPAIGNS: readonly Campaign[] = [
  { name: 'Season letter', text: null, day: -190, by: OFFICE.id, became: 'sent' },
  { name: 'How is the tree doing?', text: 'follow_up', day: -128, by: OFFICE.id, became: 'sent' },
  { name: 'Season letter, three months on', text: null, day: -66, by: OWNER.id, became: 'sent' },
  { name: 'A free look at your trees', text: 'promotional', day: -12, by: OFFICE.id, became: 'stopped' },
  { name: 'Next season letter', text: null, day: -2, by: OFFICE.id, became: 'scheduled' },
  { name: 'Welcome for new customers', text: 'welcome', day: -1, by: OFFICE.id, became: 'draft' },
  {
    name: 'A look before spring pruning',
    text: 'promotional',
    day: -30,
    by: OFFICE.id,
    became: 'sent',
    tags: ['Spring pruning'],
  },
];

const SEASONS = [
  'winter',
  'winter',
  'spring',
  'spring',
  'spring',
  'summer',
  'summer',
  'summer',
  'fall',
  'fall',
  'fall',
];

/** The campaigns by email of a year, to everybody whose job was finished by then. */
export const emailCampaigns: Area = (time) => CAMPAIGNS.flatMap((each, index) => actsOf(each, index, time));

/** Where a sending has stopped, so many had no mail yet. */
const LEFT = 9;
/** What has stopped it, as the sending says it. */
const WHY = 'The mail server cannot be reached. Resume the campaign once it can.';
/** Whose mail comes back, by place. */
const BOUNCED = 7;
/** Who sends. */
const SENDING = 'email campaigns';
const DAY_MS = 24 * 60 * 60_000;

function actsOf({ name, text, day, by, became, tags }: Campaign, index: number, time: WorkingTime): Act[] {
  const last = time.days.length - 1;
  const id = uuidv5(HEARTWOOD, `demo/email-campaign/${index}`);
  const part = uuidv5(id, 'part/1');
  const hour = (time.days[last + day]?.hour ?? 0) + 1 + index / 8;
  const nowAt = (at: number) => new Date(time.instantAt(at)).toISOString();
  const act = (at: number, actor: string, run: (desk: Desk, now: string) => Promise<void>): Act => ({
    at: time.instantAt(at),
    actor,
    run: (desk) => run(desk, nowAt(at)),
  });
  const idOf = (role: string) => ({ commandId: uuidv5(HEARTWOOD, `demo/email-campaign/${index}/${role}`) });
  const send = (desk: Desk, command: EmailCampaignCommand) => desk.send(emailCampaign, id, command, idOf(command.type));
  const toPart = (desk: Desk, command: CampaignPartCommand) =>
    desk.send(campaignPart, part, command, idOf(command.type));

  const month = Number(time.dateAt(hour).slice('YYYY-'.length, 'YYYY-MM'.length));
  const wanted = text ?? `seasonal_${SEASONS[month - 1] ?? 'winter'}`;
  const { type, subject, content } = TEMPLATE_TEXTS.find(
    (each) => each.id === wanted,
  ) as (typeof TEMPLATE_TEXTS)[number];
  const scheduledDate = became === 'scheduled' ? new Date(time.instantAt(hour) + 12 * DAY_MS).toISOString() : null;
  const segment = tags ? { ...EVERYBODY, tags: [...tags] } : null;
  const details = { name, subject, content: withLinks(content), templateType: type, scheduledDate, segment };
  const created = act(hour, by, (desk, now) => send(desk, { type: 'CreateEmailCampaign', details, now }));
  if (became === 'draft' || became === 'scheduled') return [created];

  const known = doneJobs(time).filter((each) => each.hour < hour);
  const customerIds = [...new Set(known.map(({ planned }) => planned.customerId))];
  const begins = hour + 1;
  const ends = begins + 0.5;
  return [
    created,
    act(begins, by, (desk, now) => send(desk, { type: 'SendEmailCampaign', now })),
    act(begins + 0.1, SENDING, async (desk, now) => {
      const recipients = await listed(desk, customerIds, tags);
      await toPart(desk, { type: 'ListPart', campaignId: id, number: 1, recipients, now });
      await send(desk, { type: 'RecordParts', parts: 1, recipients: recipients.length, now });
    }),
    act(ends, SENDING, async (desk, now) => {
      const recipients = await listed(desk, customerIds, tags);
      const some = became === 'stopped' ? recipients.slice(0, -LEFT) : recipients;
      const run = `demo ${index}`;
      await toPart(desk, { type: 'ClaimRecipients', run, indexes: some.map((_, place) => place), now });
      const ended = await Promise.all(some.map((recipient, place) => endOf(desk, recipient, place)));
      await toPart(desk, { type: 'EndRecipients', ends: ended, now });
      if (became === 'stopped') await send(desk, { type: 'PauseSending', why: WHY, now });
      else await send(desk, { type: 'FinishSending', counts: countsOf(ended), now });
    }),
    act(ends + 0.25, 'mail server', async (desk, now) => {
      const state = await desk.load(campaignPart, part);
      const isSent = state.presence === 'present' && state.recipients[BOUNCED]?.progress.step === 'sent';
      // The mailbox is full: the next campaign goes to it all the same.
      if (isSent) await toPart(desk, { type: 'RecordBounce', index: BOUNCED, code: '4.2.2', now });
    }),
    ...RESPONSES.map(({ after, ...asked }) =>
      act(ends + after, 'public', async (desk, now) => {
        for (const [index, link] of respondingTo(await desk.load(campaignPart, part), asked)) {
          const command = {
            type: 'RecordResponse',
            campaignId: id,
            number: 1,
            index,
            by: asked.by,
            link,
            now,
          } as const;
          await desk.send(campaignResponse, part, command, idOf(`${after}/${index}/${link}`));
        }
      }),
    ),
  ];
}

/** Before the signature, which is the last paragraph. */
function withLinks(content: string): string {
  const at = content.lastIndexOf('\n\n');
  return `${content.slice(0, at)}\n\n${LINKS}${content.slice(at)}`;
}

const LINKS = 'Ask us for a visit: https://example.com/visit\nRead how we work: https://example.com/tree-care';

interface Responding {
  by: Responder;
  /** Of so many recipients one responds, and which. */
  oneOf: number;
  which: number;
  /** Each of these; null for the mail itself. */
  links: readonly (number | null)[];
}

/** Who responds, so many working hours after the sending: scanners at once, people over the next days. */
const RESPONSES: readonly (Responding & { after: number })[] = [
  { after: 0.001, by: 'machines', oneOf: 6, which: 4, links: [null, 1, 2] },
  { after: 0.5, by: 'machines', oneOf: 3, which: 1, links: [null] },
  { after: 1, by: 'people', oneOf: 4, which: 0, links: [null] },
  { after: 4, by: 'people', oneOf: 9, which: 4, links: [1] },
  { after: 12, by: 'people', oneOf: 7, which: 3, links: [null] },
  { after: 15, by: 'people', oneOf: 16, which: 8, links: [1, 2] },
];

function respondingTo(part: CampaignPartState, { oneOf, which, links }: Responding): [number, number | null][] {
  if (part.presence === 'absent') return [];
  return part.recipients.flatMap(({ progress: { step } }, index) =>
    step === 'sent' && index % oneOf === which ? links.map((link): [number, number | null] => [index, link]) : [],
  );
}

/** One for each mailbox, of those who have one, and one of the tags. */
async function listed(desk: Desk, customerIds: readonly string[], tags?: readonly string[]): Promise<Listed[]> {
  const byMailbox = new Map<string, string[]>();
  for (const id of customerIds) {
    const state = await desk.load(customer, id);
    if (state.presence !== 'present') continue;
    const { email, tags: has } = state.contact;
    if (!email || (tags && !has.some((tag) => tags.includes(tag)))) continue;
    const mailbox = mailboxId(DEMO_MAILBOX_KEY, email);
    byMailbox.set(mailbox, [...(byMailbox.get(mailbox) ?? []), id]);
  }
  return Array.from(byMailbox, ([mailbox, ids]) => ({ mailboxId: mailbox, customerIds: ids }));
}

async function endOf(desk: Desk, recipient: Listed, index: number): Promise<Ended> {
  if (holds(await desk.load(suppression, recipient.mailboxId))) return { index, end: 'suppressed', code: null };
  if (index % 29 === 11) return { index, end: 'refused', code: '550' };
  return { index, end: index % 17 === 13 ? 'uncertain' : 'sent', code: null };
}

function countsOf(ended: readonly Ended[]): EndCounts {
  const counts = Object.fromEntries(
    RECIPIENT_ENDS.map((end) => [end, ended.filter((each) => each.end === end).length]),
  );
  return counts as EndCounts;
}
