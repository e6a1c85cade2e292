import { mailboxId } from '../../api/suppressions/mailbox-key.ts';
import { type SuppressionCommand, suppression } from '../../domain/suppression/suppression.ts';
import type { SuppressionReason } from '../../domain/suppression/terms.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { DEMO_MAILBOX_KEY } from './keys.ts';
import { planLeads } from './lead-plan.ts';
import type { WorkingTime } from './working-time.ts';

/** Why somebody gets no marketing, and why they do again. */
interface Suppressed {
  reason: SuppressionReason;
  note: string | null;
  /** Why it was lifted, as the person asked. */
  lifted?: string;
}

const SUPPRESSED: readonly Suppressed[] = [
  { reason: 'unsubscribed', note: null },
  { reason: 'by_hand', note: 'Asked on the phone for no more offers. Invoices by email are fine.' },
  { reason: 'unsubscribed', note: null },
  { reason: 'bounced', note: 'Our letter came back: no such mailbox.' },
  { reason: 'unsubscribed', note: null, lifted: 'Wrote to us: unsubscribed by mistake, wants the spring news.' },
  { reason: 'by_hand', note: 'Sold the house and moved to Vermont.' },
  { reason: 'unsubscribed', note: null },
];

/** One in this many of those who asked about their trees, and left an address. */
const ONE_IN = 21;
/** Working hours from their first call. */
const SUPPRESSED_AFTER = 45;
/** Working hours from there. */
const LIFTED_AFTER = 22;

/** Who gets no marketing, over the year. */
export const suppressedAddresses: Area = (time) =>
  planLeads(time)
    .flatMap(({ begins, steps }) => {
      const [first] = steps;
      const email = first?.deed.type === 'capture' ? first.deed.details.email : null;
      return email ? [{ email, hour: begins + SUPPRESSED_AFTER }] : [];
    })
    .filter(({ hour }, index) => index % ONE_IN === 0 && hour + LIFTED_AFTER < time.hours)
    .flatMap(({ email, hour }, index) => actsOf(email, hour, index, time));

function actsOf(address: string, hour: number, index: number, time: WorkingTime): Act[] {
  const { reason, note, lifted } = SUPPRESSED[index % SUPPRESSED.length] as Suppressed;
  const id = mailboxId(DEMO_MAILBOX_KEY, address);
  const act = (at: number, actor: string, name: string, command: SuppressionCommand): Act => ({
    at: time.instantAt(at),
    actor,
    run: (desk) =>
      desk.send(suppression, id, command, { commandId: uuidv5(HEARTWOOD, `demo/suppression/${index}/${name}`) }),
  });
  const nowAt = (at: number) => new Date(time.instantAt(at)).toISOString();
  const suppressed = act(hour, reason === 'unsubscribed' ? 'public' : OFFICE.id, 'suppressed', {
    type: 'SuppressAddress',
    address,
    keyCheck: DEMO_MAILBOX_KEY.check,
    reason,
    note,
    now: nowAt(hour),
  });
  if (lifted === undefined) return [suppressed];
  const at = hour + LIFTED_AFTER;
  const command = { type: 'LiftSuppression', why: lifted, isAskedFor: true, now: nowAt(at) } as const;
  return [suppressed, act(at, OFFICE.id, 'lifted', command)];
}
