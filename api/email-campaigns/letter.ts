import { type FieldValues, fieldValues, filledIn } from '../../domain/email-campaign/fields.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import { jobs } from '../../projections/jobs.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { shownName } from '../customers/record.ts';

/** What one recipient of a campaign gets. */
export interface CampaignLetter {
  toName: string | null;
  subject: string;
  /** Plain text. */
  text: string;
}

interface Texts {
  subject: string;
  content: string;
}

type Addressee = Pick<CustomerDocument, 'id' | 'firstName' | 'lastName' | 'city'>;
type Company = { name: string | null; phone: string | null };

/**
 * A campaign as one customer gets it.
 * @param customer null for somebody of whom nothing is known
 * @param lastServiceType of the job that was finished for them last, as `lastServicesOf` knows it
 */
export function letterTo(
  { subject, content }: Texts,
  customer: Addressee | null,
  lastServiceType: string | null,
  company: Company,
): CampaignLetter {
  const nobody = { firstName: null, lastName: null, city: null };
  const values: FieldValues = fieldValues({ ...(customer ?? nobody), lastServiceType }, company);
  return {
    toName: customer && shownName(customer),
    subject: filledIn(subject, values),
    text: filledIn(content, values),
  };
}

/** More jobs than one customer has that matter. */
const MOST_JOBS = 50;

/** For each customer the service type of the job that was finished for them last, if one was. */
export async function lastServicesOf(
  models: Pick<ReadModels, 'find'>,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = await Promise.all(
    customerIds.map(async (customerId) => {
      const { documents } = await models.find(jobs.collection, {
        where: { customerId, status: 'completed', removed: null },
        order: { field: 'createdAt', direction: 'desc' },
        limit: MOST_JOBS,
      });
      const last = documents.reduce<(typeof documents)[number] | null>(
        (latest, each) => ((latest?.completedAt ?? '') < (each.completedAt ?? '') ? each : latest),
        null,
      );
      return [customerId, last?.serviceType ?? null] as const;
    }),
  );
  return new Map(found);
}
