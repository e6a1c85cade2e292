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
  mayShowPhotos: boolean;
}

/** What the page for a review shows. */
export interface ReviewShown {
  /** What the work was: `Pruning at 3 Elm St`. */
  work: string;
  /** How the customer would be named: `Ada H.` */
  name: string;
  /** Where the form is sent. */
  action: string;
  /** Whether they agreed before that photos of the work are shown. */
  hasAgreed: boolean;
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
  const { work, name: writer, action, hasAgreed, written, isSent, error } = shown;
  const { rating, reviewText, mayPublish, mayShowPhotos } = written;
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
    consent: consentBox('mayPublish', mayPublish, `You may publish my review, as “${writer}”`),
    photos: hasAgreed ? AGREED : consentBox('mayShowPhotos', mayShowPhotos, 'You may show photos of this work'),
    said: isSent ? saidIn(written, writer) : null,
  });
}

const AGREED = html`<p>You told us that we may show photos of this work.</p>`;

function saidIn({ rating, reviewText, mayPublish, mayShowPhotos }: ReviewWritten, writer: string): Markup {
  const text = reviewText === null ? null : html`<blockquote class="written">${reviewText}</blockquote>`;
  const consent = mayPublish ? `We may publish it, as “${writer}”` : 'We will not publish it.';
  const photos = mayShowPhotos ? 'We may show photos of this work.' : 'We will not show photos of this work.';
  return html`<p><strong>${rating} of 5 stars</strong></p>${text}<p class="about">${consent}</p><p class="about">${photos}</p>`;
}

/** A tick of its own for each thing that somebody agrees to. */
function consentBox(name: 'mayPublish' | 'mayShowPhotos', isTicked: boolean, words: string): Markup {
  return html`<label class="consent" for="${name}"><input id="${name}" name="${name}" type="checkbox" value="on" aria-describedby="${name}-hint" data-testid="checkbox-${name}"${isTicked ? html` checked` : null}><span>${words}</span></label>`;
}
