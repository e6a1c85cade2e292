import { dayInWords } from '../../domain/mail/letters.ts';
import { newestPublished } from '../customer-reviews/published.ts';
import type { PublishedReviews } from '../customer-reviews/schema.ts';
import type { ApiContext } from '../kit/context.ts';
import { html, type Markup } from './markup.ts';

/** More of a review, in characters, is left to the call that has all of it. */
const MOST_SHOWN = 400;

/** The newest published reviews, for visitors; nothing where there are none, or they are not known yet. @param most how many */
export async function reviewsPart(context: ApiContext, most: number): Promise<Markup | null> {
  // While read models are being built, the page opens without them.
  if (most === 0 || context.readModels.peek() === null || !context.readModels.isAsDeclared()) return null;
  const { reviews, averageRating, count } = await newestPublished(context, most);
  if (reviews.length === 0) return null;
  const over = `${averageRating} of 5 over ${count === 1 ? 'one review' : `${count} reviews`}`;
  return html`<section class="reviews" aria-labelledby="reviews-title"><h2 id="reviews-title">What Our Customers Say</h2><p class="about">${over}</p><ul>${reviews.map(item)}</ul></section>`;
}

function item({ name, rating, reviewText, reviewedOn }: PublishedReviews['reviews'][number]): Markup {
  const stars = html`<p class="stars" role="img" aria-label="${rating} of 5 stars">${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</p>`;
  const text = reviewText === null ? null : html`<blockquote>${shortened(reviewText)}</blockquote>`;
  return html`<li>${stars}${text}<p class="about">${name}, ${dayInWords(reviewedOn)}</p></li>`;
}

function shortened(text: string): string {
  return text.length <= MOST_SHOWN
    ? text
    : `${text
        .slice(0, MOST_SHOWN)
        .toWellFormed()
        .replace(/\s+\S*$/, '')}…`;
}
