import type { Facts } from '../../facts/facts.ts';

/** What several detectors take from the same facts, made once for all of them. */
export function perFacts<Made>(make: (facts: Facts) => Made): (facts: Facts) => Made {
  const known = new WeakMap<Facts, { made: Made }>();
  return (facts) => {
    const before = known.get(facts);
    if (before) return before.made;
    const made = make(facts);
    known.set(facts, { made });
    return made;
  };
}
