import { expect, test } from 'vitest';
import { workWords } from '../../../../domain/analysis/work-words.ts';

test.each([
  'Remove the dead oak and chip all brush on-site.',
  'Remove visible roots and stump.',
  'Prune the crown and remove visibly dead limbs.',
  'Clear branches away from the picture window and siding.',
  "Take down the tree, including limbs seen over the neighbor's fence.",
  'Leave the wood chips on site.',
  'Remove limbs that are likely to fall.',
  'Raise the crown so that the street sign is visible.',
  'Cut off suckers as they appear.',
  'Prune branches that cannot be reached from the ground.',
  'Check the cables, and take photos of the union for the insurance.',
  'Remove the ash, whether alive or dead.',
  'Grind the stump only if the homeowner asks for it.',
  'Leave the wood where the customer says.',
  'Cut the logs as the client asks.',
  'Leave the stump until the neighbor or the homeowner says otherwise.',
  'Remove the limbs we cannot reach from the ground by crane.',
  'Rope down what we can’t drop.',
  'Remove the dead oak before it is likely to fall.',
  'Cable the union unless the left stem is likely to fail.',
  'Trim the hedge before the blooms are visible.',
])('The words %j are of the work', (work) => {
  expect(workWords(work)).toBe(work);
  expect(workWords(`Haul all brush. ${work} Rake the lawn.`)).toBe(`Haul all brush. ${work} Rake the lawn.`);
});

test.each([
  'Asked for in the text: "remove".',
  'Whether it needs pruning is seen on site.',
  'Check on site.',
  'Needs a site visit.',
  'The photo shows a dead limb.',
  'A dead limb can be seen in the picture.',
  'A cavity is visible.',
  'No visible defects.',
  'The roots cannot be judged.',
  "We can't tell how far the decay goes.",
  'I cannot really judge the roots.',
  'We could not determine the species.',
  'The tree is dead, and the customer says it leans.',
  'The base that is soft is probably rotten.',
  'The customer mentions a power line nearby.',
  'The description asks for removal.',
  'It is hard to tell how tall it is.',
  'Likely needs removal.',
  'The tree is probably dead.',
  'It appears to be an oak.',
  'Looks like a maple.',
  'Judging by the bark, an ash.',
  'Confirm that the roots hold.',
  'Verify whether it is alive.',
  'Height unknown.',
  'The species is unclear from here.',
  'Medium confidence.',
])('The words %j are of the analysis itself', (own) => {
  expect(workWords(own)).toBe('');
  expect(workWords(`Remove the oak. ${own}\nGrind the stump.`)).toBe('Remove the oak. Grind the stump.');
});
