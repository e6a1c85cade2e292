import { describe, expect, test } from 'vitest';
import { registry } from '../../../domain/index.ts';
import { aggregateSamples } from '../../support/aggregate-samples.ts';
import { differences, expectNone } from '../../support/findings.ts';

/** What the log holds in the clear, by why that is about nobody, as the samples of the aggregates say. */
const IN_CLEAR: readonly string[] = [
  ...aggregateSamples.flatMap(({ inClear }) => Object.values(inClear).flat()),
  // Numbers that were taken; they are no aggregate of their own.
  'NumbersTaken.first',
  'NumbersTaken.count',
];

/** Fields that first versions held in the clear and the newest seal: no release wrote them. */
const SEALED_SINCE = [
  'PropertyAdded.latitude',
  'PropertyAdded.longitude',
  'PropertyRevised.latitude',
  'PropertyRevised.longitude',
  'StaffMemberAdded.skills',
  'StaffMemberAdded.certifications',
  'StaffMemberRevised.skills',
  'StaffMemberRevised.certifications',
  'CrewFormed.homeAddress',
  'CrewRevised.homeAddress',
];

const definitions = [...registry.values()];
const newest = definitions.map(({ type, versions }) => ({ type, version: versions.at(-1) }));

function fieldsInClear(versions: readonly { type: string; version: (typeof newest)[number]['version'] }[]): string[] {
  return versions.flatMap(({ type, version }) => {
    const sealed = new Set(version?.personal.map(({ name }) => name));
    const names = Object.keys(version?.schema.shape ?? {});
    return names.filter((name) => !sealed.has(name)).map((name) => `${type}.${name}`);
  });
}

describe('every field of every event', () => {
  test('Every field of every event is sealed, or about nobody for a reason that is written down', () => {
    expectNone(
      differences(fieldsInClear(newest), IN_CLEAR, {
        unlisted: (fields) =>
          `Held in the clear: ${fields}. Seal each with personal() in the aggregate's events.ts, or list it in ` +
          'inClear of its sample in tests/support/aggregate-samples/, under the reason why it is about nobody.',
        gone: (fields) =>
          `Not held in the clear by any event: ${fields}. Take them out of inClear in tests/support/aggregate-samples/.`,
      }),
    );
    expect(new Set(IN_CLEAR).size).toBe(IN_CLEAR.length);
  });

  test('Every field was sealed or about nobody in every version of its event, but for what is sealed since', () => {
    const older = definitions.flatMap(({ type, versions }) =>
      versions.slice(0, -1).map((version) => ({ type, version })),
    );
    const undecided = fieldsInClear(older).filter((field) => !IN_CLEAR.includes(field));
    expectNone(
      differences(undecided, SEALED_SINCE, {
        unlisted: (fields) =>
          `Held in the clear by an earlier version: ${fields}. If no release wrote it, list it under SEALED_SINCE in ` +
          'tests/unit/kinds/personal-fields.unit.test.ts; else its texts stay readable in the log after an erasure.',
        gone: (fields) =>
          `Never held in the clear: ${fields}. Take them out of SEALED_SINCE in tests/unit/kinds/personal-fields.unit.test.ts.`,
      }),
    );
  });

  test('Every sealed field reads as one thing once it is erased: a text as [erased], a number as null, a list as empty', () => {
    for (const { type, version } of newest) {
      const erased = Object.fromEntries((version?.personal ?? []).map((field) => [field.name, field.erased]));
      expect(version?.schema.partial().safeParse(erased), type).toMatchObject({ success: true });
    }
  });
});

describe('whose an aggregate is', () => {
  test('An aggregate that is said to be about nobody has no event with a personal field', () => {
    const sealed = newest.flatMap(({ type, version }) => (version?.personal ?? []).map(({ name }) => ({ type, name })));
    expectNone([
      ...aggregateSamples
        .filter(({ decider }) => decider.whose === 'nobody')
        .flatMap(({ decider, events }) =>
          sealed
            .filter(({ type }) => events.some((event) => event.type === type))
            .map(
              ({ type, name }) =>
                `${type}.${name} is personal, but the aggregate ${decider.category} is about nobody. Say in its ` +
                `decider whose it is (whose), and how it is erased.`,
            ),
        ),
    ]);
  });
});
