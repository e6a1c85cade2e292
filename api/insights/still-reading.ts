import { StillReading } from '../../ai/insights/insights.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';

const RETRY_AFTER_SECONDS = 3;

/** What was asked of the facts, or the refusal of one who asks while they are still being read. @throws HttpError */
export async function orStillReading<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (cause) {
    if (!(cause instanceof StillReading)) throw cause;
    throw new HttpError(503, { message: cause.message, code: 'still_reading' }, RETRY_AFTER_SECONDS);
  }
}
