import { type Clock, systemClock } from '../platform/runtime/clock.ts';
import { canonicalJson, sha256 } from '../platform/runtime/ids.ts';
import { sharedWork } from '../platform/runtime/shared-work.ts';
import { type Analysis, type AnalysisRequest, AnalysisUnavailable, type ImageAnalysis } from './image-analysis.ts';

/** Long enough for second tries, and for whoever sends the same again and again. */
const KEPT_MS = 60 * 60_000;
/** A few kilobytes each, so a few megabytes at most; beyond this number, the oldest are forgotten. */
const MOST_KEPT = 200;

/**
 * Asks once for the same picture with the same words, whoever sends them: at the same time, and within an hour of an
 * answer, which says nothing of who got it. A failure is not kept. All of it is in this process's memory: no file ever
 * has what strangers' pictures show.
 * @param mostKept answers
 */
export function keepingAnswers(
  analysis: ImageAnalysis,
  { clock = systemClock, mostKept = MOST_KEPT }: { clock?: Clock; mostKept?: number } = {},
): ImageAnalysis {
  /** The oldest first. */
  const kept = new Map<string, { answer: Analysis; until: number }>();
  const share = sharedWork<Analysis>();

  function keep(key: string, answer: Analysis): void {
    kept.set(key, { answer, until: clock() + KEPT_MS });
    for (const [each, { until }] of kept) {
      if (kept.size <= mostKept && until > clock()) break;
      kept.delete(each);
    }
  }

  async function ask(key: string, request: AnalysisRequest, signal: AbortSignal): Promise<Analysis> {
    const answer = await analysis.analyze(request, signal);
    keep(key, answer);
    return answer;
  }

  return {
    async analyze(request, signal) {
      const key = keyOf(request);
      for (;;) {
        signal.throwIfAborted();
        const found = kept.get(key);
        if (found && found.until > clock()) return found.answer;
        try {
          return await share(key, (unwanted) => ask(key, request, unwanted), signal);
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
