import type { ContentType, MarketingPlatform } from '../campaign/terms.ts';
import { postLength } from '../social-post/terms.ts';
import type { Engagement } from './terms.ts';
import { type CompanyFacts, topicsOf } from './topics.ts';
import type { PhotoPair, Topic } from './words.ts';

/** A post that somebody could make. */
export interface ContentIdea {
  title: string;
  platform: MarketingPlatform;
  contentType: ContentType;
  content: string;
  /** With `#`. */
  hashtags: string[];
  estimatedEngagement: Engagement;
  /** What to do before it is posted; null for nothing. */
  note: string | null;
  /** The photos that it shows; null for none. */
  pair: PhotoPair | null;
}

/** An idea, and what it is about: the same for each text about it. */
export interface PlannedIdea extends ContentIdea {
  topic: string;
}

/** What somebody asks ideas for. */
export interface IdeaRequest {
  /** What the company is: `tree service company`. */
  businessType: string;
  /** Whom to speak to: `homeowners`. */
  targetAudience: readonly string[];
  platforms: readonly MarketingPlatform[];
  contentTypes: readonly ContentType[];
}

/**
 * How much a post of a platform says: its characters at most, hashtags included, and its hashtags. All are within what
 * the platforms take (Twitter 280, TikTok and Instagram 2,200, LinkedIn 3,000); shorter, as people read them.
 */
export const POST_SIZES: Readonly<Record<MarketingPlatform, { characters: number; tags: number }>> = {
  facebook: { characters: 600, tags: 2 },
  instagram: { characters: 600, tags: 5 },
  linkedin: { characters: 900, tags: 3 },
  twitter: { characters: 280, tags: 2 },
  tiktok: { characters: 300, tags: 4 },
};

/** Beside an idea that lives on pictures, where no customer agreed to show any. */
export const ASK_FOR_PHOTOS = 'Add a picture of one of your jobs to the post, and ask its customer before you show it.';

/** Beside an idea with pictures: nobody has looked at them yet. */
export const LOOK_AT_PHOTOS =
  'The customer of this job agreed that photos are shown. Look at both: no face, number plate or house number should be on them.';

/** What to do before an idea is posted; null for nothing. */
export function noteOf({ contentType, pair }: Pick<ContentIdea, 'contentType' | 'pair'>): string | null {
  if (contentType !== 'before-after') return null;
  return pair === null ? ASK_FOR_PHOTOS : LOOK_AT_PHOTOS;
}

/**
 * A rule of thumb, which nobody measured: high where an idea tells of the company's own work and is of the season, or
 * shows a change in pictures of its own work; medium where it is one of these; low where it is none.
 */
export function engagementOf({ isOwn, isSeasonal, type }: Topic): Engagement {
  const reasons = [isOwn, isSeasonal, type === 'before-after'].filter(Boolean).length;
  return reasons >= 2 ? 'high' : reasons === 1 ? 'medium' : 'low';
}

/** What was given before, the latest last. */
export type Given = readonly Pick<PlannedIdea, 'platform' | 'topic' | 'content'>[];

/**
 * One idea of each content type for each platform. Of what can be told, what was not told on that platform goes first,
 * then what was told longest ago there; of those alike, what was told longest ago anywhere. So no text is given twice in
 * a row, and one list tells of as much as there is.
 */
export function ideasFor(request: IdeaRequest, facts: CompanyFacts, given: Given): PlannedIdea[] {
  const topics = topicsOf(facts);
  const ideas: PlannedIdea[] = [];
  for (const [column, platform] of request.platforms.entries()) {
    for (const [row, type] of request.contentTypes.entries()) {
      const ofType = topics.filter((each) => each.type === type);
      const topic = leastGiven(ofType, platform, [...given, ...ideas]);
      const audience = request.targetAudience[(column + row) % request.targetAudience.length] ?? 'neighbors';
      ideas.push(written(topic, platform, { audience, businessType: request.businessType }));
    }
  }
  return ideas;
}

/** The first of those that were given longest ago. */
function leastGiven(topics: readonly Topic[], platform: MarketingPlatform, given: Given): Topic {
  const here = given.filter((each) => each.platform === platform);
  const last = (where: Given, { id }: Topic) => where.findLastIndex(({ topic }) => topic === id);
  return topics.reduce((best, each) => {
    const sooner = last(here, each) - last(here, best) || last(given, each) - last(given, best);
    return sooner < 0 ? each : best;
  });
}

interface Voice {
  audience: string;
  businessType: string;
}

function written(topic: Topic, platform: MarketingPlatform, voice: Voice): PlannedIdea {
  const size = POST_SIZES[platform];
  const hashtags = [...new Set([...topic.tags, 'TreeService', 'Trees', 'Arborist'])]
    .slice(0, size.tags)
    .map((tag) => `#${tag}`);
  const kept = partsOf(topic, platform, voice);
  const content = () => kept.join(platform === 'instagram' ? '\n\n' : ' ');
  while (kept.length > 1 && postLength({ content: content(), hashtags }) > size.characters) kept.pop();
  return {
    title: topic.title,
    platform,
    contentType: topic.type,
    content: content(),
    hashtags,
    estimatedEngagement: engagementOf(topic),
    note: noteOf({ contentType: topic.type, pair: topic.pair }),
    pair: topic.pair,
    topic: topic.id,
  };
}

/** In order, the first as short as any platform takes; each platform in its own way. */
function partsOf({ title, opening, points, ask }: Topic, platform: MarketingPlatform, voice: Voice): string[] {
  const { audience, businessType } = voice;
  const one = businessType.replace(/^an? /i, '');
  const article = /^[aeiou]/i.test(one) ? 'an' : 'a';
  switch (platform) {
    case 'facebook':
      return [opening, ...points, ask];
    case 'instagram':
      return [title, opening, ...points, ask];
    case 'linkedin':
      return [`A note for ${audience}.`, opening, ...points, `We are ${article} ${one}. ${ask}`];
    case 'twitter':
      return [opening, ask];
    case 'tiktok':
      return [opening, ...points.slice(0, 1)];
  }
}
