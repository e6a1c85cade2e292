import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Analysis } from '../../ai/image-analysis.ts';
import type { AnalysisCommand } from '../../domain/analysis/analysis.ts';
import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import type { Look } from '../../platform/images/image.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { canonicalJson, sha256 } from '../../platform/runtime/ids.ts';
import { NoTurn, slots } from '../../platform/runtime/slots.ts';
import { customerKind } from '../customers/record.ts';
import { carryOut, newId, senderOf } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody } from '../kit/fields/common.schema.ts';
import { givenIn } from '../kit/fields/fields.schema.ts';
import { loadRecord, requirePresent } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { readFormFields, readUpload, refusePhoto, takeForms } from '../kit/uploads.ts';
import { leadKind } from '../leads/record.ts';
import { withCosts } from './costs.ts';
import { analysisKind } from './record.ts';
import {
  analysisList,
  analysisRecord,
  analyzeBody,
  analyzeFields,
  correctAnalysisBody,
  findingFields,
} from './schema.ts';

/** How many pictures are analyzed at once, and how many more may wait. */
const AT_ONCE = 4;
const MOST_WAITING = 12;

const unreadable = errorBody.describe('The file is not a readable picture.');

/** What was found in pictures of trees, and what people made of it. */
export function analysisRoutes(app: App, context: ApiContext): void {
  const analyses = recordRoutes(app, context, {
    kind: analysisKind,
    record: analysisRecord,
    path: '/api/analyses',
    tag: 'Analyses',
  });
  analyses.list(analysisList);
  analyses.get();
  analyses.revise({
    body: correctAnalysisBody,
    commands: ({ body }) => ({ type: 'CorrectAnalysis', findings: givenIn(findingFields, body) }),
  });
  analyses.remove({ type: 'RemoveAnalysis' });
  analyses.act('restore', { type: 'RestoreAnalysis' });
  takeForms(app, (forms) => analyzeRoute(forms, context));
}

function analyzeRoute(app: App, context: ApiContext): void {
  const withSlot = slots(AT_ONCE, MOST_WAITING);

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/quotes/analyze-image',
    {
      config: { access: 'quotes:change', upload: true },
      schema: {
        tags: ['Quotes'],
        headers: changeHeaders,
        consumes: ['multipart/form-data'],
        body: analyzeBody,
        response: { 201: analysisRecord, 422: unreadable, ...changeErrors(analysisRecord) },
      },
    },
    async (request, reply) => {
      const gone = clientGone(reply);
      const id = newId(request, 'analysis');
      const { fields, inputHash, picture } = await readForm(context, request, id, gone);
      const analysis = picture && (await withSlot(() => analyze(picture, fields.description), { signal: gone }));
      const commands = analysis ? [recordOf(analysis, { ...fields, inputHash }, isoNow(context.clock))] : [];
      // The same file again is the same command, even if the analysis would find something else by then.
      const sender = { ...senderOf(request), body: canonicalJson({ inputHash, ...fields }) };
      const target = { kind: analysisKind, id, commands };
      const { record } = await carryOut(context, sender, reply, target, { isNew: true });
      reply.code(201);
      return record;

      async function analyze(found: Look, description: string | null): Promise<Analysis> {
        try {
          const analysis = await context.imageAnalysis.analyze({ picture: found, description, asker: 'staff' }, gone);
          const suggestedServices = await withCosts(context, analysis.findings.suggestedServices);
          return { ...analysis, findings: { ...analysis.findings, suggestedServices } };
        } catch (cause) {
          if (gone.aborted) throw new NoTurn();
          throw cause;
        }
      }
    },
  );
}

interface FormRead {
  fields: { description: string | null; customerId: string | null; leadId: string | null };
  inputHash: string;
  /** Null if the request is a repeat: nothing is analyzed twice. */
  picture: Look | null;
}

/** @throws HttpError 400, 413, 415 or 422; NoTurn */
function readForm(context: ApiContext, request: FastifyRequest, id: string, gone: AbortSignal): Promise<FormRead> {
  return context.incoming.receive(async (path) => {
    const upload = await readUpload(request, path, { field: 'image', bytes: PHOTO_LIMITS.bytes });
    const { description, customerId, leadId } = readFormFields(analyzeFields, upload.fields);
    const fields = { description, customerId: customerId || null, leadId: leadId || null };
    const inputHash = sha256(canonicalJson({ image: upload.sha256, description }));
    if (await isRepeat(context, request, id)) return { fields, inputHash, picture: null };
    if (fields.customerId) await requirePresent(context, customerKind, fields.customerId, 'customerId');
    if (fields.leadId) await requirePresent(context, leadKind, fields.leadId, 'leadId');
    return { fields, inputHash, picture: await context.images.look(path, gone).catch(refusePhoto) };
  });
}

async function isRepeat({ streams }: ApiContext, request: FastifyRequest, id: string): Promise<boolean> {
  const { commandId, isRandom } = senderOf(request);
  return !isRandom && (await loadRecord(streams, analysisKind, id)).appendedBy(commandId) !== null;
}

function recordOf(
  { findings, ...found }: Analysis,
  given: FormRead['fields'] & { inputHash: string },
  now: string,
): AnalysisCommand {
  return { type: 'RecordAnalysis', origin: { quoteId: null, ...given, ...found }, findings, now };
}
