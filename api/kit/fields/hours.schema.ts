import { z } from 'zod';
import { WALL_TIME } from '../../../domain/kit/times.ts';

const wallTime = z
  .string('A time must be like 07:30.')
  .regex(WALL_TIME, 'A time must be like 07:30, from 00:00 to 23:59.');

/** A span of time within a day, in local wall time. @param label what it is called: `The time window` */
export function wallSpan(label: string) {
  return z
    .object(
      { start: wallTime, end: wallTime },
      `${label} must be a start and an end, like {"start":"07:30","end":"16:00"}.`,
    )
    .describe('The end must be after the start.');
}

/** When a workday starts and ends. */
export const hours = wallSpan('The working hours');
