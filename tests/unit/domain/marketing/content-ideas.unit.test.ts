import { describe, expect, test } from 'vitest';
import { CONTENT_TYPES, MARKETING_PLATFORMS } from '../../../../domain/campaign/terms.ts';
import { type IdeaRequest, ideasFor, type PlannedIdea, POST_SIZES } from '../../../../domain/content-idea/ideas.ts';
import { climateOf, seasonsOn } from '../../../../domain/content-idea/seasons.ts';
import type { CompanyFacts } from '../../../../domain/content-idea/topics.ts';
import { PLATFORM_LIMITS, postLength } from '../../../../domain/social-post/terms.ts';

const AMHERST = climateOf({ latitude: 42.37, longitude: -72.52 });
const MIAMI = climateOf({ latitude: 25.76, longitude: -80.19 });
const SEATTLE = climateOf({ latitude: 47.6, longitude: -122.33 });
const DENVER = climateOf({ latitude: 39.74, longitude: -104.99 });

const REQUEST: IdeaRequest = {
  businessType: 'tree service company',
  targetAudience: ['homeowners', 'property managers'],
  platforms: MARKETING_PLATFORMS,
  contentTypes: CONTENT_TYPES,
};
const NOTHING: CompanyFacts = { day: '2026-10-01', climate: null, finished: [], pairs: [], wanted: [], trees: [] };
const BUSY: CompanyFacts = {
  day: '2026-10-01',
  climate: AMHERST,
  finished: [{ service: 'tree_removal', jobs: 6 }],
  pairs: [],
  wanted: ['stump_grinding'],
  trees: ['oak'],
};

describe('the season', () => {
  const on = (day: string, climate = AMHERST) => seasonsOn(day, climate);

  test('A season follows the place of the company and the day, also over the new year', () => {
    expect(on('2026-01-10')).toEqual(['dormant', 'ice']);
    expect(on('2026-04-10')).toEqual(['last frost', 'nesting', 'thunderstorms']);
    expect(on('2026-07-10')).toEqual(['growing', 'nesting', 'hurricanes', 'thunderstorms']);
    expect(on('2026-10-01')).toEqual(['first frost', 'hurricanes']);
    expect(on('2026-12-10')).toEqual(['dormant', 'ice']);
    expect(on('2026-01-10', MIAMI)).toEqual([]);
    expect(on('2026-09-10', MIAMI)).toEqual(['hurricanes']);
    expect(on('2026-12-01', SEATTLE)).toEqual(['wind', 'ice']);
    expect(on('2026-10-01', DENVER)).toEqual([]);
  });

  test('Nothing is said of a season where nobody knows where the company is, or what its season is', () => {
    expect(seasonsOn('2026-10-01', null)).toEqual([]);
    expect(climateOf({ latitude: 48.85, longitude: 2.35 })).toBeNull();
    expect(climateOf({ latitude: 61.2, longitude: -149.9 })).toBeNull();
  });
});

describe('ideas for posts', () => {
  test('An idea of each type is given for each platform, in its own words and within its length', () => {
    const ideas = ideasFor(REQUEST, BUSY, []);
    expect(ideas).toHaveLength(CONTENT_TYPES.length * MARKETING_PLATFORMS.length);
    for (const idea of ideas) expect(postLength(idea)).toBeLessThanOrEqual(POST_SIZES[idea.platform].characters);
    for (const [platform, { characters }] of Object.entries(POST_SIZES)) {
      expect(characters).toBeLessThanOrEqual(PLATFORM_LIMITS[platform] ?? 0);
    }
    expect(new Set(ideas.map(({ content }) => content)).size).toBe(ideas.length);
  });

  test('What the company did this month and the season come first, and are said to do better', () => {
    const ideas = ideasFor({ ...REQUEST, platforms: ['facebook'] }, BUSY, []);
    const of = (type: string) => ideas.find(({ contentType }) => contentType === type);
    expect(of('educational')).toMatchObject({ content: expect.stringContaining('6 tree removals so far in October') });
    expect(of('seasonal-tips')?.content).toContain('Fall brings the first frost');
    expect(of('safety')?.content).toContain('June 1 to November 30');
    expect(of('before-after')).toMatchObject({ estimatedEngagement: 'high', note: expect.stringContaining('ask') });
    const plain = ideasFor({ ...REQUEST, platforms: ['facebook'] }, NOTHING, []);
    expect(plain.map(({ estimatedEngagement }) => estimatedEngagement)).toEqual(['low', 'medium', 'low', 'low', 'low']);
  });

  test('An idea of before and after shows pictures of a job whose customer agreed, also where no such job is of this month', () => {
    const pair = { before: 'b', after: 'a' };
    const facts: CompanyFacts = {
      ...BUSY,
      pairs: [
        { service: 'pruning', ...pair },
        { service: 'tree_removal', before: 'c', after: 'd' },
        { service: 'pruning', before: 'e', after: 'f' },
      ],
    };
    const one: IdeaRequest = { ...REQUEST, platforms: ['facebook'], contentTypes: ['before-after'] };
    const [first] = ideasFor(one, facts, []);
    expect(first).toMatchObject({ pair, title: 'Before and after: pruning', note: expect.stringContaining('Look at') });
    expect(first?.content).not.toContain('October');
    const [second] = ideasFor(one, facts, first ? [first] : []);
    expect(second).toMatchObject({ pair: { before: 'c', after: 'd' }, title: 'Before and after: tree removal' });
    expect(second?.content).toContain('6 tree removals so far in October');
    const ideas = ideasFor(REQUEST, facts, []);
    expect(ideas.filter(({ pair: shown, contentType }) => shown !== null && contentType !== 'before-after')).toEqual(
      [],
    );
  });

  test('No text is given twice in a row, with or without work of the company’s own', () => {
    for (const facts of [NOTHING, BUSY]) {
      let given: PlannedIdea[] = [];
      for (let round = 0; round < 12; round++) {
        const ideas = ideasFor(REQUEST, facts, given);
        const last = new Set(given.slice(-ideas.length).map(({ content }) => content));
        expect(ideas.filter(({ content }) => last.has(content))).toEqual([]);
        given = [...given, ...ideas].slice(-6 * ideas.length);
      }
    }
  });

  test('What a long audience leaves no room for is left out', () => {
    const long = { ...REQUEST, targetAudience: ['w'.repeat(100)], businessType: 'x'.repeat(600) };
    for (const idea of ideasFor(long, BUSY, [])) {
      expect(postLength(idea)).toBeLessThanOrEqual(POST_SIZES[idea.platform].characters);
    }
  });
});
