import { describe, expect, test } from 'vitest';
import { mailboxKey } from '../../../../domain/mail/mailbox.ts';

describe('an address of a stranger', () => {
  test.each([
    ['ada@gmail.com', ['a.da+x@gmail.com', 'ADA@googlemail.com', 'A.D.A@GMAIL.COM', 'ada+a+b@gmail.com']],
    ['ada@outlook.com', ['ada+trees@Outlook.com']],
    ['ada@hotmail.co.uk', ['ada+1@hotmail.co.uk']],
    ['ada@fastmail.com', ['ada+x@fastmail.com', 'trees@ada.fastmail.com']],
    ['ada@icloud.com', ['ada+x@me.com', 'Ada@mac.com']],
    ['ada@yahoo.com', ['ada-trees@yahoo.com']],
    ['ada@proton.me', ['ada+trees@protonmail.com', 'Ada@pm.me', 'a.d-a_+x@proton.me', 'ada@protonmail.ch']],
    ['ada@zoho.com', ['ada+trees@zoho.com']],
    ['ada@yandex.com', ['ada+x@yandex.com', 'ada+y@yandex.ru', 'ada@ya.ru']],
    ['ada@company.example', ['Ada@Company.EXAMPLE']],
    [
      'ada@bücher.example',
      ['ada@xn--bcher-kva.example', 'Ada@BÜCHER.example', 'ada@bu\u0308cher.example', 'ａｄａ＠bücher。example'],
    ],
    ['zoë@gmail.com', ['zoe\u0308+x@gmail.com', 'ＺＯË@ｇｍａｉｌ．ｃｏｍ', 'ZOE\u0308@googlemail.com']],
  ])('The mailbox %s is the same in all its provider’s spellings', (address, others) => {
    for (const other of others) expect(mailboxKey(other)).toBe(mailboxKey(address));
  });

  test.each([
    ['a.da@outlook.com', 'ada@outlook.com'],
    ['ada-x@gmail.com', 'ada@gmail.com'],
    ['ada+x@yahoo.com', 'ada@yahoo.com'],
    ['ada@yahoo.com', 'ada@yahoo.de'],
    ['a.da+x@company.example', 'ada@company.example'],
    ['ada@zoho.com', 'ada@zoho.eu'],
    ['a.da@yandex.com', 'ada@yandex.com'],
    ['ada@gmail.com', 'ada@gmail.com.example'],
    ['+x@gmail.com', '+y@gmail.com'],
    ['zoë@company.example', 'zoe@company.example'],
    ['ada@bücher.example', 'ada@bucher.example'],
  ])('The mailboxes %s and %s are two', (one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other));
  });

  test.each(['ada@1.2', 'ada@0x7f.1', 'ada@a%41.example', '"a b"@x_y.example', 'no address', 'ada@-x-.example.'])(
    'The plain address %s is taken as it is, as what was suppressed is known by it',
    (address) => expect(mailboxKey(address)).toBe(address === 'no address' ? 'no address@' : address),
  );
});
