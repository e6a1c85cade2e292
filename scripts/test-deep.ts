import { createHash } from 'node:crypto';
import { BaseSequencer, parseCLI, startVitest, type TestSpecification } from 'vitest/node';

// All tests, also those that `npm test` leaves out (the tag `deep`), those with the tag `more` with more random cases, kills
// and items, and the files of each level in a random order, so that no test lives on what another one left. Arguments go
// to Vitest.

/** A random order within each level, whose files share their workers. */
class ShuffledByLevel extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const placeOf = ({ project, moduleId }: TestSpecification) =>
      `${project.config.sequence.groupOrder} ${project.name} ${createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')}`;
    const places = new Map(files.map((file) => [file, placeOf(file)]));
    return files.toSorted((a, b) => ((places.get(a) ?? '') < (places.get(b) ?? '') ? -1 : 1));
  }
}

process.env['TEST_DEPTH'] = 'deep';
const { filter, options } = parseCLI(['vitest', 'run', '--sequence.shuffle.files', ...process.argv.slice(2)]);
const sequence = { ...options.sequence, sequencer: ShuffledByLevel };
const vitest = await startVitest('test', filter, { ...options, sequence });
await vitest.exit();
