/** Where customers review the company: on our own page, or elsewhere. */
export const REVIEW_PLATFORMS = [
  'heartwood',
  'google',
  'yelp',
  'facebook',
  'nextdoor',
  'angi',
  'bbb',
  'other',
] as const;
export type ReviewPlatform = (typeof REVIEW_PLATFORMS)[number];

export const REVIEW_PLATFORM_LABELS: Readonly<Record<string, string>> = {
  heartwood: 'Heartwood',
  google: 'Google',
  yelp: 'Yelp',
  facebook: 'Facebook',
  nextdoor: 'Nextdoor',
  angi: 'Angi',
  bbb: 'BBB',
  other: 'Other',
} satisfies Record<ReviewPlatform, string>;

/** The platform that somebody named, by its code or its label; undefined if it is none of ours. */
export function platformNamed(text: string): ReviewPlatform | undefined {
  const said = text.trim().toLowerCase();
  return REVIEW_PLATFORMS.find((each) => each === said || REVIEW_PLATFORM_LABELS[each]?.toLowerCase() === said);
}

/** Stars (spec, section 3: rating 1 to 5). */
export const STARS = { least: 1, most: 5 } as const;
/** What each number of stars is called on the page where customers choose it. */
export const STAR_LABELS: Readonly<Record<string, string>> = {
  1: '1 star: Bad',
  2: '2 stars: Poor',
  3: '3 stars: Fair',
  4: '4 stars: Good',
  5: '5 stars: Excellent',
};
export const STAR_CHOICES = ['5', '4', '3', '2', '1'] as const;

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

export const SENTIMENT_LABELS: Readonly<Record<string, string>> = {
  positive: 'Positive',
  neutral: 'Neutral',
  negative: 'Negative',
} satisfies Record<Sentiment, string>;

/** Who says what the sentiment is. */
export const SENTIMENT_READERS = ['rules', 'model'] as const;
export const SENTIMENT_READER_LABELS: Readonly<Record<string, string>> = {
  rules: 'The stars and certain words',
  model: 'The AI service',
} satisfies Record<(typeof SENTIMENT_READERS)[number], string>;

/** The longest texts, in characters, a file that is imported among them, and the most reviews of one. */
export const CUSTOMER_REVIEW_LIMITS = {
  name: 200,
  reviewText: 5_000,
  responseText: 4_000,
  file: 2_000_000,
  rows: 500,
} as const;
