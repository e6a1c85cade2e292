import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { rewritten, writingFallbackText } from '../../ai/content-writer.ts';
import { AnalysisUnavailable } from '../../ai/image-analysis.ts';
import { type IdeaRequest, ideasFor, noteOf, type PlannedIdea } from '../../domain/content-idea/ideas.ts';
import type { PhotoPair } from '../../domain/content-idea/words.ts';
import { IdempotencyConflict } from '../../platform/commands/command-handler.ts';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { sha256 } from '../../platform/runtime/ids.ts';
import { NoTurn, slots } from '../../platform/runtime/slots.ts';
import { socialPosts } from '../../projections/social-posts.ts';
import { newId, senderOf, signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, errorBody, errors, readHeaders } from '../kit/fields/common.schema.ts';
import { allPictures } from '../social-posts/pictures.ts';
import { companyFacts } from './facts.ts';
import { countAsked, type KeptIdeas, keepIdeas, keptIdeas } from './kept-ideas.ts';
import { generateBody, type IdeasAnswer, ideasAnswer } from './schema.ts';

/** How many lists of ideas are written at once, and how many more may wait. */
const AT_ONCE = 4;
const MOST_WAITING = 12;
/** Of the posts that were made of one list of ideas; more than there are ideas, as some are called off. */
const MOST_POSTS = 200;

const tags = ['Marketing'];

/** What the company could post. */
export function contentIdeaRoutes(app: App, context: ApiContext): void {
  const withSlot = slots(AT_ONCE, MOST_WAITING);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/marketing/generate-content',
    {
      config: { access: 'marketing:change' },
      schema: {
        tags,
        description: 'Ideas for posts, from the company’s own work and the season: one per platform and content type.',
        headers: changeHeaders,
        body: generateBody,
        response: { 200: ideasAnswer, 409: errorBody, ...errors },
      },
    },
    async (request, reply) => {
      const gone = clientGone(reply);
      const { commandId, body } = senderOf(request);
      const asked = sha256(body);
      const before = await keptIdeas(context);
      const same = before.find(({ id }) => id === commandId);
      if (same && same.asked !== asked) throw new IdempotencyConflict();
      if (same) return shown(context, same);
      const by = signedIn(request).id;
      await countAsked(context, by);
      const { ideas, ...how } = await withSlot(() => write(context, request.body, before, gone), { signal: gone });
      const named = ideas.map((idea, at) => ({ ...idea, id: newId(request, `idea/${at}`) }));
      const given = { id: commandId, asked, by, at: isoNow(context.clock), ...how, ideas: named };
      await keepIdeas(context, given);
      return shown(context, given);
    },
  );

  routes.get(
    '/api/marketing/content-ideas',
    {
      config: { access: 'marketing:read' },
      schema: {
        tags,
        description: 'The latest ideas: one’s own, else those that somebody here was given last.',
        headers: readHeaders,
        response: { 200: ideasAnswer, ...errors },
      },
    },
    async (request) => {
      const kept = await keptIdeas(context);
      const latest = kept.findLast(({ by }) => by === signedIn(request).id) ?? kept.at(-1);
      return latest ? shown(context, latest) : NONE;
    },
  );
}

const NONE: IdeasAnswer = { contentIdeas: [], generatedAt: null, method: 'rules', fallback: null };

type Written = Pick<KeptIdeas, 'method' | 'fallback'> & { ideas: PlannedIdea[] };

/** @throws NoTurn if nobody wants them any more */
async function write(
  context: ApiContext,
  asked: IdeaRequest,
  before: readonly KeptIdeas[],
  gone: AbortSignal,
): Promise<Written> {
  const given = before.flatMap(({ ideas }) => ideas);
  const planned = ideasFor(asked, await companyFacts(context), given);
  if (context.contentWriter === null) return { ideas: planned, method: 'rules', fallback: null };
  try {
    const posts = await context.contentWriter.write({ ...asked, ideas: planned }, gone);
    const ideas = planned.map((idea, at) => unlessGiven(rewritten(idea, posts[at] ?? null), idea, given));
    if (ideas.every((idea, at) => idea === planned[at])) throw new AnalysisUnavailable('unreadable');
    return { ideas, method: 'openai', fallback: null };
  } catch (cause) {
    if (gone.aborted) throw new NoTurn();
    if (!(cause instanceof AnalysisUnavailable)) throw cause;
    context.log.warn(
      { reason: cause.reason },
      'ideas for posts were written by rules, as the AI service gave no answer',
    );
    return { ideas: planned, method: 'rules', fallback: cause.reason };
  }
}

/** A text of the model; that of the rules, where the model wrote what was given before. */
function unlessGiven(idea: PlannedIdea, byRules: PlannedIdea, given: readonly PlannedIdea[]): PlannedIdea {
  return given.some(({ content }) => content === idea.content) ? byRules : idea;
}

async function shown(context: ApiContext, { ideas, at, method, fallback }: KeptIdeas): Promise<IdeasAnswer> {
  const { documents } = await context.readModels.current().find(socialPosts.collection, {
    where: { removed: null, ideaId: { in: ideas.map(({ id }) => id) } },
    limit: MOST_POSTS,
  });
  const mayStillShow = await pairsToShow(context, ideas);
  const posts = new Map(documents.flatMap((post) => (post.status === 'cancelled' ? [] : [[post.ideaId, post.id]])));
  return {
    contentIdeas: ideas.map(({ topic: _, pair, ...idea }) => {
      const shown = pair && mayStillShow(pair) ? pair : null;
      return {
        ...idea,
        note: noteOf({ ...idea, pair: shown }),
        beforePhotoId: shown?.before ?? null,
        photoId: shown?.after ?? null,
        postId: posts.get(idea.id) ?? null,
      };
    }),
    generatedAt: at,
    method,
    fallback: writingFallbackText(fallback),
  };
}

/** Which pairs may be shown now: what was given earlier may not be any more. */
async function pairsToShow(
  { readModels }: ApiContext,
  ideas: readonly Pick<PlannedIdea, 'pair'>[],
): Promise<(pair: PhotoPair) => boolean> {
  const pairs = ideas.flatMap(({ pair }) => pair ?? []);
  const shown = pairs.map(({ before, after }) => {
    return { photoId: after, beforePhotoId: before, ideaPhotoIds: [before, after] };
  });
  const pictures = await allPictures(readModels.current(), shown);
  const allowed = new Set(pairs.filter((_, at) => pictures[at]?.picture && pictures[at].before));
  return (pair) => allowed.has(pair);
}
