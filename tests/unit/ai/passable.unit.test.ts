import { describe, expect, test } from 'vitest';
import { areTogether, passable } from '../../../ai/openai/passable.ts';

describe('the texts of a model', () => {
  test.each([
    'A mature white oak, 60 ft tall, with a 24 in. trunk.',
    "About 50–60 feet tall, trunk 24\" across, crown spread 40' x 35'.",
    'Roughly 100-120 feet tall; limbs of 1,200 pounds and more.',
    'A hundred-year-old oak, twenty-five feet from the house.',
    'The crown is 3½ feet from the line, 3.5 to 4.5 feet at the tips.',
    'Two limbs over the road, 3 oaks along the driveway and one of them dead.',
    'Four cedars block the way; 2 large street trees stand behind.',
    'About 30% of the crown is dead, the trunk leans 15° to the east.',
    'Crew of 3, 4-6 hours, 1 1/2 days with stump grinding.',
    'A 75-foot bucket truck, a 30-ton crane and a 12-inch chipper.',
    'Prune to ANSI A300 and work by Z133.',
    'A drop of 120/240 V; the line may carry 7,200 volts; call the utility before any work.',
    'Acer × freemanii, a total of 3 trees, e.g. the one at the left.',
    'A few grand firs and some buckthorn, a couple of knots; Vitamin K helps nobody.',
    'A row of grand maples leans to the house. Many grand oaks shade the lawn; a grand old beech.',
    'Grand fir; 3 grand firs behind it, bark with café-brown spots.',
    'Pay attention to the roots. Buck the trunk into 16 in. rounds.',
    '50-60 feet',
    '4-6 hours',
    "60'",
    '24in DBH, 60ft high, 4x4 truck, 2nd limb.',
    'About 1,500 square feet of shade, 10-12 m wide, two to three stumps.',
    'The total height is 60 ft.',
    'Between 8 a.m. and 4 p.m. with 10,000-pound winch.',
  ])('The texts of a model keep what describes a tree: %s', (text) => {
    expect(passable(text)).toBe(text);
  });

  test.each([
    'Call 555-123-4567.',
    'Call (555) 123 4567 today.',
    '+1 555.123.4567',
    'Ring 5551234567.',
    'Ring 555 1234.',
    '5 5 5 - 1 2 3 - 4 5 6 7',
    'Dial ５５５-１２３-４５６７.',
    'Dial 555\u200b123\u200b4567.',
    'Dial ⑤⑤⑤①②③④.',
    'Dial five five five one two three four.',
    'Dial 5 five 5 one 2 three 4.',
    'Dial fivefivefive one two.',
    'Dial 55O-l23-4S67.',
    'Dial ٥٥٥-١٢٣-٤٥٦٧.',
    'Dial 5\u20e35\u20e35\u20e31\u20e32\u20e3.',
    'Call 1-800-TREE-GUY.',
    'Dial 𝟓𝟓𝟓𝟏𝟐𝟑𝟒.',
    'Dial 5 and 5 and 5 and 1 and 2 and 3 and 4.',
    'Dial 5, 5, 5, 1, 2, 3, 4.',
    'Dial 55 51 23 45.',
    'Dial ❺❺❺❶❷❸❹.',
    'Dial 5*5*5*1*2*3*4.',
    'Call 911.',
    'Dial 555-123-4567 ft.',
    '5. 5. 5. 1. 2. 3. 4.',
    'Five. Five. Five. One. Two.',
    'Dial 555.\n123.\n4567.',
    'Dial oh five five five one.',
    'Dial 55x51x23x45x67.',
    'Dial triple five.',
    'Dial double oh one nine.',
    'Call 5 then 5 then 5 next 1 then 2.',
    'Dial five then zero then three. Next come five then five then five. Last are zero then one then two then three.',
  ])('The texts of a model pass on no phone number: %s', (text) => expect(passable(text)).toBe(''));

  test.each([
    'Mail joe@example.com.',
    'Mail joe at example dot com.',
    'Mail joe (at) example.com.',
    'Mail joe＠example．com.',
    'Mail joe at gmail.',
    'See www.example.com.',
    'See https://evil.example/x',
    'See hxxp evil',
    'See bit.ly/abc.',
    'See example . net now.',
    'See example.\nnet',
    'See EXAMPLE.COM',
    'See exam\u200bple.com',
    'See wa.me/joe.',
    'See ехample now.',
    '[Click here](javascript:x)',
    'An <b>oak</b>.',
    'See example dot com.',
    'Follow @treeguy.',
    'Ask joe at example com.',
    'See t.me now.',
  ])('The texts of a model pass on no email address, link or markup: %s', (text) => expect(passable(text)).toBe(''));

  test.each([
    'It is $1,200.',
    'It is $ 5.',
    'It is 1200 USD.',
    'It is five hundred dollars.',
    'It is 1.200,00 €.',
    'It is £90.',
    'It is 850.',
    'The work comes to 1,200.',
    'It comes to 499.99 in all.',
    'It comes to twelve hundred.',
    'About 5k.',
    'Five grand for all of it.',
    '90 bucks.',
    'It is worth a couple grand.',
    'Plan on a few grand for all three.',
    'A couple of k will do.',
    'That is several bucks more.',
    'Half a grand at most.',
    'Many bucks are saved by pruning.',
    'That will be fivehundred.',
    'Total: 95',
    'The total is ninety.',
    'It is US$9.',
    'The price is low.',
    'Removal costs nine.',
    'A discount of 50 percent.',
    '20% off this week.',
    'Pay 50 now.',
    'It is 850 in total.',
    'Twelve fifty for both.',
    'It is ＄１２.',
    'It is 5 d o l l a r s.',
    'It is 5 d0llars.',
    'It is 5 dol\u00adlars.',
    'It is 5 dоllars.',
    'Son 90 dólares.',
    'It is 12 dóllars.',
    'It is 1 200.',
    'Two thousand for it.',
    'A fee applies.',
    'Five hundred, all in.',
    'It is 5 dol*lars.',
    'It will be nine-fifty.',
    'The bill is 85 now.',
    'Amount due: 95',
    'It is 95 flat.',
    'For only 95!',
    'Quote: 95 for both.',
    'Each stump is 90 apiece.',
    'About 90 per hour.',
    'Expect to spend about a grand.',
    'Total 950 pounds.',
  ])('The texts of a model pass on no amount of money: %s', (text) => expect(passable(text)).toBe(''));

  test.each([
    'The house is 12 Elm St.',
    'Come see us at 12 Maple Grove in Salem.',
    '7 Birch Crescent',
    '12 Broadway',
    'At 742 Evergreen Terrace.',
    'At twelve Elm Street.',
    'At 12 old mill road.',
    'At 12B N. 3rd St.',
    'On Elm Street.',
    'In Portland, OR 97201.',
    'PO Box 12.',
    'At P. O. Box 9.',
    'Apt 3.',
    'At １２ Elm St.',
    'Suite #5 on the left.',
    'At 45.5231, -122.6765.',
    'At 12 Elm Ave near the tree.',
    'Route 9.',
    'At 12 elm\nstreet.',
    'At 12 n. elm st.',
  ])('The texts of a model pass on no address: %s', (text) => expect(passable(text)).toBe(''));

  test('The texts of a model lose only the sentence that says such a thing', () => {
    expect(passable('An oak leans. Call 555-123-4567 now! It is 60 ft tall, 24 in. trunk.')).toBe(
      'An oak leans. It is 60 ft tall, 24 in. trunk.',
    );
  });

  test('The texts of a model in a list may not add up to a number', () => {
    expect(areTogether(['Call 55', '51', '23', '45'])).toBe(false);
    expect(areTogether(['Rope down the limb', 'Grind 2 stumps'])).toBe(true);
  });

  test('The texts of a model are read only as far as a person would read them', () => {
    const oak = 'An oak. ';
    expect(passable(oak.repeat(50_000))).toHaveLength(20_000 - 1);
    expect(passable(`${'An oak and '.repeat(100)}an elm. It leans.`)).toBe('It leans.');
    // None of these takes longer than that either.
    for (const part of '1 a,<a-a.-1 -a -ignore -total -5 and -one-((-é-1,-<-x. '.split('-')) {
      expect(passable(part.repeat(990).slice(0, 990).concat('.\n').repeat(1_000)).length).toBeLessThanOrEqual(20_000);
    }
  });
});
