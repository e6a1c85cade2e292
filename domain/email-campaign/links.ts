import { piecesOf } from '../mail/web-links.ts';

/** Clicks of the first so many links of a campaign are counted: a scanner follows each of them in every mail. */
export const LINKS_COUNTED = 50;

/** A link of a campaign. */
export interface CampaignLink {
  /** From 1 on: in links of mails that were sent, so that the order of a text never changes what they lead to. */
  number: number;
  /** As the text has it. */
  text: string;
  /** Where it leads: http or https. */
  href: string;
}

/** The links whose clicks are counted, each once, in the order of a campaign's text. */
export function campaignLinks(content: string): CampaignLink[] {
  const hrefs = new Map<string, string>();
  for (const { text, href } of piecesOf(content)) if (href !== null && !hrefs.has(text)) hrefs.set(text, href);
  return [...hrefs].slice(0, LINKS_COUNTED).map(([text, href], index) => ({ number: index + 1, text, href }));
}
