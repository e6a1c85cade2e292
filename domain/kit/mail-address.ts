import { UNSEEN } from './seen-text.ts';

// One rule says whether an address can be mailed: what a form takes is what a letter can go to.

/** Without quotes, comments or anything else that could end an address early at a mail server. */
const LOCAL = String.raw`[^${UNSEEN}@<>()[\]\\",;:]+`;
/** Nor what ends the name in an address of the web. */
const DOMAIN = String.raw`[^${UNSEEN}@<>()[\]\\",;:/?#%]+`;
/** The shape of an address, for a regular expression with flag `u`; `mailAddress` has the last word. */
export const ADDRESS_SHAPE = `${LOCAL}@${DOMAIN}`;
const ADDRESS = new RegExp(`^${ADDRESS_SHAPE}$`, 'u');

/** RFC 5321, 4.5.3.1: octets of the part before the @, and of the domain. RFC 1035, 2.3.4: of one label. */
const LONGEST = { local: 64, domain: 255, label: 63 };

/** An address with its domain in the form the network uses; null for what no mail server takes. */
export function mailAddress(text: string): string | null {
  if (!ADDRESS.test(text)) return null;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === null || local.split('.').includes('')) return null;
  return new TextEncoder().encode(local).length <= LONGEST.local ? `${local}@${domain}` : null;
}

/** A domain in the form the network uses; null for what is no name of one, such as a bare number of the network. */
export function asciiDomain(text: string): string | null {
  const domain = URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : '';
  const isNamed = domain.length <= LONGEST.domain && domain.split('.').every(isLabel) && !/^[\d.]+$/.test(domain);
  return isNamed ? domain : null;
}

function isLabel(label: string): boolean {
  return label !== '' && label.length <= LONGEST.label && !label.startsWith('-') && !label.endsWith('-');
}
