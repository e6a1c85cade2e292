/** The mail of a campaign, as one recipient got it. */
export interface CampaignMail {
  html: string;
  /** The plain text. */
  text: string;
  /** The paths of its picture, and of its links in their order. */
  picture: string;
  links: string[];
}

/** @param raw as an SMTP server received it @param origin ours */
export function campaignMailOf(raw: string, origin: string): CampaignMail {
  const [, ...parts] = raw.split(/\r\n----_NmP-[^\r]*/);
  const [text = '', html = ''] = parts.map(decoded);
  const pathsIn = (attribute: string, path: string) =>
    html
      .split(`${attribute}="${origin}${path}/`)
      .slice(1)
      .map((rest) => `${path}/${rest.slice(0, rest.indexOf('"'))}`);
  return {
    html,
    text,
    picture: pathsIn('src', '/api/public/campaign-opens')[0] ?? '',
    links: pathsIn('href', '/api/public/campaign-clicks'),
  };
}

/** Quoted-printable (RFC 2045). */
function decoded(part: string): string {
  return part
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** A browser on a phone, as it says of itself. */
export const PHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
