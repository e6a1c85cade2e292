import { asciiDomain } from '../kit/mail-address.ts';

/** How a provider of mailboxes reads the part before the @ of its addresses. */
interface Provider {
  domains: RegExp;
  /** The domain that all of these stand for; without it each has mailboxes of its own. */
  domain?: string;
  /** What else people may write after the name of a mailbox begins with this. */
  tag: '+' | '-';
  /** Signs in the name that say nothing. */
  unread?: RegExp;
}

/** As their help pages say (2026). */
const PROVIDERS: readonly Provider[] = [
  { domains: /^(gmail|googlemail)\.com$/, domain: 'gmail.com', tag: '+', unread: /[.]/g },
  { domains: /^((outlook|hotmail|live)\.[a-z.]+|msn\.com)$/, tag: '+' },
  { domains: /^fastmail\.(com|fm)$/, tag: '+' },
  { domains: /^(icloud|me|mac)\.com$/, domain: 'icloud.com', tag: '+' },
  { domains: /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/, domain: 'proton.me', tag: '+', unread: /[._-]/g },
  { domains: /^(zoho|zohomail)\.[a-z.]+$/, tag: '+' },
  { domains: /^(yandex\.(com|ru|by|kz)|ya\.ru)$/, domain: 'yandex.com', tag: '+' },
  { domains: /^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/, tag: '-' },
];

/** Fastmail also takes `anything@name.fastmail.com`. */
const UNDER_FASTMAIL = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * One text for all spellings of an address that its provider delivers to the same mailbox. For counting only: what is
 * sent goes to the address as it was written.
 */
export function mailboxKey(address: string): string {
  const written = folded(address.trim());
  const [, said = written, at = ''] = /^(.*)@(.*)$/s.exec(isAscii(written) ? written : withAsciiDomain(written)) ?? [];
  const [, owner = said, domain = at] = UNDER_FASTMAIL.exec(at) ?? [];
  const provider = PROVIDERS.find(({ domains }) => domains.test(domain));
  if (!provider) return `${owner}@${domain}`;
  const [untagged = ''] = owner.split(provider.tag);
  const name = provider.unread ? untagged.replaceAll(provider.unread, '') : untagged;
  return `${name || owner}@${provider.domain ?? domain}`;
}

/** One spelling of letters that Unicode has several for. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** A domain beyond ASCII has a second spelling, in ASCII. */
function withAsciiDomain(address: string): string {
  return address.replace(/(?<=@)[^@]*$/, (domain) => asciiDomain(domain) ?? domain);
}
