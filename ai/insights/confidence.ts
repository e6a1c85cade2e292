import type { TrackRecord } from '../../domain/insight/events.ts';
import type { Detector } from '../detectors/detector.ts';

/** How sure a detector's findings are. */
export interface Confidence {
  /** Decimal text, 0 to 1. */
  confidence: string;
  /** Null as long as too few of its findings were held against what followed: it is then the detector's prior. */
  track: TrackRecord;
}

/** How sure what a detector finds is. */
export function confidenceOf({ prior }: Detector): Confidence {
  return { confidence: String(prior), track: null };
}
