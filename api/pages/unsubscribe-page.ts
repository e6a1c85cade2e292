import { type SuppressionState, suppression } from '../../domain/suppression/suppression.ts';
import { isOwnWish } from '../../domain/suppression/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { ApiContext } from '../kit/context.ts';
import { DONE, NO_LINK, type Opened, opened, reasonOf } from '../suppressions/unsubscribe.ts';
import { UNSUBSCRIBE_CALL } from '../suppressions/unsubscribe-links.ts';
import { pageOfCompany } from './link-page.ts';
import { html, type Markup } from './markup.ts';
import { contactForPage } from './parts.ts';

/**
 * The page behind the link, which works without scripts.
 * @param page as built (`notice.html`), with `{{title}}` and `{{words}}` besides the placeholders of a link's page
 * @returns its status too: 404 for a token that we did not make
 */
export async function unsubscribePage(
  context: ApiContext,
  page: string,
  token: string,
): Promise<{ status: number; page: string }> {
  const { name } = await contactForPage(context);
  const company = name ?? 'us';
  const asked = await opened(context, token).catch((cause: unknown) => {
    if (cause instanceof HttpError && cause.status === 404) return null;
    throw cause;
  });
  const shown = asked ? await shownTo(context, asked, token, company) : FORGED;
  return {
    status: asked ? 200 : 404,
    page: await pageOfCompany(context, page, 'subscription', shown),
  };
}

const FORGED = { title: 'This link does not work', words: html`<p>${NO_LINK}</p>` };

async function shownTo(
  { streams }: ApiContext,
  { id, address }: Opened,
  token: string,
  company: string,
): Promise<{ title: string; words: Markup }> {
  const { state } = await streams.load(suppression, id);
  const reason = reasonOf(state);
  const kept = html`<p class="about">Emails about your own quotes, visits and invoices still come.</p>`;
  if (reason === null || !isOwnWish(reason)) {
    const ask = html`<p>No more news and offers from ${company} to ${address}?</p>`;
    return { title: 'Unsubscribe', words: html`${ask}${kept}${form(token, BUTTON)}` };
  }
  const done = html`<p>${address} gets no more news and offers from ${company}.</p>`;
  return { title: DONE, words: html`${done}${kept}${isSubscribedAgain(state) ? form(token, UNDO) : null}` };
}

/** Whether taking back the click would do what the button says: nothing else suppressed the address before. */
function isSubscribedAgain(state: SuppressionState): boolean {
  return state.presence !== 'absent' && state.reason === 'unsubscribed' && state.replaced === null;
}

const BUTTON = html`<button class="button">Unsubscribe</button>`;
const UNDO = html`<input type="hidden" name="undo" value="1"><button class="button plain">Subscribe again</button>`;

function form(token: string, content: Markup): Markup {
  return html`<form method="post" action="${UNSUBSCRIBE_CALL}/${token}"><input type="hidden" name="from" value="page">${content}</form>`;
}
