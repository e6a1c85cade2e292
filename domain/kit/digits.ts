/** A text with the digits of a plain keyboard, whatever script they were typed in. */
export function withPlainDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, plainDigit);
}

/** The digits of every script follow each other from zero to nine, and begin where no other digit is before them. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
