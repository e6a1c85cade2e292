import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { LinkTarget } from '../../platform/commands/link-tokens.ts';
import { readAfter } from '../../platform/commands/streams.ts';
import type { ApiContext } from '../kit/context.ts';

/** The kind of link that the tokens of review requests are signed as. */
const REVIEW_LINK = 'review';

type Context = Pick<ApiContext, 'store' | 'links'>;

/** The requests of a job, oldest first: the first one is version 1 of its link. */
async function requestsOf({ store }: Pick<ApiContext, 'store'>, jobId: string): Promise<RecordedEvent[]> {
  return (await readAfter(store, `job-${jobId}`)).filter(({ type }) => type === 'JobReviewRequested');
}

/** The address of the page on which the customer of a job reviews it, by the newest request; null if there is none. */
export async function reviewUrl(context: Context, origin: string, jobId: string): Promise<string | null> {
  const requests = await requestsOf(context, jobId);
  const newest = requests.at(-1);
  if (!newest) return null;
  const token = await context.links.make(REVIEW_LINK, { id: jobId, version: requests.length }, newest.id);
  return `${origin}/review/${token}`;
}

/** The job that a token was made for, and the id of the request; null if we did not make it. */
export async function openReviewToken(
  context: Context,
  token: string,
): Promise<{ jobId: string; requestId: string } | null> {
  const requestOf = async ({ id, version }: LinkTarget) => (await requestsOf(context, id))[version - 1];
  const target = await context.links.verify(REVIEW_LINK, token, async (asked) => (await requestOf(asked))?.id ?? null);
  const request = target && (await requestOf(target));
  return request ? { jobId: target.id, requestId: (request.data as { requestId: string }).requestId } : null;
}
