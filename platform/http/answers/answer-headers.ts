import type { ServerResponse } from 'node:http';

/** The headers of an answer by default: data that a browser must not run, frame, or take for another type. */
export const HEADERS_OF_DATA = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Protects an answer before anything is known about it. Set on the raw answer, so that pages and pictures can override
 * it, and so that it also covers a stream, which writes its own headers.
 * @param isHttps whether people come by https, and must from now on
 */
export function protectAnswer(answer: ServerResponse, isHttps: boolean): void {
  for (const [name, value] of Object.entries(HEADERS_OF_DATA)) answer.setHeader(name, value);
  if (isHttps) answer.setHeader('strict-transport-security', `max-age=${A_YEAR_SECONDS}; includeSubDomains`);
}
