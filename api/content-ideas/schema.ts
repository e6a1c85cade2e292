import { z } from 'zod';
import { CONTENT_TYPES, MARKETING_PLATFORMS } from '../../domain/campaign/terms.ts';
import { ENGAGEMENTS } from '../../domain/content-idea/terms.ts';
import { requiredText } from '../kit/fields/values.schema.ts';

/** The longest texts, in characters, and the longest list of audiences. */
const LIMITS = { businessType: 100, audience: 100, audiences: 10 } as const;

const audience = requiredText('An audience', LIMITS.audience, 'An audience must not be empty.').trim();
const NO_AUDIENCE = 'Say whom the posts are for.';

function someOf<const Value extends string>(plural: string, choices: readonly Value[]) {
  const wrong = `Each of the ${plural} must be one of: ${choices.join(', ')}.`;
  const missing = `Choose one of the ${plural} at least.`;
  return z
    .array(z.enum(choices, wrong), missing)
    .min(1, missing)
    .max(choices.length * 2, `These are more ${plural} than there are.`)
    .transform((said) => [...new Set(said)]);
}

export const generateBody = z.object({
  businessType: requiredText('The type of business', LIMITS.businessType, 'Say what the company is.').trim(),
  targetAudience: z
    .union(
      [audience.transform((one) => [one]), z.array(audience).min(1, NO_AUDIENCE).max(LIMITS.audiences)],
      NO_AUDIENCE,
    )
    .describe('A text, or a list of texts.'),
  platforms: someOf('platforms', MARKETING_PLATFORMS),
  contentTypes: someOf('content types', CONTENT_TYPES),
});

const contentIdea = z
  .object({
    id: z.string(),
    title: z.string(),
    platform: z.string(),
    contentType: z.string(),
    content: z.string(),
    hashtags: z.array(z.string()),
    estimatedEngagement: z.string().describe(`A rule of thumb: one of ${ENGAGEMENTS.join(', ')}.`),
    note: z.string().nullable().describe('What to do before it is posted.'),
    beforePhotoId: z.string().nullable().describe('A photo of a job of before the work, whose customer agreed.'),
    photoId: z.string().nullable().describe('One of after it: for the post, together with the other.'),
    postId: z.string().nullable().describe('The post that was made of it, unless it was called off.'),
  })
  .meta({ id: 'ContentIdea' });

export const ideasAnswer = z
  .object({
    contentIdeas: z.array(contentIdea),
    generatedAt: z.string().nullable().describe('Null: there are none yet.'),
    method: z.string().describe('Who wrote: openai, or rules.'),
    fallback: z.string().nullable().describe('Why the rules wrote in place of the AI service.'),
  })
  .meta({ id: 'ContentIdeas' });

export type IdeasAnswer = z.output<typeof ideasAnswer>;
