import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { PHOTO_LIMITS } from '../../domain/photo/terms.ts';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { Arrival } from '../../platform/http/visitors/visitor-files.ts';
import { limitWithoutForm } from '../../platform/http/visitors/visitor-limits.ts';
import { canonicalJson, sha256 } from '../../platform/runtime/ids.ts';
import { NoTurn, slots } from '../../platform/runtime/slots.ts';
import { catalogItems } from '../analyses/costs.ts';
import { openForm } from '../forms/form-tokens.ts';
import { answerPreflight, foreignSiteOf } from '../forms/sites.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors } from '../kit/fields/common.schema.ts';
import { readFormFields, readUpload, refusePhoto, takeForms } from '../kit/uploads.ts';
import { storePicture } from '../photos/new-photo.ts';
import { type KeptAnalysis, keepAnalysis } from './kept-analyses.ts';
import { publicAnalysis } from './present.ts';
import { analyzeImageBody, analyzeImageFields, type PublicAnalysis, publicAnalysisAnswer } from './schema.ts';

/** How many visitors' pictures are processed at once, and how many more may wait: most of the capacity is for staff. */
const AT_ONCE = 6;
const MOST_WAITING = 24;

/** Tells visitors what their picture shows before they request anything; none of it enters the log. */
export function publicAnalysisRoutes(app: App, context: ApiContext): void {
  takeForms(app, (forms) => analyzeRoute(forms, context));
  answerPreflight(app, '/api/analyze-image', 'POST');
}

function analyzeRoute(app: App, context: ApiContext): void {
  const withSlot = slots(AT_ONCE, MOST_WAITING);

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/analyze-image',
    {
      config: { access: 'public', upload: true, limitedForVisitors: 'analyses', openToSites: true },
      schema: {
        tags: ['Public'],
        consumes: ['multipart/form-data'],
        body: analyzeImageBody,
        response: {
          200: publicAnalysisAnswer,
          422: errorBody.describe('The file is not a readable picture.'),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const gone = clientGone(reply);
      return context.visitorFiles.receive(request.ip, readAndAnalyze);

      // It takes its turn once it has arrived completely, so that nobody holds up others by sending slowly.
      async function readAndAnalyze(path: string, arrival: Arrival): Promise<PublicAnalysis> {
        const upload = await readUpload(request, path, { field: 'image', bytes: PHOTO_LIMITS.bytes, arrival });
        const { details: description, ...form } = readFormFields(analyzeImageFields, upload.fields);
        if (!(await isOfForm(context, request, form))) await limitWithoutForm(request, 'analyses', context);
        const inputHash = sha256(canonicalJson({ image: upload.sha256, description }));
        return withSlot(() => analyzed(path, { inputHash, description }), { signal: gone });
      }

      async function analyzed(
        path: string,
        { inputHash, description }: Pick<KeptAnalysis, 'inputHash' | 'description'>,
      ): Promise<PublicAnalysis> {
        try {
          const picture = await context.images.look(path, gone).catch(refusePhoto);
          const analysis = await context.imageAnalysis.analyze({ picture, description, asker: 'visitor' }, gone);
          const told = publicAnalysis(analysis, (await catalogItems(context)) ?? []);
          const stored = await storePicture(context, path);
          const imageToken = await keepAnalysis(context, { analysis, inputHash, description, picture: stored });
          return { ...told, imageToken };
        } catch (cause) {
          if (gone.aborted) throw new NoTurn();
          throw cause;
        }
      }
    },
  );
}

/** Whether a form of ours sends it. That does not use up the form: the request itself is yet to be sent. */
async function isOfForm(
  context: ApiContext,
  request: FastifyRequest,
  { formToken, hostSite }: Pick<z.output<typeof analyzeImageFields>, 'formToken' | 'hostSite'>,
): Promise<boolean> {
  if (!formToken) return false;
  const site = hostSite ?? foreignSiteOf(context, request);
  return openForm(context, formToken, { page: 'widget', site }).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof HttpError) return false;
      throw cause;
    },
  );
}
