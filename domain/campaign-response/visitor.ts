import type { Responder } from './terms.ts';

/** What is known of a fetch of a picture or a link. Nothing of it is kept. */
export interface Visit {
  /** Of HTTP. */
  method: string;
  /** The header `User-Agent`; null if there is none. */
  agent: string | null;
  /** Whether it says that it fetches ahead of a reader (`Sec-Purpose`). */
  isAhead: boolean;
  /** When the mail server took the mail, ISO UTC; null if that is not recorded yet, or never was. */
  deliveredAt: string | null;
}

/**
 * Scanners follow the links of a mail as it arrives. Twelve seconds after delivery were seen (resend-node, issue 901),
 * and 30 are what others take (jdavidbakr/mail-tracker, issue 228). A person who is that quick counts when they come
 * back.
 */
export const MACHINES_COME_WITHIN_MS = 30_000;

/** Programs that are no person's, by what their `User-Agent` says, with where that is known from. */
const MACHINES: readonly RegExp[] = [
  // Apple Mail Privacy Protection, which loads every picture of every mail (mailgun.com/blog/product/bot-detection).
  /^Mozilla\/5\.0$/,
  // Gmail: ahead of the reader (mautic/mautic, pull request 10245), and through its proxy. The proxy often loads when
  // somebody opens the mail, yet it says the same either way (mautic/mautic, issue 16069).
  /Edge\/12\.246 Mozilla\/5\.0$/,
  /GoogleImageProxy/,
  // Yahoo and AOL (help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html).
  /YahooMailProxy/,
  // Yandex Mail (mautic/mautic, issue 8718).
  /YandexImageResizer/i,
  // Gateways that look behind links: Barracuda, Proofpoint, Mimecast, Cisco, Trend Micro, Sophos, Fortinet, Symantec,
  // Forcepoint (check.live-direct-marketing.online/blog/bot-clicks-security-scanners-detect). Microsoft Defender says
  // nothing of itself, and Outlook's own agent is a person's: only the time gives it away.
  /barracuda|proofpoint|urldefense|mimecast|ironport|CiscoSecureEmail|\bTMES\b|trend ?micro|sophos|fortinet|fortimail|symantec|forcepoint/i,
  // Robots by their own word, as Matomo knows them (mautic/mautic, pull request 12750), but not
  // the phones called Cubot; previews of links in messengers.
  /(?<!cu)bot\b|crawl|spider|scanner|slurp|facebookexternalhit|whatsapp|linkpreview|bingpreview|headless|phantomjs/i,
  // Programs that name their library (RFC 9110, 10.1.5: a product, then its version).
  /^(curl|wget|python|go-http-client|java|okhttp|node|undici|axios|libwww-perl|ruby|php|apache-httpclient|guzzlehttp)\b/i,
];

/**
 * Whether a person fetched it. In doubt it was a machine: a rate that is too low misleads nobody into thinking that they
 * were read.
 * @param now ISO UTC
 */
export function visitorOf({ method, agent, isAhead, deliveredAt }: Visit, now: string): Responder {
  if (method !== 'GET' || isAhead || deliveredAt === null) return 'machines';
  if (Date.parse(now) - Date.parse(deliveredAt) < MACHINES_COME_WITHIN_MS) return 'machines';
  const said = agent?.trim() ?? '';
  return said === '' || MACHINES.some((pattern) => pattern.test(said)) ? 'machines' : 'people';
}
