import { meantWords, UNWANTED } from '../kit/meant-words.ts';
import type { Sentiment } from './terms.ts';

const PRAISE =
  /\b(?:great|excellent|amazing|awesome|fantastic|wonderful|perfect(?:ly)?|professional|friendly|courteous|careful(?:ly)?|helpful|thorough|prompt(?:ly)?|spotless|tidy|clean(?:ed)?|pleased|happy|satisfied|impressed|thank(?:s| you)|recommend(?:ed)?|love[ds]?|best)\b/g;
const COMPLAINT =
  /\b(?:terrible|awful|horrible|poor(?:ly)?|bad(?:ly)?|worst|rude|careless|unprofessional|late|delay(?:ed|s)?|damaged?|broke(?:n)?|ruined|mess(?:y)?|dirty|overpriced|overcharged|expensive|disappoint(?:ed|ing|ment)|unhappy|dissatisfied|complain(?:ed|t|ts)?|refund|avoid|never again|waste)\b/g;

/** So many more words of one kind than of the other outweigh a rating that is not at an end of the scale. */
const OUTWEIGHS = 2;

/**
 * How a review is meant. The stars decide: 4 and 5 are positive, 3 neutral, 1 and 2 negative. Where the text praises in at
 * least two words more than it complains, or the other way around, it moves a review of 2, 3 or 4 stars by one step; what
 * is denied ("no damage") does not count. 1 and 5 stars stand as they are.
 */
export function sentimentOf(rating: number, text: string | null): Sentiment {
  const byStars = rating >= 4 ? 'positive' : rating === 3 ? 'neutral' : 'negative';
  const leaning = text === null ? 0 : leaningOf(text);
  if (Math.abs(leaning) < OUTWEIGHS) return byStars;
  if (rating === 3) return leaning > 0 ? 'positive' : 'negative';
  const isAgainst = (rating === 4 && leaning < 0) || (rating === 2 && leaning > 0);
  return isAgainst ? 'neutral' : byStars;
}

/** Different words of praise less those of complaint. */
function leaningOf(text: string): number {
  const count = (pattern: RegExp) => meantWords(text, pattern, UNWANTED).length;
  return count(PRAISE) - count(COMPLAINT);
}
