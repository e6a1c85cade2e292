import { describe, expect, test } from 'vitest';
import { allowsSite, coversOthers, widgetSites } from '../../../api/settings/widget-sites.ts';

describe('a wildcard among the websites of the widget', () => {
  test.each(['*.com', '*.co.uk', '*.github.io', '*.kawasaki.jp', '*.localhost', '*.com.', '*', '*.*.example.com'])(
    'A wildcard %s covers the sites of other people',
    (name) => {
      expect(coversOthers(`https://${name}`)).toBe(true);
      expect(coversOthers(`http://${name}:8080`)).toBe(true);
    },
  );

  test('A star that is not a whole name at the front is no wildcard, and counts for nothing', () => {
    expect(coversOthers('https://shop*.example.com')).toBe(true);
    expect(coversOthers('https://www.*.com')).toBe(true);
  });

  test.each(['https://*.example.com', 'https://*.trees.github.io', 'https://www.example.com', 'http://localhost:3000'])(
    'The site %s is of one owner',
    (site) => expect(coversOthers(site)).toBe(false),
  );

  test('A list of which nothing counts allows no site, and an empty one allows any', () => {
    expect(widgetSites({ allowedWidgetSites: ['https://*.com'] })).toEqual([]);
    expect(allowsSite([], 'https://evil.com')).toBe(false);
    expect(widgetSites({ allowedWidgetSites: [] })).toBeNull();
    expect(widgetSites({ allowedWidgetSites: null })).toBeNull();
    expect(allowsSite(null, 'https://any.example')).toBe(true);
  });

  test('A wildcard stands for the names under its own, with its scheme and port, and for nothing else', () => {
    const sites = ['https://*.example.com'];
    expect(allowsSite(sites, 'https://www.example.com')).toBe(true);
    expect(allowsSite(sites, 'https://a.b.example.com')).toBe(true);
    for (const origin of [
      'https://example.com',
      'http://www.example.com',
      'https://www.example.com:8443',
      'https://evilexample.com',
      'https://evil.com/.example.com',
      'https://evil.com#.example.com',
      'null',
    ]) {
      expect(allowsSite(sites, origin), origin).toBe(false);
    }
  });
});
