/** Of whom or what a server speaks. */
type Refused = 'recipient' | 'message' | 'sender';

/** How a mail server answered a mail. */
export type SmtpAnswer =
  | { did: 'taken' }
  /** For good. @param code with which it answered @param of whom or what it refused */
  | { did: 'refused'; of: Refused; code: string; said: string }
  /** It took nothing, and another try may succeed. */
  | { did: 'put off'; of: Refused; code: string; said: string }
  /** There was no connection, or none that got as far as the message. @param isForGood so it stays until somebody acts */
  | { did: 'not reached'; said: string; isForGood: boolean }
  /** The whole message was handed over, and nobody knows whether the server took it. */
  | { did: 'unknown'; said: string };

export type SmtpError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

/** A mail server's reply may be long, and nobody reads beyond this. */
const LONGEST_REASON = 500;

/** Errors in the address, the message or the password, which a retry would not change. */
const OF_THE_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'EAUTH']);

/**
 * What an error says of the mail. What is handed over completely may have been taken, unless the server says that it did not:
 * 4xx and 5xx at the end of the message are an answer like any other (RFC 5321, 4.2.1).
 */
export function answerTo(error: SmtpError, isHandedOver: boolean, host: string): Exclude<SmtpAnswer, { did: 'taken' }> {
  const { code, command, responseCode = 0 } = error;
  const said = saidIn(error);
  const of = command === 'MAIL FROM' ? 'sender' : command === 'RCPT TO' ? 'recipient' : 'message';
  if (responseCode >= 500) return { did: 'refused', of, code: codeIn(error), said };
  if (responseCode >= 400) return { did: 'put off', of, code: codeIn(error), said };
  if (isHandedOver) return { did: 'unknown', said };
  if (OF_THE_MAIL.has(code ?? '')) return { did: 'refused', of, code: '', said };
  return { did: 'not reached', said: unreached(host, said), isForGood: false };
}

/** Whether the server took nothing and closes the connection (RFC 5321, 3.8). */
export function isClosing(answer: SmtpAnswer): boolean {
  return answer.did === 'put off' && answer.code.startsWith('421');
}

/** `550 5.1.1`: the code, and the enhanced one if the server has it. Its words may name the address. */
function codeIn({ response, responseCode }: SmtpError): string {
  const [code] = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '') ?? [];
  return (code ?? String(responseCode)).replace('-', ' ');
}

/** What the server said, or else what went wrong. */
export function saidIn({ message, originalCode, response }: SmtpError): string {
  return shortened(response ?? `${message}${originalCode ? ` (${originalCode})` : ''}`);
}

/** Says that there was no connection. @param said as `saidIn` has it */
export function unreached(host: string, said: string): string {
  return `The mail server ${host} could not be reached: ${hintOf(said) ?? said}`;
}

/** What most often is wrong where the encryption does not fit the port; null for anything else. */
function hintOf(said: string): string | null {
  if (/wrong version number/i.test(said)) return 'It does not begin with TLS on this port. Try STARTTLS, or port 465.';
  if (/greeting never received/i.test(said)) return 'It said nothing. On port 465, try TLS from the start.';
  return null;
}

function shortened(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}
