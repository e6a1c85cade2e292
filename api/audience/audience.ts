import { matches, reachedBy, requireSegment as requireMeant } from '../../domain/audience/rule.ts';
import { EVERYBODY, type Segment } from '../../domain/audience/segment.ts';
import { FIRST_SHOWN } from '../../domain/audience/terms.ts';
import { SERVICE_TYPES } from '../../domain/job/terms.ts';
import { customers } from '../../projections/customers.ts';
import { jobs } from '../../projections/jobs.ts';
import { shownName } from '../customers/record.ts';
import { companyToday, companyZone } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { noSuch } from '../kit/records.ts';
import type { KeyContext } from '../suppressions/mailbox-key.ts';
import { currentFacts } from './facts.ts';
import type { AudienceAnswer } from './schema.ts';

/** A mailbox that a campaign reaches, and every customer who has it: they get one mail. */
export interface Reached {
  /** The keyed hash that suppressions have too. */
  mailboxId: string;
  customerIds: readonly string[];
}

/**
 * Whom a campaign for a segment reaches now, the newest customers first.
 * @param segment null for all customers
 * @throws HttpError 503 `mailbox_key_lost` where nobody can tell who gets no marketing; Rebuilding
 */
export async function audienceOf(context: KeyContext, segment: Segment | null): Promise<Reached[]> {
  const { mailboxes } = await reachedNow(context, segment);
  return Array.from(mailboxes, ([mailboxId, customerIds]) => ({ mailboxId, customerIds }));
}

/** How many that are, the first of them, and who is left out. @throws as `audienceOf` */
export async function audienceShown(context: KeyContext, segment: Segment | null): Promise<AudienceAnswer> {
  const { mailboxes, leftOut } = await reachedNow(context, segment);
  const ids = mailboxes
    .values()
    .take(FIRST_SHOWN)
    .flatMap(([first]) => (first === undefined ? [] : [first]))
    .toArray();
  const found = await context.readModels.current().get(customers.collection, ids);
  const first = ids.flatMap((id) => {
    const customer = found.get(id);
    return customer ? [{ customerId: id, name: shownName(customer) }] : [];
  });
  return { size: mailboxes.size, first, leftOut };
}

async function reachedNow(context: KeyContext, segment: Segment | null) {
  const test = matches(segment ?? EVERYBODY, await companyZone(context));
  // From here on in one go: the facts change with every change of a customer.
  const facts = await currentFacts(context);
  return reachedBy(facts.customers().filter(test), (mailboxId) => facts.isSuppressed(mailboxId));
}

/**
 * What a body says of a segment, beyond its shape.
 * @throws Rejection for a day to come, and for what ends before it begins; HttpError 400 for a service that no finished
 * work was of
 */
export async function requireSegment(context: ApiContext, segment: Segment | null): Promise<void> {
  if (segment === null) return;
  requireMeant(segment, await companyToday(context));
  const models = context.readModels.current();
  for (const service of segment.services ?? []) {
    if ((SERVICE_TYPES as readonly string[]).includes(service)) continue;
    const where = { removed: null, status: 'completed', serviceType: service };
    const { documents } = await models.find(jobs.collection, {
      where,
      order: { field: 'completedAt', direction: 'desc' },
      limit: 1,
    });
    if (documents.length === 0) {
      throw noSuch('segment.services', `No finished work was “${service}”. Choose a service from the list.`);
    }
  }
}
