import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Likable, likenessKeys } from '../../domain/customer/likeness.ts';
import { LIKENESSES, type Likeness } from '../../domain/customer/terms.ts';
import { awaitMinPosition } from '../../platform/http/consistency.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { CustomerDocument } from '../../projections/customers.ts';
import type { ApiContext } from '../kit/context.ts';
import { presentCustomer } from './record.ts';
import type { DuplicateCustomer } from './schema.ts';

/** @throws HttpError 404 where there is none */
export async function customerById(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<CustomerDocument> {
  await awaitMinPosition(request, reply, context);
  const found = (await context.readModels.current().get('customers', [id])).get(id);
  if (!found) throw new HttpError(404, { message: 'There is no such customer.', code: 'not_found' });
  return found as CustomerDocument;
}

/** As many are enough to see that something is wrong; a shared office number may be that of very many. */
const MOST_DUPLICATES = 10;

/** Whom a customer may be, archived ones too: those who have most in common first. One look-up of an index per likeness. */
export async function duplicatesOf(
  context: ApiContext,
  of: Likable,
  ownId: string | null,
): Promise<DuplicateCustomer[]> {
  const keys = likenessKeys(of);
  const found = new Map<string, { document: CustomerDocument; matches: Likeness[] }>();
  for (const likeness of LIKENESSES) {
    const key = keys[likeness];
    if (key === null) continue;
    const query = { where: { [`${likeness}Key`]: key }, limit: MOST_DUPLICATES + 1 };
    const { documents } = await context.readModels.current().find('customers', query);
    for (const document of documents as CustomerDocument[]) {
      if (document.id === ownId) continue;
      const known = found.get(document.id) ?? { document, matches: [] };
      found.set(document.id, { document, matches: [...known.matches, likeness] });
    }
  }
  const likest = [...found.values()].sort((a, b) => b.matches.length - a.matches.length).slice(0, MOST_DUPLICATES);
  return likest.map(({ document, matches }) => ({ customer: presentCustomer(document), matches }));
}
