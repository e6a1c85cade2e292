import type { Detector } from './detector.ts';

/** All that look for findings. */
export const detectors: readonly Detector[] = [];
