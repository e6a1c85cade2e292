import { randomBytes } from 'node:crypto';
import { INTAKE_PAGES, type IntakePage } from '../../domain/intake/terms.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { sha256, uuidOf } from '../../platform/runtime/ids.ts';
import type { ApiContext } from '../kit/context.ts';

/** The form that a token is for; null: any. */
export interface FormOf {
  page: IntakePage | null;
  /** The origin of the page that embeds the widget. */
  site: string | null;
}

type TokenContext = Pick<ApiContext, 'links' | 'state' | 'clock'>;

/** A kind of link that opens nothing: form tokens are signed with the same keys, and so end with them. */
const FORM = 'form';
const VALID_MS = 24 * 60 * 60_000;
const USED = 'form-token-used/';
/** Used tokens are remembered for longer than they are valid, in case the clock is set back. */
const REMEMBERED_MS = VALID_MS + 60 * 60_000;

/** Added to the page in the number that the token carries: the token is for one site only. */
const OF_SITE = 8;

const AGAIN = 'Reload the page, and send your request again.';

/** A token for one form opened now: it works once, between 3 seconds and 24 hours from now. */
export async function makeFormToken({ links, clock }: TokenContext, { page, site }: FormOf): Promise<string> {
  const id = idAt(clock());
  const version = (page === null ? 0 : INTAKE_PAGES.indexOf(page) + 1) + (site === null ? 0 : OF_SITE) + 1;
  return links.make(FORM, { id, version }, signed(id, version, site));
}

/** The portal page's token. While the store with its keys is away, the page opens without one and can still be sent. */
export function portalToken(context: TokenContext): Promise<string> {
  return makeFormToken(context, { page: 'portal', site: null }).catch(() => '');
}

/** A form that was opened, identified by its token. */
export interface OpenedForm {
  /** Milliseconds since it was made. */
  ageMs: number;
  /**
   * Uses up the token. Whoever got no answer may send the same request again, which counts as the same.
   * @param request what is sent, as a text that is the same for a repeat
   * @throws HttpError 400 `form_token_used` if something else was already sent with it
   */
  use(request: string): Promise<void>;
}

/**
 * Opens a form by its token.
 * @param form where it is sent from
 * @throws HttpError 400 `form_token_invalid`: not one of ours, or for another page or site; `form_token_expired`
 */
export async function openForm(context: TokenContext, token: string, form: FormOf): Promise<OpenedForm> {
  const { links, state, clock } = context;
  const target = await links.verify(FORM, token, async ({ id, version }) =>
    fits(version, form) ? signed(id, version, version > OF_SITE ? form.site : null) : null,
  );
  const ageMs = target === null ? 0 : clock() - timeOf(target.id);
  if (target === null) throw refusal('form_token_invalid', `This form is not one of ours. ${AGAIN}`);
  if (ageMs > VALID_MS) {
    throw refusal('form_token_expired', `This form was opened more than a day ago. ${AGAIN}`);
  }
  return {
    ageMs,
    async use(request) {
      // Only the sender has the token, so nobody can guess from the hash what was sent.
      const mark = sha256(`${token}\n${request}`);
      const key = USED + target.id;
      if (await state.put(key, mark, { expected: 'none', ttlMs: REMEMBERED_MS })) return;
      if ((await state.get(key))?.value === mark) return;
      throw refusal('form_token_used', `This form was sent before. ${AGAIN}`);
    },
  };
}

function refusal(code: string, message: string): HttpError {
  return new HttpError(400, { message, code, issues: [{ path: 'formToken', message }] });
}

function fits(version: number, { page }: FormOf): boolean {
  const of = (version - 1) % OF_SITE;
  return of === 0 || INTAKE_PAGES[of - 1] === page;
}

function signed(id: string, version: number, site: string | null): string {
  return `${id}\n${version}\n${site ?? ''}`;
}

/** A UUID that begins with the time, by our own clock. */
function idAt(now: number): string {
  return uuidOf(now.toString(16).padStart(12, '0') + randomBytes(10).toString('hex'));
}

function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
