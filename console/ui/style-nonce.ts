/**
 * The nonce that every style element of this page needs, or the browser rejects it (api/pages/headers.ts). Undefined if
 * the page came without one, as from the server of `npm run dev`.
 */
export const STYLE_NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
