/**
 * What is said at a figure of revenue or profit, as each page has figures of another kind
 * (docs/design/money.md#what-the-company-earns).
 */
export const AMOUNT_WORDS = {
  received: 'Received, with tax and deposits',
  paid: 'Paid in full, with tax and deposits',
  profit: 'Profit before tax and deposits',
} as const;

/** The one stream that records what was exported. */
export const BOOKS_ID = 'main';
