import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CUSTOMER_REVIEW_LIMITS, STAR_LABELS } from '../../domain/customer-review/terms.ts';
import type { ApiContext } from '../kit/context.ts';
import { pageOfCompany } from './link-page.ts';
import { html, type Markup } from './markup.ts';
import { contactForPage, tile } from './parts.ts';

/** What a customer wrote, or had typed. */
export interface ReviewWritten {
  rating: number | null;
  reviewText: string | null;
  mayPublish: boolean;
}

/** What the page for a review shows. */
export interface ReviewShown {
  /** What the work was: `Pruning at 3 Elm St`. */
  work: string;
  /** How the customer would be named: `Ada H.` */
  name: string;
  /** Where the form is sent. */
  action: string;
  written: ReviewWritten;
  /** Whether the company has it. */
  isSent: boolean;
  /** Why what was typed was not accepted. */
  error?: string;
}

/**
 * The page on which a customer reviews a job, rendered completely by the server, so that its form can be sent without scripts.
 * @param shown a sentence where the link leads to no form
 * @returns null if this process does not serve pages
 */
export async function reviewPage(context: ApiContext, shown: ReviewShown | string): Promise<string | null> {
  if (context.consoleFolder === null) return null;
  const page = await readFile(join(context.consoleFolder, 'public/review.html'), 'utf8');
  const { name } = await contactForPage(context);
  const company = name ?? 'us';
  if (typeof shown === 'string') {
    return pageOfCompany(context, page, 'review', {
      state: 'none',
      title: 'Your review',
      words: html`<p>${shown}</p>`,
    });
  }
  const { work, name: writer, action, written, isSent, error } = shown;
  const { rating, reviewText, mayPublish } = written;
  return pageOfCompany(context, page, 'review', {
    state: isSent ? 'sent' : 'ask',
    title: isSent ? 'Thank you' : 'How was our work?',
    words: html`<p class="about">${work}</p>`,
    by: company,
    action,
    writer,
    problem: error ?? null,
    isRefused: String(error !== undefined),
    ratings: Object.entries(STAR_LABELS).map(([stars, words]) =>
      tile('rating', stars, words, stars === String(rating)),
    ),
    reviewText,
    limit: CUSTOMER_REVIEW_LIMITS.reviewText,
    consent: consentBox(mayPublish, writer),
    said: isSent ? saidIn(written, writer) : null,
  });
}

function saidIn({ rating, reviewText, mayPublish }: ReviewWritten, writer: string): Markup {
  const text = reviewText === null ? null : html`<blockquote class="written">${reviewText}</blockquote>`;
  const consent = mayPublish ? `We may publish it, as “${writer}”` : 'We will not publish it.';
  return html`<p><strong>${rating} of 5 stars</strong></p>${text}<p class="about">${consent}</p>`;
}

function consentBox(isTicked: boolean, writer: string): Markup {
  return html`<label class="consent" for="mayPublish"><input id="mayPublish" name="mayPublish" type="checkbox" value="on" aria-describedby="publish-hint" data-testid="checkbox-mayPublish"${isTicked ? html` checked` : null}><span>You may publish my review, as “${writer}”</span></label>`;
}
