import type { ServerResponse } from 'node:http';

/** What an answer is unless it says otherwise: data, which a browser neither runs nor frames nor takes for another type. */
export const HEADERS_OF_DATA = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Protects an answer before anything is known of it. On the raw answer, so that what pages and pictures say of
 * themselves takes its place, and so that it holds for a stream too, which writes its headers by itself.
 * @param isHttps whether people come by https, and shall from now on
 */
export function protectAnswer(answer: ServerResponse, isHttps: boolean): void {
  for (const [name, value] of Object.entries(HEADERS_OF_DATA)) answer.setHeader(name, value);
  if (isHttps) answer.setHeader('strict-transport-security', `max-age=${A_YEAR_SECONDS}; includeSubDomains`);
}
