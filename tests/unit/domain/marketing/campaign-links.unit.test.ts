import { describe, expect, test } from 'vitest';
import { campaignLinks, LINKS_COUNTED } from '../../../../domain/email-campaign/links.ts';

const hrefsOf = (content: string) => campaignLinks(content).map(({ href }) => href);

describe('the links of a campaign', () => {
  test('Each address of its text is one link, numbered in its order', () => {
    const content = 'See https://trees.example/spring or http://trees.example.\n\nAgain: https://trees.example/spring';
    expect(campaignLinks(content)).toEqual([
      { number: 1, text: 'https://trees.example/spring', href: 'https://trees.example/spring' },
      { number: 2, text: 'http://trees.example', href: 'http://trees.example/' },
    ]);
  });

  test('A link ends before the stop or the bracket of its sentence', () => {
    expect(
      hrefsOf('(see https://trees.example/a). Or https://trees.example/b_(tree), “https://trees.example/c”!'),
    ).toEqual(['https://trees.example/a', 'https://trees.example/b_(tree)', 'https://trees.example/c']);
  });

  test('However many stops and brackets follow an address, they are read once', () => {
    const ends = [')', ']', '.', ').'].map((end) => `https://trees.example/a${end.repeat(500_000)}`);
    expect(hrefsOf(ends.join(' '))).toEqual(['https://trees.example/a']);
  });

  test('An address that a field goes on with is none: it would lead each reader elsewhere', () => {
    expect(hrefsOf('https://trees.example/{{city|us}} and {{firstName|you}} https://trees.example/all')).toEqual([
      'https://trees.example/all',
    ]);
  });

  test('Only http and https are links, and no address with a password', () => {
    const others = [
      'javascript:alert(1)',
      'ftp://trees.example',
      'data:text/html,x',
      '//trees.example',
      'https://',
      'https://office:secret@trees.example',
      'www.trees.example',
    ];
    expect(hrefsOf(others.join(' '))).toEqual([]);
  });

  test('A link leads to an address that a header can hold', () => {
    expect(hrefsOf('https://bäume.example/Frühling?q=ö')).toEqual([
      'https://xn--bume-loa.example/Fr%C3%BChling?q=%C3%B6',
    ]);
  });

  test('Only so many are counted', () => {
    const content = Array.from({ length: LINKS_COUNTED + 5 }, (_, index) => `https://trees.example/${index}`).join(' ');
    expect(campaignLinks(content)).toHaveLength(LINKS_COUNTED);
  });
});
