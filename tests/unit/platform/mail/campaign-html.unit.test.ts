import { describe, expect, test } from 'vitest';
import { countedAddresses, uncountedAddresses } from '../../../../api/email-campaigns/responses/addresses.ts';
import { campaignLinks } from '../../../../domain/email-campaign/links.ts';
import { contentOf, type MailAddresses } from '../../../../platform/mail/message.ts';
import { uuidv5 } from '../../../../platform/runtime/ids.ts';

const content =
  'Hi {{firstName|there}},\n\nsee https://trees.example/a?b=1&c=2.\nOr http://www.trees.example/{{city|us}}';
const text = content.replace('{{firstName|there}}', 'https://names.example').replace('{{city|us}}', 'Hadley');
const from = { name: 'Green', address: 'mailer@green.example' };
const unsubscribe = { oneClick: 'https://office.example/api/u/1', page: 'https://office.example/unsubscribe/1' };
const written = (addresses: MailAddresses) =>
  contentOf(
    { subject: 'Spring', text },
    { from, link: null, marketing: { postalAddress: '1 Oak', unsubscribe }, addresses },
  );

describe('the links in a campaign’s mail', () => {
  const signer = { number: 1, key: Buffer.alloc(32, 1) };
  const place = { campaignId: uuidv5('campaign', 'spring'), begun: 5, number: 1, index: 0 };
  const counted = countedAddresses(signer, 'https://office.example', place, campaignLinks(content));

  test('Each leads through us, and is not shown as an address that it does not lead to', () => {
    const { html } = written(counted);
    const hrefs = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, shown]) => [href, shown]);
    expect(hrefs).toEqual([
      [
        expect.stringMatching(/^https:\/\/office\.example\/api\/public\/campaign-clicks\/[\w-]{59}$/),
        'trees.example/a?b=1&#38;c=2',
      ],
      [unsubscribe.page, 'Unsubscribe'],
    ]);
    expect(html).toMatch(
      /<img src="https:\/\/office\.example\/api\/public\/campaign-opens\/[\w-]{59}\.gif" [^>]*><\/body>/,
    );
  });

  test('What stands for a recipient becomes no link, and the plain text has the addresses themselves', () => {
    const { html, text: plain } = written(counted);
    expect(html).not.toContain('href="https://names.example');
    expect(html).toContain('http://www.trees.example/Hadley');
    expect(plain).toContain('see https://trees.example/a?b=1&c=2.');
    expect(plain).not.toContain('campaign-');
  });

  test('A preview or a test leads straight there and loads nothing', () => {
    const { html } = written(uncountedAddresses(content));
    expect(html).toContain('<a href="https://trees.example/a?b=1&#38;c=2"');
    expect(html).not.toContain('campaign-');
    expect(html).not.toContain('<img');
  });

  test('Any other mail has neither links nor a picture', () => {
    const { html } = contentOf({ subject: 'Visit', text }, { from, link: null });
    expect(html).not.toContain('<a ');
    expect(html).not.toContain('<img');
  });
});
