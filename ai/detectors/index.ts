import type { Detector } from './detector.ts';
import { jobsNotInvoiced } from './jobs-not-invoiced.ts';

/** All that look for findings. */
export const detectors: readonly Detector[] = [jobsNotInvoiced];
