import { z } from 'zod';
import { INSIGHT_SEVERITIES, INSIGHT_SEVERITY_LABELS } from '../../domain/insight/terms.ts';

const told = z.string().nullable();

/** A model's words for an insight. */
export const shownWording = z.object({
  title: z.string(),
  description: z.string(),
  model: z.string().describe('The model that wrote it, as its service says.'),
  writtenAt: z.string(),
});
export type ShownWording = z.output<typeof shownWording>;

/** The open insights as a model worded, grouped and ranked them. */
export const briefingAnswer = z
  .object({
    isModelConfigured: z.boolean().describe('Without a model nothing is written, and nothing is sent.'),
    briefing: z
      .object({
        writtenAt: z.string(),
        model: z.string().describe('The model that wrote it, as its service says.'),
        isCurrent: z.boolean().describe('False once insights were found, changed or passed since it was asked.'),
        groups: z
          .array(
            z.object({
              heading: z.string(),
              summary: told.describe('Null where the model’s may not be shown, or no longer fits the group.'),
              insights: z.array(
                z.object({
                  id: z.string(),
                  title: z.string().describe('In the model’s words where these still hold.'),
                  severity: z.enum(INSIGHT_SEVERITIES).meta({ 'x-labels': INSIGHT_SEVERITY_LABELS }),
                }),
              ),
            }),
          )
          .describe('What is open, the most important first; what the briefing does not know is in the last one.'),
        dropped: z
          .number()
          .describe('How many texts of the model were left out, as they held what the evidence does not say.'),
      })
      .nullable()
      .describe('What was written last.'),
    failure: z
      .object({
        reason: z.string().describe('`timeout`, `daily_limit` …'),
        label: z.string().describe('The same in words.'),
        since: z.string().describe('Since when each try failed so.'),
      })
      .nullable()
      .describe('Why the last try wrote nothing; null if it did write, or there was none.'),
    sent: z
      .object({ instructions: z.string(), input: z.string() })
      .nullable()
      .describe('What was sent to the model the last time, literally.'),
  })
  .meta({ id: 'Briefing' });
export type BriefingAnswer = z.output<typeof briefingAnswer>;
