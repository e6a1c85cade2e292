import { type Clock, systemClock } from '../platform/runtime/clock.ts';
import { canonicalJson, sha256 } from '../platform/runtime/ids.ts';
import { sharedWork } from '../platform/runtime/shared-work.ts';
import { type Analysis, type AnalysisRequest, AnalysisUnavailable, type ImageAnalysis } from './image-analysis.ts';

/** Long enough for second tries, and for whoever sends the same again and again. */
const KEPT_MS = 60 * 60_000;
/** A few kilobytes each, so a few megabytes at most; beyond this number, the oldest are forgotten. */
const MOST_KEPT = 200;

/** Answers by what was asked. */
export type KeptAnswers<Answer> = (
  key: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
) => Promise<Answer>;

/**
 * Asks once for the same: at the same time, and within an hour of an answer. A failure is not kept. All of it is in this
 * process's memory.
 * @param mostKept answers
 */
export function keptAnswers<Answer>({
  clock = systemClock,
  mostKept = MOST_KEPT,
}: {
  clock?: Clock;
  mostKept?: number;
} = {}): KeptAnswers<Answer> {
  /** The oldest first. */
  const kept = new Map<string, { answer: Answer; until: number }>();
  const share = sharedWork<Answer>();

  function keep(key: string, answer: Answer): void {
    kept.set(key, { answer, until: clock() + KEPT_MS });
    for (const [each, { until }] of kept) {
      if (kept.size <= mostKept && until > clock()) break;
      kept.delete(each);
    }
  }

  return async (key, ask, signal) => {
    signal.throwIfAborted();
    const found = kept.get(key);
    if (found && found.until > clock()) return found.answer;
    const asking = async (unwanted: AbortSignal) => {
      const answer = await ask(unwanted);
      keep(key, answer);
      return answer;
    };
    return share(key, asking, signal);
  };
}

/**
 * Asks once for the same picture with the same words, whoever sends them; the answer says nothing of who got it. No file
 * ever has what strangers' pictures show.
 */
export function keepingAnswers(
  analysis: ImageAnalysis,
  options: { clock?: Clock; mostKept?: number } = {},
): ImageAnalysis {
  const kept = keptAnswers<Analysis>(options);
  return {
    async analyze(request, signal) {
      const key = keyOf(request);
      for (;;) {
        try {
          return await kept(key, (unwanted) => analysis.analyze(request, unwanted), signal);
        } catch (cause) {
          // That was a visitor's call, which staff had joined: they still have calls.
          const isVisitors = cause instanceof AnalysisUnavailable && cause.reason === 'visitors_limit';
          if (!isVisitors || request.asker === 'visitor') throw cause;
        }
      }
    },
  };
}

/** The picture is what the model is shown, so the same photo with another camera's data is the same. */
function keyOf({ picture, description }: AnalysisRequest): string {
  return sha256(canonicalJson({ picture: sha256(picture.image), description }));
}
