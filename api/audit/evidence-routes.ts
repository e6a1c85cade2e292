import { Readable } from 'node:stream';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NotAllowed } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { signedIn } from '../kit/changes/commands.ts';
import { companySettings } from '../kit/company-time.ts';
import type { AnyRecordKind, ApiContext, App, RecordRef } from '../kit/context.ts';
import { errorBody, errors, idParams } from '../kit/fields/common.schema.ts';
import { requireMayExport, requireMayReadHistory, seenBy } from '../kit/rights.ts';
import { recordSecurity } from '../kit/security.ts';
import { endOfStream } from '../kit/stream-end.ts';
import { type KnownRecord, keyOf, recordsOf, titlesAmong } from '../kit/titles.ts';
import { evidenceOf, hasEvents } from './evidence.ts';
import { auditRights } from './rights.ts';

/** What proves to a stranger what happened to one record (docs/proof.md#evidence-for-one-record). */
export function evidenceRoutes(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/audit/records/:category/:id/evidence',
    {
      config: { access: 'history:read' },
      schema: {
        tags: ['History'],
        description:
          'A ZIP of the events of one record, in words and as they are stored, with their proofs, the checkpoint, and a ' +
          'page that says how to check them without Heartwood.',
        params: idParams.extend({ category: z.string().min(1).max(50) }),
        response: {
          200: { content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } } },
          409: errorBody,
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const person = signedIn(request);
      requireMayExport(request);
      const kind = context.kinds.of(request.params.category);
      const { id } = request.params;
      const rights = auditRights(context.kinds, person);
      const lacking = rights.lacking(kind.decider.category);
      if (lacking !== null) throw new NotAllowed(lacking);
      const { known, title } = await recordNow(context, { category: kind.category, id });
      await requireMayReadHistory(context, person, kind, known?.document ?? null);

      const { signal } = endOfStream(context, request, reply);
      const end = await context.store.head();
      if (!(await hasEvents(context, { kind, id, end }, signal))) throw notFound(kind);
      const { name: company, timeZone: zone } = await companySettings(context);
      const checkpoint = await context.proofs.checkpoint('asked', signal);
      const number = numberOf(kind, known);
      const about = { kind: seenBy(person, kind), id, number, title, company, zone, rights, checkpoint, end };
      recordSecurity(context, request, { type: 'data_exported', detail: 'evidence' });
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${fileName(kind, number ?? id)}"`)
        .send(Readable.from(evidenceOf(context, about, signal), { objectMode: false }) as unknown as string);
    },
  );
}

async function recordNow(
  context: ApiContext,
  record: RecordRef,
): Promise<{ known: KnownRecord | null; title: string | null }> {
  const found = await recordsOf(context, [record]);
  const titles = await titlesAmong(context, found);
  return { known: found.get(keyOf(record)) ?? null, title: titles.get(keyOf(record)) ?? null };
}

/** The number that people know a record by; null for one of a kind without numbers. */
function numberOf({ category }: AnyRecordKind, known: KnownRecord | null): string | null {
  const number = (known?.document as Readonly<Record<string, unknown>> | undefined)?.[`${category}Number`];
  return typeof number === 'string' ? number : null;
}

/** `evidence-invoice-INV-1001.zip` */
function fileName({ category }: AnyRecordKind, called: string): string {
  return `evidence-${category}-${called}.zip`.replace(/[^\w.-]/g, '_');
}

function notFound({ noun }: AnyRecordKind): HttpError {
  return new HttpError(404, { message: `There is no such ${noun}.`, code: 'not_found' });
}
