import { z } from 'zod';
import { DETECTOR_NAMES } from '../../domain/insight/terms.ts';

const detector = {
  detector: z.enum(DETECTOR_NAMES).describe('What looks for one kind of finding, by its stored name.'),
  label: z.string().describe('What people call it.'),
};

/** What looking for insights has changed, and what there is now. */
export const generatedInsights = z
  .object({
    raised: z.number().describe('How many are new.'),
    raisedAgain: z.number().describe('How many came back, or are materially worse.'),
    resolved: z.number().describe('How many have passed.'),
    open: z.number().describe('How many are open now, samples not counted.'),
    samples: z.number().describe('How many samples are open now: they stand in where nothing can be found.'),
    silent: z
      .array(z.object({ ...detector, needs: z.string().describe('What it needs before it can say anything.') }))
      .describe('What has too little history to look at.'),
    failed: z.array(z.object(detector)).describe('What could not look: what it had found is left as it is.'),
  })
  .meta({ id: 'GeneratedInsights' });
export type GeneratedInsights = z.output<typeof generatedInsights>;
