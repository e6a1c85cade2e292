/**
 * What a style element of this page has to carry, or the browser does not take it (api/pages/headers.ts). Undefined where
 * the page came without one, as from the server of `npm run dev`.
 */
export const STYLE_NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
