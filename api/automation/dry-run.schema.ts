import { z } from 'zod';
import { INSIGHT_SEVERITY_LABELS } from '../../domain/insight/terms.ts';

/** How many raises are held against a rule at most, the newest first. */
export const MOST_RAISES = 500;

const about = z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() });

export const dryRunAnswer = z.object({
  revision: z.number().describe('Of the rule that this is told of; `turn-on` takes it as `expectedRevision`.'),
  from: z.string().describe('The first day that it looks at.'),
  to: z.string(),
  raises: z.number().describe('How often an insight was raised that the rule waits for.'),
  made: z.number().describe('How much it would have made.'),
  isCut: z.boolean().describe(`Only the newest ${MOST_RAISES} raises are looked at.`),
  note: z.string().describe('What is told as of now, because the past cannot be known.'),
  runs: z
    .array(
      z.object({
        day: z.string(),
        raisedAt: z.string(),
        insightId: z.string(),
        insightTitle: z.string().describe('As it is read today.'),
        severity: z.string().meta({ 'x-labels': INSIGHT_SEVERITY_LABELS }),
        act: z.string().describe('What it does, in words.'),
        would: z.array(about).describe('For what it would have made something.'),
        skipped: z
          .array(about.extend({ because: z.string(), why: z.string() }))
          .describe('What it would have left out.'),
      }),
    )
    .describe('The newest first.'),
});
export type DryRun = z.output<typeof dryRunAnswer>;
